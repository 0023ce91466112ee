//===- SearchedRows.cpp - loops that look for an entry --------------------===//
///
/// \file
/// A search is two statements: the loop that passes what is less, and the `if`
/// that asks whether the entry was found (RowMerges.cpp). Where it has an
/// `else`, that runs behind the loop if nothing was found:
///
///     while (q < qe && b[q] < v) q++;      is_found = 0;
///     d[i] = q < qe && b[q] == v           for (; q < qe; q++)
///                ? a[q] : 1;          =>     if (b[q] == v) {
///                                              is_found = 1;
///                                              d[i] = a[q]; }
///                                          if (!is_found) d[i] = 1;
///
/// What stands between the two goes before the loop: SearchGaps.cpp.
///
//===----------------------------------------------------------------------===//

#include "Aliases.h"
#include "Constructs.h"
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
         !mentions(right, position) && !mayAct(comparison) &&
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

/// `q >= qe` for `q < qe`.
bool isOpposite(const clang::Expr *one, const clang::Expr *other,
                const clang::ASTContext &ast) {
  const auto *first =
      llvm::dyn_cast<clang::BinaryOperator>(one->IgnoreParenImpCasts());
  const auto *second =
      llvm::dyn_cast<clang::BinaryOperator>(other->IgnoreParenImpCasts());
  return first && second && first->isComparisonOp() &&
         second->isComparisonOp() &&
         first->getOpcode() ==
             clang::BinaryOperator::negateComparisonOp(second->getOpcode()) &&
         isAlike(first->getLHS(), second->getLHS(), ast) &&
         isAlike(first->getRHS(), second->getRHS(), ast);
}

/// An `if` that asks whether an entry was found.
struct Asking {
  clang::Stmt *declaration = nullptr; ///< of what it sets
  clang::Expr *condition = nullptr;
  clang::Stmt *then = nullptr, *otherwise = nullptr;
  const clang::VarDecl *set = nullptr; ///< without being read, in any case
};

/// Whether \p asking asks for what \p search has found, with `element` and
/// `value` as it has them then. Where it asks for the opposite it is turned.
bool asksFor(Search &search, Asking &asking, const clang::ASTContext &ast) {
  std::vector<clang::Expr *> parts = partsOf(asking.condition);
  auto *either = llvm::dyn_cast<clang::BinaryOperator>(
      asking.condition->IgnoreParenImpCasts());
  const bool isTurned = either && either->getOpcode() == clang::BO_LOr;
  if (isTurned)
    parts = {either->getLHS(), either->getRHS()};
  Search found;
  if (parts.size() != 2 ||
      !(isTurned ? isOpposite(parts[0], search.walk.test, ast)
                 : isAlike(parts[0], search.walk.test, ast)) ||
      !splitTest(parts[1], isTurned ? clang::BO_NE : clang::BO_EQ,
                 search.walk.position, found) ||
      !isAlike(found.element, search.element, ast) ||
      !isAlike(found.value, search.value, ast))
    return false;
  search.element = found.element;
  search.value = found.value;
  if (isTurned)
    std::swap(asking.then, asking.otherwise);
  return true;
}

