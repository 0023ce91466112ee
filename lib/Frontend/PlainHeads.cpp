//===- PlainHeads.cpp - loops that set one variable -----------------------===//
///
/// \file
///     for (k = p[i], e = p[i + 1]; k < e; k++)   e = p[i + 1];
///                                           =>   for (k = p[i]; k < e; k++)
///
///     for (k = p[i], e = k + m; k < e; k++)      k = p[i]; e = k + m;
///                                           =>   for (; k < e; k++)
///
///     for (e = k + m; k < e; k++)                e = k + m;
///                                           =>   for (; k < e; k++)
///
///     for (int e = k + m; k < e; k++)            int e = k + m;
///                                           =>   for (; k < e; k++)
///
/// The operands of a comma run in order. The one that sets the variable of the
/// loop stays in the head if it may run last: if the others behind it set other
/// local variables, which it does not read, and do not read what it sets.
///
//===----------------------------------------------------------------------===//

#include "PlainHeads.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopRegions.h"
#include "Modified.h"
#include "NewNodes.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Expressions = std::vector<clang::Expr *>;

Expressions operandsOf(clang::Expr *expression) {
  auto *both =
      llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens());
  if (!both || !both->isCommaOp())
    return {expression};
  Expressions result = operandsOf(both->getLHS());
  for (clang::Expr *part : operandsOf(both->getRHS()))
    result.push_back(part);
  return result;
}

bool namesReference(const clang::Stmt *part) {
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(part);
  return (named && named->getDecl()->getType()->isReferenceType()) ||
         llvm::any_of(part->children(), [](const clang::Stmt *child) {
           return child && namesReference(child);
         });
}

/// The variable that \p operand does nothing but set, by `=` to a value; null
/// for others, and where pointers may lead to it.
const clang::VarDecl *setBy(const clang::Expr *operand) {
  const auto *assign =
      llvm::dyn_cast<clang::BinaryOperator>(operand->IgnoreParens());
  const clang::VarDecl *variable =
      assign && assign->getOpcode() == clang::BO_Assign
          ? namedVariable(assign->getLHS())
          : nullptr;
  return variable && !isAddressed(variable) && !mayAct(assign->getRHS()) &&
                 !namesReference(operand)
             ? variable
             : nullptr;
}

/// Whether \p operand, which sets a variable alone, may as well run after \p
/// next, which runs behind it.
bool mayPass(const clang::Expr *operand, const clang::Expr *next) {
  const clang::VarDecl *other = setBy(next);
  // What a function that the operand calls may read is not passed.
  return other && other->hasLocalStorage() && !mentions(operand, other) &&
         !mentions(next, setBy(operand));
}

class HeadSplitter {
public:
  HeadSplitter(clang::FunctionDecl &function,
               std::vector<std::function<void()>> &undo)
      : function(function), undo(undo) {}

  /// Looks through \p statement, and what is in it.
  void visit(clang::Stmt *statement) {
    for (clang::Stmt *&child : statement->children()) {
      if (!child)
        continue;
      visit(child);
      clang::Stmt *made = child;
      if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(child))
        made = listOf(list);
      else if (!llvm::isa<clang::CompoundStmt>(statement))
        made = single(child);
      if (made == child)
        continue;
      clang::Stmt **place = &child, *old = child;
      undo.emplace_back([place, old] { *place = old; });
      child = made;
    }
  }

  clang::CompoundStmt *listOf(clang::CompoundStmt *list) {
    Statements parts;
    for (clang::Stmt *child : list->body())
      llvm::append_range(parts, split(child));
    if (parts.size() == list->size() && llvm::equal(parts, list->body()))
      return list;
    return clang::CompoundStmt::Create(
        function.getASTContext(), parts, clang::FPOptionsOverride(),
        list->getLBracLoc(), list->getRBracLoc());
  }

