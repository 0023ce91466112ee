//===- LoopForms.h - loops with a bound in their head -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPFORMS_H
#define SPARSEC_LIB_FRONTEND_LOOPFORMS_H

#include "NewNodes.h"

#include "llvm/ADT/ArrayRef.h"

#include <functional>

namespace sparsec {

/// What stands for \p loop, the last one a `for` loop, where its condition asks
/// for more than bounds, `break` or `continue` stand beside a step in its body,
/// or it has its condition at its end or in its body. Where it may end by
/// `break` the statements \p behind it read a variable of its own in place of
/// the one that it counts. Empty for other statements.
Statements withBoundInHead(clang::Stmt *loop,
                           llvm::ArrayRef<clang::Stmt *> behind,
                           NewNodes &nodes,
                           std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPFORMS_H
