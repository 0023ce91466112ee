//===- CrossingMembers.cpp - numbers of structures that loops set ---------===//
///
/// \file
/// Loops may count in a structure of the caller's:
///
///     for (p = 0; p < n; p++)
///       if (a[p] > eps) C->col[C->nz++] = col[p];
///
/// A copy of the number does, which is stored behind the loops, if the pointer
/// is read through before them anyway.
///
//===----------------------------------------------------------------------===//

#include "CrossingMembers.h"
#include "Aliases.h"
#include "Constructs.h"
#include "Modified.h"
#include "OutlineHazards.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

const clang::VarDecl *pointerOf(const clang::MemberExpr *member) {
  return member->isArrow() ? namedVariable(member->getBase()) : nullptr;
}

class MemberFinder : public clang::RecursiveASTVisitor<MemberFinder> {
public:
  using Key = std::pair<const clang::VarDecl *, const clang::FieldDecl *>;

  explicit MemberFinder(const clang::SourceManager &sources)
      : sources(sources) {}

  std::map<Key, CrossingMember> members;
  std::set<Key> set;
  std::set<const clang::VarDecl *> moved; ///< pointers that change
  std::set<const clang::FieldDecl *> hidden, addressed;
  std::set<const clang::VarDecl *> declared; ///< by what is walked
  std::map<const clang::VarDecl *, unsigned> named, readThrough;
  bool copies = false;                     ///< whole structures
  std::set<const clang::VarDecl *> recast; ///< to pointers of other types
  bool calls = false;

  bool VisitMemberExpr(clang::MemberExpr *member) {
    const auto *field =
        llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field)
      return true;
    const clang::VarDecl *pointer = pointerOf(member);
    if (!pointer || member->getBeginLoc().isMacroID() ||
        member->getEndLoc().isMacroID() ||
        !sources.isInMainFile(member->getBeginLoc())) {
      hidden.insert(field);
      return true;
    }
    ++readThrough[pointer];
    CrossingMember &found = members[{pointer, field}];
    found.pointer = pointer, found.member = field;
    found.places.push_back(member);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl *variable) {
    declared.insert(variable);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (const auto *variable =
            llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      ++named[variable];
    return true;
  }
  bool VisitCastExpr(clang::CastExpr *cast) {
    copies |= cast->getCastKind() == clang::CK_LValueToRValue &&
              cast->getType()->isRecordType();
    const clang::VarDecl *pointer = namedVariable(cast->getSubExpr());
    if (llvm::isa<clang::ExplicitCastExpr>(cast) && pointer &&
        cast->getType()->isPointerType() &&
        !cast->getType()->isVoidPointerType())
      recast.insert(pointer);
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    const bool isAddress = unary && unary->getOpcode() == clang::UO_AddrOf;
    const clang::Expr *target =
        isAddress ? unary->getSubExpr() : modifiedBy(expression);
    if (!target)
      return true;
    const auto *member =
        llvm::dyn_cast<clang::MemberExpr>(target->IgnoreParens());
    const auto *field =
        member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())
               : nullptr;
    if (field && isAddress)
      hidden.insert(field), addressed.insert(field);
    else if (field)
      set.insert({pointerOf(member), field});
    if (const clang::VarDecl *variable = variableStoredTo(target))
      moved.insert(variable);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    for (const clang::Expr *argument : call->arguments())
      if (const auto *pointer = namedVariable(argument->IgnoreParenCasts()))
        moved.insert(pointer); // it may be freed
    const clang::FunctionDecl *callee = call->getDirectCallee();
    calls |= !callee || callee->getDefinition();
    return true;
  }

private:
  const clang::SourceManager &sources;
};

