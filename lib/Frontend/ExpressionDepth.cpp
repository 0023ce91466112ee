//===- ExpressionDepth.cpp - how deep expressions are ---------------------===//

#include "ExpressionDepth.h"

#include "clang/AST/Expr.h"

#include <vector>

namespace sparsec {

std::string tooManyLevels() {
  return "more than " + std::to_string(maxLevels) +
         " operations are inside one another here";
}

bool reportTooDeep(const clang::Stmt *body, Diagnoser &diagnoser) {
  struct Visit {
    const clang::Stmt *statement;
    unsigned levels;
  };
  std::vector<Visit> pending = {{body, 0}};
  while (!pending.empty()) {
    auto [statement, levels] = pending.back();
    pending.pop_back();
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (!expression)
      levels = 0;
    else if (!llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(expression))
      ++levels;
    if (levels > maxLevels) {
      diagnoser.error(expression->getExprLoc(), tooManyLevels(),
                      insteadOfLevels);
      return true;
    }
    for (const clang::Stmt *child : statement->children())
      if (child)
        pending.push_back({child, levels});
  }
  return false;
}

} // namespace sparsec
