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

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `for (; k < end; k++)`, `while (k < end) { ..; k++; }`
struct RowLoop {
  LoopBound bound;
  clang::Stmt *body = nullptr;
  std::optional<BodyStep> inBody = std::nullopt;
  std::optional<LastSteps> last = std::nullopt;
};

class RowEnder {
public:
  RowEnder(clang::ForStmt *loop, NewNodes &nodes,
           std::vector<std::function<void()>> &undo)
      : loop(loop), nodes(nodes), undo(undo) {}

  clang::ForStmt *run() {
    const auto step =
        loop->getInc() ? constantStep(loop->getInc(), nodes.ast) : std::nullopt;
    if (!step || changes(loop->getBody(), step->first) ||
        hasContinue(loop->getBody()))
      return nullptr;
    variable = step->first;
    Statements body = statementsOf(loop->getBody());
    for (size_t pos = 0; pos < body.size(); ++pos)
      if (std::optional<RowLoop> row = rowOf(body[pos]))
        if (Statements made = endingAt(*row, body, pos); !made.empty()) {
          body.erase(body.begin() + long(pos));
          body.insert(body.begin() + long(pos), made.begin(), made.end());
          return new (nodes.ast) clang::ForStmt(
              nodes.ast, loop->getInit(), loop->getCond(), nullptr,
              loop->getInc(), nodes.list(body), loop->getForLoc(),
              loop->getLParenLoc(), loop->getRParenLoc());
        }
    return nullptr;
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
    if (const clang::Expr *increment = plain ? nullptr : counted->getInc()) {
      const auto step = constantStep(increment, nodes.ast);
      const bool isNext = step && step->first == bound->variable &&
                          step->second == 1 && !changes(body, step->first);
      return isNext ? std::optional(row) : std::nullopt;
    }
    row.inBody = stepIn(body, bound->variable, nodes.ast);
    row.last = row.inBody ? std::nullopt
                          : lastStepsIn(body, bound->variable, nodes.ast);
    const long amount = row.inBody ? row.inBody->amount
                        : row.last ? row.last->amount
                                   : 0;
    return amount == 1 ? std::optional(row) : std::nullopt;
  }

  /// What \p end of the row at \p place of \p body is, of which the iteration
  /// may have a local, or sets one from outside.
  clang::Expr *valueOf(clang::Expr *end, const Statements &body,
                       size_t place) const {
    const clang::VarDecl *named = namedVariable(end);
    const clang::Expr *value = nullptr;
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
    }
    const bool isAlike =
        value && nodes.ast.hasSameUnqualifiedType(
                     named->getType(), value->IgnoreParenImpCasts()->getType());
    return withoutConversions(isAlike ? const_cast<clang::Expr *>(value) : end);
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
    if (isAddressed(position))
      return {};
    clang::Expr *end = valueOf(row.bound.end, body, place);
    const clang::QualType type = position->getType().getUnqualifiedType();
    if (!mentions(end, variable) || !isFixed(end, loop->getBody()) ||
        !nodes.ast.hasSameUnqualifiedType(end->getType(), type))
      return {};
    clang::VarDecl *own =
        nodes.variable(position->getName(), type, nodes.load(position));
    if (row.last)
      dropSteps(*row.last, nodes.ast, undo);
    clang::Stmt *work =
        row.inBody ? withoutStep(row.body, *row.inBody, position, nodes, undo)
                   : row.body;
    renameReferences(work, position, own, undo);
    return {nodes.loop(nodes.declare(own),
                       nodes.binary(clang::BO_NE, nodes.load(own), end,
                                    nodes.ast.IntTy),
                       nodes.step(own, 1), work),
            nodes.assign(nodes.named(position), end)};
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
  std::vector<std::function<void()>> &undo;
  clang::VarDecl *variable = nullptr;
};

} // namespace

clang::ForStmt *withRowEnds(clang::ForStmt *loop, NewNodes &nodes,
                            std::vector<std::function<void()>> &undo) {
  return RowEnder(loop, nodes, undo).run();
}

} // namespace sparsec
