//===- ReadBehind.cpp - what is known before and behind a place -----------===//

#include "ReadBehind.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Path = std::vector<const clang::Stmt *>;

/// What running a statement does first with a variable.
enum class Use { None, Read, Set };

bool isLoop(const clang::Stmt *statement) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement);
}

bool declares(const clang::Stmt *statement, const clang::VarDecl *variable) {
  const auto *list = llvm::dyn_cast<clang::DeclStmt>(statement);
  return list && llvm::is_contained(list->decls(), variable);
}

Use firstUse(const clang::Stmt *statement, const clang::VarDecl *variable);

Use inOrder(llvm::ArrayRef<const clang::Stmt *> parts,
            const clang::VarDecl *variable) {
  for (const clang::Stmt *part : parts)
    if (const Use use = part ? firstUse(part, variable) : Use::None;
        use != Use::None)
      return use;
  return Use::None;
}

Use ofBranch(const clang::IfStmt *branch, const clang::VarDecl *variable) {
  if (const Use use = firstUse(branch->getCond(), variable); use != Use::None)
    return use;
  const Use then = firstUse(branch->getThen(), variable);
  const Use otherwise =
      branch->getElse() ? firstUse(branch->getElse(), variable) : Use::None;
  if (then == Use::Read || otherwise == Use::Read)
    return Use::Read;
  return then == otherwise ? then : Use::None;
}

Use firstUse(const clang::Stmt *statement, const clang::VarDecl *variable) {
  if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    const Path parts(list->body_begin(), list->body_end());
    return inOrder(parts, variable);
  }
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement)) {
    const Use start = inOrder({loop->getInit(), loop->getCond()}, variable);
    if (start != Use::None)
      return start;
    const Use inside = inOrder({loop->getBody(), loop->getInc()}, variable);
    return inside == Use::Read ? Use::Read : Use::None;
  }
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return ofBranch(branch, variable);
  const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (assignment && assignment->isCommaOp())
    return inOrder({assignment->getLHS(), assignment->getRHS()}, variable);
  if (assignment && assignment->getOpcode() == clang::BO_Assign &&
      namedVariable(assignment->getLHS()) == variable)
    return mentions(assignment->getRHS(), variable) ? Use::Read : Use::Set;
  if (declares(statement, variable))
    return Use::Set;
  return mentions(statement, variable) ? Use::Read : Use::None;
}

/// Whether \p statement may jump to somewhere behind it.
bool jumps(const clang::Stmt *statement) {
  return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(
             statement) ||
         llvm::any_of(statement->children(), [](const clang::Stmt *child) {
           return child && jumps(child);
         });
}

} // namespace

std::vector<const clang::Stmt *> pathTo(const clang::Stmt *root,
                                        const clang::Stmt *place) {
  if (root == place)
    return {root};
  for (const clang::Stmt *child : root->children()) {
    Path rest = child ? pathTo(child, place) : Path();
    if (rest.empty())
      continue;
    rest.insert(rest.begin(), root);
    return rest;
  }
  return {};
}

bool isReadBehind(const std::vector<const clang::Stmt *> &path,
                  const clang::VarDecl *variable) {
  if (path.empty())
    return true; // who knows
  for (size_t pos = path.size(); pos-- > 1;) {
    const clang::Stmt *around = path[pos - 1], *place = path[pos];
    if (isLoop(around)) {
      // It may go on with another iteration, or end.
      const auto *loop = llvm::dyn_cast<clang::ForStmt>(around);
      const auto *plain = llvm::dyn_cast<clang::WhileStmt>(around);
      const Use again =
          loop    ? inOrder({loop->getInc(), loop->getCond(), loop->getBody()},
                            variable)
          : plain ? inOrder({plain->getCond(), plain->getBody()}, variable)
                  : firstUse(around, variable);
      if (again == Use::Read)
        return true;
      continue;
    }
    if (!llvm::isa<clang::CompoundStmt>(around))
      continue;
    bool isBehind = false, mayJump = false, isOver = false;
    for (const clang::Stmt *child : around->children()) {
      isOver |= declares(child, variable); // the block ends it
      if (isBehind) {
        const Use use = firstUse(child, variable);
        if (use == Use::Read)
          return true;
        mayJump |= jumps(child);
        if (use == Use::Set && !mayJump)
          return false;
      }
      isBehind |= child == place;
    }
    if (isOver)
      return false;
  }
  return false;
}

const clang::Stmt *carriedBy(const std::vector<const clang::Stmt *> &path,
                             const clang::VarDecl *variable) {
  for (size_t pos = path.size(); pos-- > 1;) {
    const clang::Stmt *around = path[pos - 1], *place = path[pos];
    if (isLoop(around))
      return around;
    if (!llvm::isa<clang::CompoundStmt>(around))
      continue;
    for (const clang::Stmt *child : around->children()) {
      if (child == place)
        break;
      if (firstUse(child, variable) == Use::Set)
        return nullptr;
    }
  }
  return nullptr;
}

} // namespace sparsec
