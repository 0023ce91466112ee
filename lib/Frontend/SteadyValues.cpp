//===- SteadyValues.cpp - values that a loop leaves as they are -----------===//

#include "SteadyValues.h"
#include "Aliases.h"
#include "KernelScan.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool isSteady(const clang::Stmt *value, const clang::Stmt *loop) {
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(value)) {
    const auto *named = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return !named || !modifiedVariables(loop).count(named);
  }
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(value);
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(value);
  if (member && !llvm::isa_and_nonnull<clang::ParmVarDecl>(
                    namedVariable(member->getBase())))
    return false;
  const bool isTaken =
      (binary && (binary->isAdditiveOp() || binary->isMultiplicativeOp())) ||
      llvm::isa<clang::ParenExpr, clang::CastExpr, clang::IntegerLiteral,
                clang::MemberExpr>(value);
  return isTaken &&
         llvm::all_of(value->children(), [&](const clang::Stmt *child) {
           return isSteady(child, loop);
         });
}

} // namespace sparsec