private:
  clang::Stmt *single(clang::Stmt *statement) {
    const Statements parts = split(statement);
    return parts.size() == 1
               ? parts.front()
               : NewNodes(function, statement->getBeginLoc()).list(parts);
  }

  /// \p loop with \p init in place of what its head starts with.
  clang::Stmt *startedBy(clang::Stmt *init, const clang::ForStmt *loop) {
    return new (function.getASTContext()) clang::ForStmt(
        function.getASTContext(), init,
        const_cast<clang::Expr *>(loop->getCond()),
        loop->getConditionVariable(), const_cast<clang::Expr *>(loop->getInc()),
        const_cast<clang::Stmt *>(loop->getBody()), loop->getForLoc(),
        loop->getLParenLoc(), loop->getRParenLoc());
  }

  /// What stands for \p statement: a loop comes last.
  Statements split(clang::Stmt *statement) {
    auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
    if (loop && declaresOthers(loop))
      return {loop->getInit(), startedBy(nullptr, loop)};
    auto *init =
        loop ? llvm::dyn_cast_or_null<clang::Expr>(loop->getInit()) : nullptr;
    Expressions operands = init ? operandsOf(init) : Expressions();
    if (operands.empty() ||
        (operands.size() == 1 && !setsOther(operands.front(), loop)))
      return {statement};
    const auto counter = llvm::find_if(operands, [&](const clang::Expr *one) {
      return setsCounter(one, loop);
    });
    clang::Expr *last = nullptr;
    if (counter != operands.end() &&
        llvm::all_of(
            llvm::make_range(counter + 1, operands.end()),
            [&](const clang::Expr *next) { return mayPass(*counter, next); })) {
      last = (*counter)->IgnoreParens();
      operands.erase(counter);
    }
    Statements parts(operands.begin(), operands.end());
    parts.push_back(startedBy(last, loop));
    return parts;
  }

  static bool changesIn(const clang::ForStmt *loop,
                        const clang::VarDecl *variable) {
    return changes(loop->getInc(), variable) ||
           changes(loop->getCond(), variable) ||
           changes(loop->getBody(), variable);
  }

  /// Whether \p operand sets what \p loop leaves as it is, `e = k + m`, or what
  /// only its body is about, `t = 0`.
  static bool setsOther(const clang::Expr *operand,
                        const clang::ForStmt *loop) {
    const clang::VarDecl *variable = setBy(operand);
    return variable && (!changesIn(loop, variable) ||
                        (loop->getCond() && loop->getInc() &&
                         !mentions(loop->getCond(), variable) &&
                         !mentions(loop->getInc(), variable)));
  }

  /// Whether what the head of \p loop declares is all another's: an end, what
  /// moves along up to it, or what only the body is about.
  static bool declaresOthers(const clang::ForStmt *loop) {
    const auto *list = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
    if (!list || !loop->getCond())
      return false;
    bool hasEnd = false, isMoved = false;
    for (const clang::Decl *each : list->decls()) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (!variable || !variable->hasLocalStorage() ||
          !variable->getType()->isScalarType())
        return false;
      const bool isTested = mentions(loop->getCond(), variable);
      if (isTested && changesIn(loop, variable))
        return false;
      hasEnd |= isTested;
      isMoved |= !loop->getInc() || mentions(loop->getInc(), variable);
    }
    return hasEnd || !isMoved;
  }

  /// Whether \p operand sets what \p loop compares, and changes in each
  /// iteration.
  static bool setsCounter(const clang::Expr *operand,
                          const clang::ForStmt *loop) {
    const clang::VarDecl *variable = setBy(operand);
    return variable && mentions(loop->getCond(), variable) &&
           (changes(loop->getInc(), variable) ||
            changes(loop->getCond(), variable) ||
            (!loop->getInc() && changes(loop->getBody(), variable)));
  }

  clang::FunctionDecl &function;
  std::vector<std::function<void()>> &undo;
};

} // namespace

clang::CompoundStmt *withPlainHeads(clang::FunctionDecl &function,
                                    clang::CompoundStmt *body,
                                    std::vector<std::function<void()>> &undo) {
  if (hasLabel(body))
    return body;
  HeadSplitter splitter(function, undo);
  splitter.visit(body);
  return splitter.listOf(body);
}

} // namespace sparsec
