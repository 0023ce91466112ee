//===- ReportUnsupported.h - what no later pass accepts ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_REPORTUNSUPPORTED_H
#define SPARSEC_LIB_FRONTEND_REPORTUNSUPPORTED_H

#include "Diagnostics.h"

#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// Reports what findUnsupported says of \p statement, which is \p refused then;
/// of a `break` in a loop that is refused as a whole nothing.
void reportUnsupported(const clang::Stmt *statement,
                       std::vector<const clang::Stmt *> &refused,
                       Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_REPORTUNSUPPORTED_H
