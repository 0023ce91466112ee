//===- UserInspectors.h - functions marked as inspectors --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_USERINSPECTORS_H
#define SPARSEC_LIB_FRONTEND_USERINSPECTORS_H

#include "Diagnostics.h"
#include "KernelFinder.h"

#include "sparsec/IR/UserInspector.h"

#include <memory>
#include <vector>

namespace sparsec {

/// Marks those of \p functions that have `#pragma sparsec inspector`, and takes
/// the word out of their pragmas: what is left are facts.
void findInspectors(std::vector<FoundKernel> &functions);

/// The inspectors among \p functions, for steps on \p kernel, which must come
/// behind their declarations. Reports what inspectors cannot have.
std::vector<std::shared_ptr<const UserInspector>>
inspectorsFor(const FoundKernel &kernel,
              const std::vector<FoundKernel> &functions,
              const clang::ASTContext &ast, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_USERINSPECTORS_H
