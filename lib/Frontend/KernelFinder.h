//===- KernelFinder.h - which function, and its text ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNELFINDER_H
#define SPARSEC_LIB_FRONTEND_KERNELFINDER_H

#include "Diagnostics.h"
#include "Pragmas.h"

#include "sparsec/IR/Program.h"

#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace sparsec {

struct FoundKernel {
  const clang::FunctionDecl *function = nullptr;
  /// The facts that stand before the function or in it.
  std::vector<SparsecPragma> pragmas;
};

/// The function \p name of the main file, or with an empty name the only one
/// with pragmas, or else the only one with a `for` loop. Refuses when there is
/// none or more than one.
FoundKernel findKernel(clang::ASTContext &ast, Diagnoser &diagnoser,
                       const PragmaList &pragmas, const std::string &name);

/// Byte ranges, texts and arguments of \p kernel in its file.
SourceFunction describeSource(clang::ASTContext &ast, Diagnoser &diagnoser,
                              const FoundKernel &kernel);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNELFINDER_H
