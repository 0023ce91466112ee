//===- OwnParameters.h - numbers that a function changes --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OWNPARAMETERS_H
#define SPARSEC_LIB_FRONTEND_OWNPARAMETERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <functional>
#include <vector>

namespace sparsec {

/// \p body with a local variable for each number among the parameters of \p
/// function that it changes, from the first statement on that does. \p undo
/// gets what makes the source's tree again.
clang::CompoundStmt *
withOwnParameters(clang::FunctionDecl &function, clang::CompoundStmt *body,
                  std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OWNPARAMETERS_H
