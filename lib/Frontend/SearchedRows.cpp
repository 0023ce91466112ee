//===- SearchedRows.cpp - loops that look for an entry --------------------===//
///
/// \file
/// A search is two statements: the loop that passes what is less, and the `if`
/// that asks whether the entry was found (RowMerges.cpp).
///
//===----------------------------------------------------------------------===//

#include "Aliases.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "MergeBody.h"
#include "Modified.h"
#include "ReadBehind.h"
#include "RowWalks.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `while (q < qe && b[q] < v) q++;`
struct Search {
  Walk walk;
  clang::Expr *element = nullptr, *value = nullptr;
  clang::Stmt *init = nullptr;
};

bool isStepOf(const clang::Stmt *statement, const clang::VarDecl *variable) {
  const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement);
  if (list)
    return list->size() == 1 && isStepOf(list->body_front(), variable);
  const auto *step = llvm::dyn_cast<clang::UnaryOperator>(statement);
  return step && step->isIncrementOp() &&
         namedVariable(step->getSubExpr()) == variable;
}

/// The sides of `b[q] < v`, \p op, in that order.
bool splitTest(clang::Expr *test, clang::BinaryOperatorKind op,
               const clang::VarDecl *position, Search &search) {
  auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(test->IgnoreParenImpCasts());
  if (!comparison)
    return false;
  clang::Expr *left = comparison->getLHS(), *right = comparison->getRHS();
  const bool isTurned = mentions(right, position);
  if (isTurned)
    std::swap(left, right);
  const clang::BinaryOperatorKind found =
      isTurned && comparison->isRelationalOp()
          ? clang::BinaryOperator::reverseComparisonOp(comparison->getOpcode())
          : comparison->getOpcode();
  search.element = left;
  search.value = right;
  return found == op && isElement(left) && mentions(left, position) &&
         !mentions(right, position) && !changesAny(comparison) &&
         left->getType()->isIntegerType() && right->getType()->isIntegerType();
}

bool isEmpty(const clang::Stmt *body) {
  const auto *list = llvm::dyn_cast<clang::CompoundStmt>(body);
  return list ? list->body_empty() : llvm::isa<clang::NullStmt>(body);
}

std::optional<Search> searchOf(clang::Stmt *statement) {
  const std::optional<Loop> loop = loopOf(statement);
  if (!loop)
    return std::nullopt;
  const std::vector<clang::Expr *> parts = partsOf(loop->condition);
  clang::Stmt *step = loop->step ? loop->step : loop->body;
  if (parts.size() != 2 || (loop->step && !isEmpty(loop->body)))
    return std::nullopt;
  const std::optional<Walk> walk = walkOf(parts[0], modifiedVariables(step));
  Search search;
  if (!walk || !isStepOf(step, walk->position) ||
      !splitTest(parts[1], clang::BO_LT, walk->position, search))
    return std::nullopt;
  search.walk = *walk;
  search.init = loop->init;
  return search;
}

/// Whether \p branch asks for what \p search has found, with `element` and
/// `value` as it has them then.
bool asksFor(Search &search, clang::IfStmt *branch,
             const clang::ASTContext &ast) {
  const std::vector<clang::Expr *> parts = partsOf(branch->getCond());
  Search found;
  if (parts.size() != 2 || branch->getElse() || branch->getInit() ||
      branch->getConditionVariable() ||
      !isAlike(parts[0], search.walk.test, ast) ||
      !splitTest(parts[1], clang::BO_EQ, search.walk.position, found) ||
      !isAlike(found.element, search.element, ast) ||
      !isAlike(found.value, search.value, ast))
    return false;
  search.element = found.element;
  search.value = found.value;
  return true;
}

/// What happens where an entry is found, without a step of \p position at its
/// end; none where that changes otherwise.
std::optional<Statements> workOf(clang::Stmt *found,
                                 const clang::VarDecl *position) {
  Statements work = {found};
  if (auto *list = llvm::dyn_cast<clang::CompoundStmt>(found))
    work.assign(list->body_begin(), list->body_end());
  bool isStepped = false;
  Statements rest;
  for (clang::Stmt *part : work) {
    if (isStepped && mentions(part, position))
      return std::nullopt;
    if (isStepOf(part, position)) {
      isStepped = true;
      continue;
    }
    if (modifiedVariables(part).count(position)) {
      const auto steps = postStepsOf(part, position);
      if (steps.size() != 1 || !stepsIn(part).count(steps.front()))
        return std::nullopt;
      isStepped = true;
    }
    rest.push_back(part);
  }
  return rest;
}