/// Whether \p part always reads through \p pointer.
bool readsThrough(const clang::Stmt *part, const clang::VarDecl *pointer) {
  if (!part)
    return false;
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(part))
    return readsThrough(loop->getInit(), pointer) ||
           readsThrough(loop->getCond(), pointer);
  if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(part))
    return readsThrough(loop->getCond(), pointer);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(part))
    return readsThrough(branch->getCond(), pointer);
  if (const auto *choice =
          llvm::dyn_cast<clang::AbstractConditionalOperator>(part))
    return readsThrough(choice->getCond(), pointer);
  if (llvm::isa<clang::SwitchStmt, clang::UnaryExprOrTypeTraitExpr,
                clang::GenericSelectionExpr>(part))
    return false;
  if (const auto *loop = llvm::dyn_cast<clang::DoStmt>(part))
    if (hasBreak(loop->getBody()) || hasContinue(loop->getBody()))
      return false;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(part);
  if (binary && binary->isLogicalOp())
    return readsThrough(binary->getLHS(), pointer);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
  if (unary && unary->getOpcode() == clang::UO_AddrOf)
    return false;
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
  return (member && pointerOf(member) == pointer) ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return readsThrough(child, pointer);
         });
}

/// Whether \p part changes \p pointer, takes its address or hands it to a
/// function.
bool isMovedIn(const clang::Stmt *part, const clang::VarDecl *pointer) {
  MemberFinder finder(pointer->getASTContext().getSourceManager());
  finder.TraverseStmt(const_cast<clang::Stmt *>(part));
  return finder.moved.count(pointer) != 0;
}

/// Whether the statements of \p function before \p region, or the region
/// itself, read through \p pointer whatever happens.
bool isThere(const clang::VarDecl *pointer, const LoopRegion &region,
             const clang::FunctionDecl &function) {
  const clang::SourceManager &sources =
      function.getASTContext().getSourceManager();
  const clang::SourceLocation begin = region.statements.front()->getBeginLoc();
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(function.getBody());
  bool isRead = false;
  for (const clang::Stmt *statement : body->body()) {
    if (!sources.isBeforeInTranslationUnit(statement->getBeginLoc(), begin))
      break;
    isRead |= !llvm::isa<clang::CompoundStmt>(statement) &&
              !holdsRegion(statement, region) &&
              readsThrough(statement, pointer);
    isRead &= !isMovedIn(statement, pointer); // to another structure, or none
  }
  // Jumps come from before; others may change a variable of the file.
  if (isRead && !hasLabel(body) && !pointer->hasGlobalStorage())
    return true;
  return llvm::any_of(region.statements, [&](const clang::Stmt *statement) {
    return readsThrough(statement, pointer);
  });
}

} // namespace

std::vector<CrossingMember>
crossingMembers(const LoopRegion &region, const clang::FunctionDecl &function) {
  MemberFinder finder(function.getASTContext().getSourceManager());
  for (const clang::Stmt *statement : region.statements)
    finder.TraverseStmt(const_cast<clang::Stmt *>(statement));
  std::vector<CrossingMember> result;
  if (finder.calls || finder.copies)
    return result;
  MemberFinder whole(function.getASTContext().getSourceManager());
  whole.TraverseStmt(function.getBody());
  std::map<const clang::FieldDecl *, unsigned> pointers;
  for (const auto &[key, member] : finder.members)
    ++pointers[key.second];
  for (auto &[key, member] : finder.members) {
    const auto &[pointer, field] = key;
    const clang::QualType type = field->getType();
    const bool isAlone =
        pointers[field] == 1 && !finder.hidden.count(field) &&
        !finder.moved.count(pointer) && !finder.declared.count(pointer) &&
        !whole.addressed.count(field) && !whole.recast.count(pointer) &&
        finder.named[pointer] == finder.readThrough[pointer] &&
        !field->getParent()->isUnion();
    if (finder.set.count(key) && isAlone && type->isArithmeticType() &&
        !type.isVolatileQualified() && !field->isBitField() &&
        isThere(pointer, region, function))
      result.push_back(std::move(member));
  }
  return result;
}

} // namespace sparsec
