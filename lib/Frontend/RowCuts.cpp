//===- RowCuts.cpp - a row in two loops -----------------------------------===//
///
/// \file
/// A loop that goes on where the one before it has met the first entry that is
/// no longer less goes through the others:
///
///     for (k = p[i]; k < p[i + 1] && c[k] < i; k++)
///       l += a[k];
///     for (; k < p[i + 1]; k++)
///       u += a[k];
///
///     =>  k = p[i];
///         for (q = k; q < p[i + 1]; q++) if (c[q] < i) l += a[q];
///         for (q = k; q < p[i + 1]; q++) if (c[q] >= i) u += a[q];
///
/// with variables of their own. That is the same where c does not fall in a
/// row, which facts have to say (MergeFacts.cpp).
///
//===----------------------------------------------------------------------===//

#include "RowCuts.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopSteps.h"
#include "Modified.h"
#include "ReadBehind.h"
#include "RowWalks.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// A loop over positions in a row, each once.
struct Part {
  Loop loop;
  Walk walk;
  std::optional<BodyStep> inBody = std::nullopt;
  clang::BinaryOperator *entry = nullptr; ///< `c[k] < v`, in the first part
};

/// The array of `c[k]`, \p side; null for others.
clang::Expr *arrayOf(clang::Expr *side, const clang::VarDecl *position) {
  auto *element =
      llvm::dyn_cast<clang::ArraySubscriptExpr>(side->IgnoreParenImpCasts());
  return element && namedVariable(element->getIdx()) == position &&
                 !mentions(element->getBase(), position)
             ? element->getBase()
             : nullptr;
}

/// \p statement as the first or the other part of a row.
std::optional<Part> partOf(clang::Stmt *statement, bool isFirst,
                           const clang::ASTContext &ast) {
  const std::optional<Loop> loop = loopOf(statement);
  if (!loop)
    return std::nullopt;
  const std::vector<clang::Expr *> tests = partsOf(loop->condition);
  const auto walk = walkOf(tests[0], modifiedVariables(statement));
  if (!walk || isAddressed(walk->position) ||
      tests.size() != (isFirst ? 2 : 1) || hasBreak(loop->body) ||
      hasContinue(loop->body))
    return std::nullopt;
  Part part{*loop, *walk};
  if (isFirst)
    part.entry =
        llvm::dyn_cast<clang::BinaryOperator>(tests[1]->IgnoreParenImpCasts());
  if (!loop->step) {
    part.inBody = stepIn(loop->body, walk->position, ast);
    return part.inBody && part.inBody->amount == 1 ? std::optional(part)
                                                   : std::nullopt;
  }
  const auto step = constantStep(loop->step, ast);
  const bool isNext = step && step->first == walk->position &&
                      step->second == 1 && !changes(loop->body, walk->position);
  return isNext ? std::optional(part) : std::nullopt;
}

/// Whether \p test, `c[k] < v`, asks for entries of one array to be less.
bool isOfEntries(const clang::BinaryOperator *test,
                 const clang::VarDecl *position) {
  return test &&
         (test->getOpcode() == clang::BO_LT ||
          test->getOpcode() == clang::BO_LE) &&
         arrayOf(test->getLHS(), position) &&
         !mentions(test->getRHS(), position) && !mayAct(test) &&
         test->getLHS()->getType()->isIntegerType() &&
         test->getRHS()->getType()->isIntegerType();
}

/// Whether \p between may stand between the parts: what ends them stays.
bool mayStandBetween(const clang::Stmt *between, const Part &first) {
  return !mentions(between, first.walk.position) && !hasBreak(between) &&
         !hasContinue(between) && isFixed(first.loop.condition, between);
}

} // namespace

/// \p part over the whole row, under `c[k] < v`, or the opposite of that.
static clang::Stmt *wholeRow(const Part &part, clang::BinaryOperator *entry,
                             bool isOpposite, NewNodes &nodes,
                             const MergeRewriter &rows,
                             clang::SourceRange where) {
  clang::VarDecl *position = part.walk.position;
  clang::VarDecl *own = ownOf(part.walk, nodes);
  clang::Expr *element = nodes.load(
      nodes.element(arrayOf(entry->getLHS(), position), nodes.load(own)));
  clang::Expr *test = nodes.binary(
      isOpposite ? clang::BinaryOperator::negateComparisonOp(entry->getOpcode())
                 : entry->getOpcode(),
      nodes.converted(element, entry->getLHS()->getType()), entry->getRHS(),
      nodes.ast.IntTy);
  clang::Stmt *work = part.inBody ? withoutStep(part.loop.body, *part.inBody,
                                                position, nodes, rows.undo)
                                  : part.loop.body;
  clang::Stmt *whole = nodes.list({work});
  References(position, own, rows.undo).change(whole);
  auto *branch =
      llvm::cast<clang::IfStmt>(nodes.branch(test, rows.rewrite(whole)));
  rows.merges[branch] = {where, /*isSearch=*/true};
  return loopOver(part.walk, own, branch, nodes);
}

std::optional<RowCut> cutRow(const MergeRewriter &rows, clang::Stmt *loop,
                             llvm::ArrayRef<clang::Stmt *> behind) {
  clang::FunctionDecl &function = rows.function;
  clang::ASTContext &ast = function.getASTContext();
  std::optional<Part> first = partOf(loop, /*isFirst=*/true, ast);
  if (!first || !isOfEntries(first->entry, first->walk.position) ||
      !isFixed(first->entry->getRHS(), loop))
    return std::nullopt;
  const auto *next = llvm::find_if(behind, [&](const clang::Stmt *statement) {
    return !mayStandBetween(statement, *first);
  });
  std::optional<Part> other = next == behind.end()
                                  ? std::nullopt
                                  : partOf(*next, /*isFirst=*/false, ast);
  if (!other || other->loop.init ||
      other->walk.position != first->walk.position ||
      !isAlike(other->walk.test, first->walk.test, ast) ||
      !isFixed(first->entry->getRHS(), *next) ||
      isReadBehind(pathTo(rows.body, *next), first->walk.position))
    return std::nullopt;
  NewNodes nodes(function, loop->getBeginLoc());
  NewNodes later(function, (*next)->getBeginLoc());
  RowCut result;
  if (first->loop.init)
    result.first.push_back(first->loop.init);
  result.first.push_back(wholeRow(*first, first->entry, false, nodes, rows,
                                  loop->getSourceRange()));
  result.next = *next;
  result.other = wholeRow(*other, first->entry, true, later, rows,
                          (*next)->getSourceRange());
  return result;
}

} // namespace sparsec
