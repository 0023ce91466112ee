//===- LoopVariables.h - counters that are data elsewhere -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPVARIABLES_H
#define SPARSEC_LIB_FRONTEND_LOOPVARIABLES_H

#include "clang/AST/Decl.h"

#include <functional>
#include <vector>

namespace sparsec {

/// Gives each `for` loop of \p function over a variable that other statements
/// assign, and that needs no value from the loop, a variable of its own. \p
/// undo gets what makes the source's tree again.
void splitLoopVariables(clang::FunctionDecl &function,
                        std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPVARIABLES_H
