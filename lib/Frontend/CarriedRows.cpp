//===- CarriedRows.cpp - rows that begin where the last one ended ---------===//
///
/// \file
///     k = p[0];                            k = p[0];
///     for (i = 0; i < n; i++) {            for (i = 0; i < n; i++) {
///       for (; k < p[i + 1]; k++)     =>     for (q = k; q != p[i + 1]; q++)
///         s += a[k];                           s += a[q];
///       ..                                   k = p[i + 1];
///                                            ..
///
/// So is `k != p[i + 1]` read. It asks for ends that do not fall; then k is the
/// end of the row before, as is found of such variables (CarriedValues.cpp).
///
//===----------------------------------------------------------------------===//

#include "CarriedRows.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "LoopSteps.h"
#include "Modified.h"
#include "MovedAlong.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `for (; k < end; k++)`, `while (k < end) { ..; k++; }`
struct RowLoop {
  LoopBound bound;
  clang::Stmt *body = nullptr;
  std::optional<BodyStep> inBody = std::nullopt;
  std::optional<LastSteps> last = std::nullopt;
  std::vector<clang::Expr *> others = {}; ///< beside `k++` in the head
};

/// The parts of `k++, c++`.
void addParts(clang::Expr *increment, std::vector<clang::Expr *> &parts) {
  auto *both = llvm::dyn_cast<clang::BinaryOperator>(increment->IgnoreParens());
  if (!both || !both->isCommaOp()) {
    parts.push_back(increment);
    return;
  }
  addParts(both->getLHS(), parts);
  addParts(both->getRHS(), parts);
}

class RowEnder {
public:
  RowEnder(clang::ForStmt *loop, NewNodes &nodes,
           std::vector<std::function<void()>> &undo)
      : loop(loop), nodes(nodes), undo(undo) {}

  Statements run() {
    counters = countersOf(loop, nodes.ast);
    if (counters.empty() || hasContinue(loop->getBody()))
      return {};
    Statements body = statementsOf(loop->getBody());
    for (size_t pos = 0; pos < body.size(); ++pos)
      if (std::optional<RowLoop> row = rowOf(body[pos]))
        if (Statements made = endingAt(*row, body, pos); !made.empty()) {
          body.erase(body.begin() + long(pos));
          body.insert(body.begin() + long(pos), made.begin(), made.end());
          Statements parts = carried.before;
          parts.push_back(new (nodes.ast) clang::ForStmt(
              nodes.ast, loop->getInit(), loop->getCond(), nullptr,
              loop->getInc(), nodes.list(body), loop->getForLoc(),
              loop->getLParenLoc(), loop->getRParenLoc()));
          parts.insert(parts.end(), carried.behind.begin(),
                       carried.behind.end());
          return parts;
        }
    return {};
  }

private:
  std::optional<RowLoop> rowOf(clang::Stmt *part) const {
    auto *plain = llvm::dyn_cast<clang::WhileStmt>(part);
    auto *counted = llvm::dyn_cast<clang::ForStmt>(part);
    const bool isOpen = plain || (counted && !counted->getInit());
    const clang::Expr *condition = plain    ? plain->getCond()
                                   : isOpen ? counted->getCond()
                                            : nullptr;
    if (!condition)
      return std::nullopt;
    clang::Stmt *body = plain ? plain->getBody() : counted->getBody();
    const auto bound = boundOf(condition, modifiedVariables(part));
    const bool isBelow =
        bound && (bound->op == clang::BO_LT || bound->op == clang::BO_NE);
    if (!isBelow || hasBreak(body))
      return std::nullopt;
    RowLoop row{*bound, body};
    if (counted && counted->getInc())
      return !changes(body, bound->variable) && stepsInHead(*counted, row)
                 ? std::optional(row)
                 : std::nullopt;
    row.inBody = stepIn(body, bound->variable, nodes.ast);
    row.last = row.inBody ? std::nullopt
                          : lastStepsIn(body, bound->variable, nodes.ast);
    const long amount = row.inBody ? row.inBody->amount
                        : row.last ? row.last->amount
                                   : 0;
    return amount == 1 ? std::optional(row) : std::nullopt;
  }

  /// Whether the head of \p counted, with more for \p row, adds 1.
  bool stepsInHead(clang::ForStmt &counted, RowLoop &row) const {
    addParts(counted.getInc(), row.others);
    auto isStep = [&](const clang::Expr *part) {
      const auto step = constantStep(part, nodes.ast);
      return step && step->first == row.bound.variable && step->second == 1;
    };
    const auto found = llvm::find_if(row.others, isStep);
    if (found == row.others.end())
      return false;
    row.others.erase(found);
    return llvm::none_of(row.others, [&](const clang::Expr *part) {
      return mentions(part, row.bound.variable);
    });
  }

