//===- SearchGaps.cpp - what stands behind a search -----------------------===//
///
/// \file
///     while (q < qe && b[q] < v) q++;      d[i] = 0;
///     d[i] = 0;                       =>   while (q < qe && b[q] < v) q++;
///     if (q < qe && b[q] == v) ..          if (q < qe && b[q] == v) ..
///
//===----------------------------------------------------------------------===//

#include "SearchGaps.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "Modified.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

/// Whether \p statement does the same before \p loop, which changes the
/// variables \p changed: it does not see these, nor the loop what it sets.
static bool mayMoveBefore(const clang::Stmt *statement, const clang::Stmt *loop,
                          const std::set<const clang::VarDecl *> &changed) {
  if (llvm::any_of(changed, [&](const clang::VarDecl *variable) {
        return mentions(statement, variable);
      }))
    return false;
  if (const auto *list = llvm::dyn_cast<clang::DeclStmt>(statement))
    return llvm::all_of(list->decls(), [&](const clang::Decl *each) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
      return variable && (!variable->getInit() || !mayAct(variable->getInit()));
    });
  const auto *assign = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!assign || !assign->isAssignmentOp() || mayAct(assign->getLHS()) ||
      mayAct(assign->getRHS()))
    return false;
  const clang::VarDecl *base = namedVariable(baseOf(assign->getLHS()));
  return base && !mentions(loop, base);
}

/// Whether \p loop changes nothing but variables.
static bool changesVariables(const clang::Stmt *part) {
  const clang::Expr *target = modifiedBy(part);
  return (!target || namedVariable(target)) &&
         llvm::all_of(part->children(), [](const clang::Stmt *child) {
           return !child || changesVariables(child);
         });
}

size_t movableBefore(const clang::Stmt *loop,
                     llvm::ArrayRef<clang::Stmt *> behind) {
  if (!llvm::isa<clang::ForStmt, clang::WhileStmt>(loop) ||
      !changesVariables(loop))
    return 0;
  const std::set<const clang::VarDecl *> changed = modifiedVariables(loop);
  if (llvm::any_of(changed, isAddressed))
    return 0;
  size_t count = 0;
  while (count < behind.size() && mayMoveBefore(behind[count], loop, changed))
    ++count;
  return count < behind.size() ? count : 0;
}

} // namespace sparsec
