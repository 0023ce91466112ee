//===- Counters.h - what iterations add to a variable -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_COUNTERS_H
#define SPARSEC_LIB_FRONTEND_COUNTERS_H

#include "Kernel.h"

#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace sparsec {

/// What \p change, one of ++, --, += and -=, adds to its variable; none for
/// other expressions.
std::optional<Product> addendOf(const clang::Expr *change);

/// What each iteration of \p loop adds to \p variable, as a sum, with the
/// places of its factors; none when it changes the variable in another way, or
/// not always.
std::optional<std::vector<Product>> eachAdds(const clang::ForStmt *loop,
                                             const clang::VarDecl *variable,
                                             const clang::ASTContext &ast);

/// Whether \p part is \p place or has it inside.
bool holds(const clang::Stmt *part, const clang::Stmt *place);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_COUNTERS_H