/// The initialiser of the local of \p body that \p value is, if it is one.
const clang::Expr *resolvedIn(const clang::Stmt *body,
                              const clang::Expr *value) {
  const clang::VarDecl *variable = namedVariable(value);
  for (const clang::Stmt *part : body->children())
    if (const auto *list = llvm::dyn_cast_or_null<clang::DeclStmt>(part))
      if (variable && llvm::is_contained(list->decls(), variable) &&
          variable->getInit() && !modifiedVariables(body).count(variable))
        return variable->getInit();
  return value;
}

/// Whether \p value is the variable of \p loop, or an element there, and each
/// iteration steps that by one, and nothing else does.
bool risesIn(const clang::Stmt *loop, const clang::Expr *value) {
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const auto *step = counted && counted->getInc()
                         ? llvm::dyn_cast<clang::UnaryOperator>(
                               counted->getInc()->IgnoreParens())
                         : nullptr;
  const clang::VarDecl *variable = step && step->isIncrementOp()
                                       ? namedVariable(step->getSubExpr())
                                       : nullptr;
  if (!variable || modifiedVariables(counted->getBody()).count(variable))
    return false;
  value = resolvedIn(counted->getBody(), value);
  return namedVariable(value) == variable ||
         (isElement(value) && mentions(value, variable));
}

/// How often \p statement changes \p variable.
unsigned changesOf(const clang::Stmt *statement,
                   const clang::VarDecl *variable) {
  const clang::Expr *target = modifiedBy(statement);
  unsigned count = target && namedVariable(target) == variable;
  for (const clang::Stmt *child : statement->children())
    if (child)
      count += changesOf(child, variable);
  return count;
}

/// Whether nothing else in the loop \p around changes the position of the
/// search that \p loop and \p asking make.
bool isAlone(const clang::Stmt *around, const clang::Stmt *loop,
             const clang::Stmt *asking, const clang::VarDecl *position) {
  return changesOf(around, position) ==
         changesOf(loop, position) + changesOf(asking, position);
}

} // namespace

/// What there is to say against \p search, which \p asking ends.
static void checkSearch(const Search &search, const clang::Stmt *loop,
                        const clang::Stmt *asking, const clang::Stmt *body,
                        RowMerge &made) {
  const clang::VarDecl *position = search.walk.position;
  std::vector<const clang::Stmt *> path = pathTo(body, asking);
  const clang::Stmt *around = search.init ? nullptr : carriedBy(path, position);
  made.mayGoOn = around != nullptr;
  if (around) {
    while (path.back() != around)
      path.pop_back();
    if (!isAlone(around, loop, asking, position) || carriedBy(path, position)) {
      made.problem =
          "where '" + position->getNameAsString() + "' starts is not known";
      made.instead = "set it in front of the loop, or of the loop around, in "
                     "which nothing else changes it";
      return;
    }
    if (!risesIn(around, search.value)) {
      made.problem = "this search goes on from where it was, but what it looks "
                     "for need not rise";
      made.instead = "begin each search at the row's start, or look for a[p] "
                     "in for (p = ..; p < ..; p++), where a rises";
      return;
    }
  }
  if (isReadBehind(path, position))
    readBehind(position, made);
}

std::optional<Statements> MergeRewriter::searched(clang::Stmt *loop,
                                                  clang::Stmt *next) const {
  auto *asking = llvm::dyn_cast<clang::IfStmt>(next);
  std::optional<Search> search = asking ? searchOf(loop) : std::nullopt;
  if (!search || !asksFor(*search, asking, function.getASTContext()))
    return std::nullopt;
  clang::VarDecl *position = search->walk.position;
  const std::optional<Statements> found = workOf(asking->getThen(), position);
  NewNodes nodes(function, loop->getBeginLoc());
  clang::Expr *test = equality(search->element, search->value, nodes);
  if (!found || !test)
    return std::nullopt;
  RowMerge made{loop->getSourceRange(), /*isSearch=*/true};
  made.isStepped = changesOf(asking, position) != 0;
  checkSearch(*search, loop, asking, body, made);
  clang::Stmt *work = nodes.list(*found);
  clang::VarDecl *own = ownOf(search->walk, nodes);
  References references(position, own, undo);
  references.change(test);
  references.change(work);
  clang::Stmt *branch = nodes.branch(test, rewrite(work));
  merges[llvm::cast<clang::IfStmt>(branch)] = made;
  Statements result;
  if (search->init)
    result.push_back(search->init);
  result.push_back(loopOver(search->walk, own, branch, nodes));
  return result;
}

} // namespace sparsec
