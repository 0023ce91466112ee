//===- Switch.h - `switch` as a chain of `if` -------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SWITCH_H
#define SPARSEC_LIB_FRONTEND_SWITCH_H

#include "Constructs.h"

#include "clang/AST/ASTContext.h"

namespace sparsec {

/// A statement that does what \p choice does, without it; or why there is none.
struct IfChain {
  const clang::Stmt *statement = nullptr;
  std::optional<UnsupportedConstruct> problem = std::nullopt;
};
IfChain ifChainOf(const clang::SwitchStmt *choice,
                  const clang::ASTContext &ast);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SWITCH_H