/// What happens where an entry is found, without a step of \p position at its
/// end; none where that changes otherwise.
std::optional<Statements> workOf(clang::Stmt *found,
                                 const clang::VarDecl *position) {
  Statements work;
  if (found)
    work.push_back(found);
  if (auto *list = llvm::dyn_cast_or_null<clang::CompoundStmt>(found))
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

/// Whether nothing else in the loop \p around changes the position of the
/// search that \p loop and \p asking make.
bool isAlone(const clang::Stmt *around, const clang::Stmt *loop,
             const clang::Stmt *asking, const clang::VarDecl *position) {
  return countChanges(around, position) ==
         countChanges(loop, position) + countChanges(asking, position);
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

static clang::ConditionalOperator *choiceOf(clang::Expr *value) {
  auto *choice = llvm::dyn_cast_or_null<clang::ConditionalOperator>(
      value ? value->IgnoreParenImpCasts() : nullptr);
  return choice && !changesAny(choice) ? choice : nullptr;
}

/// \p next as the `if` that asks: `t = c ? v : w`, `double t = c ? v : w` too.
static std::optional<Asking> askingIn(clang::Stmt *next, NewNodes &nodes) {
  if (auto *branch = llvm::dyn_cast<clang::IfStmt>(next)) {
    if (branch->getInit() || branch->getConditionVariable())
      return std::nullopt;
    return Asking{nullptr, branch->getCond(), branch->getThen(),
                  branch->getElse()};
  }
  clang::Expr *target = nullptr, *value = nullptr;
  auto *list = llvm::dyn_cast<clang::DeclStmt>(next);
  auto *variable = list && list->isSingleDecl()
                       ? llvm::dyn_cast<clang::VarDecl>(list->getSingleDecl())
                       : nullptr;
  if (variable && variable->getType()->isArithmeticType()) {
    value = variable->getInit();
    target = nodes.named(variable);
  }
  auto *assign = llvm::dyn_cast<clang::BinaryOperator>(next);
  if (assign && assign->getOpcode() == clang::BO_Assign &&
      !changesAny(assign->getLHS())) {
    target = assign->getLHS();
    value = assign->getRHS();
  }
  clang::ConditionalOperator *choice = choiceOf(value);
  if (!choice)
    return std::nullopt;
  const clang::VarDecl *set = namedVariable(target);
  return Asking{variable ? next : nullptr, choice->getCond(),
                nodes.assign(target, choice->getTrueExpr()),
                nodes.assign(target, choice->getFalseExpr()),
                set && !mentions(choice, set) ? set : nullptr};
}

/// The \p declaration, of one variable, without its value.
static clang::Stmt *withoutValue(clang::Stmt *declaration,
                                 std::vector<std::function<void()>> &undo) {
  auto *variable = llvm::cast<clang::VarDecl>(
      llvm::cast<clang::DeclStmt>(declaration)->getSingleDecl());
  clang::Expr *value = variable->getInit();
  undo.emplace_back([variable, value] { variable->setInit(value); });
  variable->setInit(nullptr);
  return declaration;
}

/// What stands before a search whose answer sets a local number: that gets a
/// value in any case, so nothing seems to come from before.
static Statements beforeAnswer(const Asking &asking, const clang::Stmt *loop,
                               NewNodes &nodes,
                               std::vector<std::function<void()>> &undo) {
  Statements result;
  if (asking.declaration)
    result.push_back(withoutValue(asking.declaration, undo));
  const clang::VarDecl *variable = asking.set;
  if (variable && !isAddressed(variable) &&
      variable->getType()->isArithmeticType() && !mentions(loop, variable) &&
      !mentions(asking.condition, variable))
    result.push_back(nodes.assign(
        nodes.named(const_cast<clang::VarDecl *>(variable)), nodes.number(0)));
  return result;
}

/// Whether \p part may end an iteration of the loop around the search.
static bool jumps(const clang::Stmt *part) {
  return part && (hasBreak(part) || hasContinue(part));
}

std::optional<Statements> MergeRewriter::searched(clang::Stmt *loop,
                                                  clang::Stmt *next) const {
  std::optional<Search> search = searchOf(loop);
  if (!search)
    return std::nullopt;
  clang::VarDecl *position = search->walk.position;
  NewNodes nodes(function, loop->getBeginLoc());
  NewNodes behind(function, next->getBeginLoc());
  std::optional<Asking> asking = askingIn(next, behind);
  if (!asking || !asksFor(*search, *asking, function.getASTContext()) ||
      jumps(asking->then) || mentions(asking->otherwise, position) ||
      (jumps(asking->otherwise) && isReadBehind(pathTo(body, next), position)))
    return std::nullopt;
  std::optional<Statements> work = workOf(asking->then, position);
  clang::Expr *test = equality(search->element, search->value, nodes);
  if (!work || !test)
    return std::nullopt;
  RowMerge made{loop->getSourceRange(), /*isSearch=*/true};
  made.isStepped = countChanges(next, position) != 0;
  checkSearch(*search, loop, next, body, made);
  Statements result;
  if (search->init)
    result.push_back(search->init);
  for (clang::Stmt *part : beforeAnswer(*asking, loop, behind, undo))
    result.push_back(part);
  clang::VarDecl *flag = nullptr;
  if (asking->otherwise) {
    flag = behind.variable("is_found", behind.ast.IntTy, behind.number(0));
    work->insert(work->begin(),
                 behind.assign(behind.named(flag), behind.number(1)));
    result.push_back(behind.declare(flag));
  }
  clang::VarDecl *own = ownOf(search->walk, nodes);
  References references(position, own, undo);
  references.change(test);
  clang::Stmt *whole = nodes.list(*work);
  references.change(whole);
  clang::Stmt *branch = nodes.branch(test, rewrite(whole));
  merges[llvm::cast<clang::IfStmt>(branch)] = made;
  result.push_back(loopOver(search->walk, own, branch, nodes));
  if (flag)
    result.push_back(behind.branch(behind.negated(behind.load(flag)),
                                   rewrite(asking->otherwise)));
  return result;
}

} // namespace sparsec