  /// What \p end is at \p place of \p body, of which the iteration may have a
  /// local, or sets one from outside; \p place is then where it is set.
  clang::Expr *valueOf(clang::Expr *end, const Statements &body,
                       size_t &place) const {
    const clang::VarDecl *named = namedVariable(end);
    const clang::Expr *value = nullptr;
    size_t from = place;
    if (named && isAddressed(named))
      return withoutConversions(end);
    for (size_t pos = 0; named && pos < body.size(); ++pos) {
      const auto *list = llvm::dyn_cast<clang::DeclStmt>(body[pos]);
      const bool isHere = list && llvm::is_contained(list->decls(), named);
      const clang::Expr *set = isHere ? named->getInit()
                               : list ? nullptr
                                      : setIn(body[pos], named);
      if (set ? value || pos > place : changes(body[pos], named))
        return withoutConversions(end);
      value = set ? set : value;
      from = set ? pos : from;
    }
    const bool isAlike =
        value &&
        hasValuesOf(named->getType(), value->IgnoreParenImpCasts()->getType(),
                    nodes.ast);
    if (!isAlike)
      return withoutConversions(end);
    place = from;
    return withoutConversions(const_cast<clang::Expr *>(value));
  }

  /// The same where the value is of such, too.
  clang::Expr *resolved(clang::Expr *end, const Statements &body,
                        size_t place) const {
    for (size_t before = body.size(); place < before && namedVariable(end);) {
      before = place;
      end = valueOf(end, body, place);
    }
    end = withoutConversions(end);
    auto *sum = llvm::dyn_cast<clang::BinaryOperator>(end);
    if (!sum || !sum->isAdditiveOp())
      return end;
    clang::Expr *left = resolved(sum->getLHS(), body, place),
                *right = resolved(sum->getRHS(), body, place);
    const clang::QualType type = sum->getType();
    if (!hasValuesOf(type, left->getType(), nodes.ast) ||
        !hasValuesOf(type, right->getType(), nodes.ast))
      return end;
    return nodes.binary(sum->getOpcode(), nodes.converted(left, type),
                        nodes.converted(right, type), type);
  }

  /// Whether the head of the loop over rows sets, steps or declares \p
  /// position.
  bool isInHead(const clang::VarDecl *position) const {
    const clang::Stmt *const parts[] = {loop->getInit(), loop->getCond(),
                                        loop->getInc()};
    return llvm::any_of(parts, [&](const clang::Stmt *part) {
      return part && (changes(part, position) || isDeclaredIn(part, position));
    });
  }

  /// What stands for the loop at \p place of \p body, \p row; empty where its
  /// position is not carried from row to row.
  Statements endingAt(const RowLoop &row, const Statements &body,
                      size_t place) {
    clang::VarDecl *position = row.bound.variable;
    for (size_t pos = 0; pos < body.size(); ++pos) {
      const auto *list = llvm::dyn_cast<clang::DeclStmt>(body[pos]);
      if ((pos != place && changes(body[pos], position)) ||
          (list && llvm::is_contained(list->decls(), position)))
        return {};
    }
    if (isAddressed(position) || isInHead(position))
      return {};
    clang::Expr *end = resolved(row.bound.end, body, place);
    const clang::QualType type = position->getType().getUnqualifiedType();
    const bool isOfRow =
        llvm::any_of(counters, [&](const clang::VarDecl *counter) {
          return mentions(end, counter);
        });
    if (!isOfRow || !isFixed(end, loop->getBody()) ||
        !hasValuesOf(type, end->getType(), nodes.ast))
      return {};
    end = nodes.converted(end, type);
    if (row.last)
      dropSteps(*row.last, nodes.ast, undo);
    carried = {loop, position,
               row.inBody
                   ? withoutStep(row.body, *row.inBody, position, nodes, undo)
                   : row.body,
               row.others};
    placeAlong(carried, nodes, undo);
    return {rowFrom(position, end), nodes.assign(nodes.named(position), end)};
  }

  /// The loop through a row from \p position to \p end.
  clang::Stmt *rowFrom(clang::VarDecl *position, clang::Expr *end) {
    clang::VarDecl *own = nodes.variable(position->getName(), end->getType(),
                                         nodes.load(position));
    renameReferences(carried.work, position, own, undo);
    clang::Expr *increment = nodes.step(own, 1);
    for (clang::Expr *step : carried.steps)
      increment =
          nodes.binary(clang::BO_Comma, increment, step, step->getType());
    return nodes.loop(
        nodes.declare(own),
        nodes.binary(clang::BO_NE, nodes.load(own), end, nodes.ast.IntTy),
        increment, carried.work);
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
  std::set<const clang::VarDecl *> counters;
  CarriedLoop carried;
};

} // namespace

std::set<const clang::VarDecl *> countersOf(const clang::ForStmt *loop,
                                            const clang::ASTContext &ast) {
  std::vector<clang::Expr *> parts;
  if (loop->getInc())
    addParts(const_cast<clang::Expr *>(loop->getInc()), parts);
  std::set<const clang::VarDecl *> steps;
  for (const clang::Expr *part : parts)
    if (const auto step = constantStep(part, ast))
      steps.insert(step->first);
  for (const clang::VarDecl *changed : modifiedVariables(loop->getBody()))
    steps.erase(changed);
  return steps;
}

Statements withRowEnds(clang::Stmt *statement, NewNodes &nodes,
                       std::vector<std::function<void()>> &undo) {
  auto *loop = llvm::dyn_cast<clang::ForStmt>(statement);
  return loop ? RowEnder(loop, nodes, undo).run() : Statements();
}

} // namespace sparsec
