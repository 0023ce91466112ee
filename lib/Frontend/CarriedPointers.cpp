//===- CarriedPointers.cpp - pointers that go on from row to row ----------===//
///
/// \file
///     const double *p = a;                 long p = 0;
///     for (i = 0; i < n; i++) {            for (i = 0; i < n; i++) {
///       const double *e = a + at[i + 1];     long e = at[i + 1];
///       for (; p < e; p++) ..         =>     for (; p < e; p++) ..
///
///
///     e = a;                               e = 0;
///     for (i = 0; i < n; i++) {            for (i = 0; i < n; i++) {
///       for (p = e; ..) ..          =>       for (p = a + e; ..) ..
///       e = a + at[i + 1];                   e = at[i + 1];
///
/// Integers that are carried so are read (CarriedRows.cpp, CarriedValues.cpp).
/// Where a pointer and its end are not known to be places in one array both
/// stay as they are.
///
//===----------------------------------------------------------------------===//

#include "CarriedPointers.h"
#include "Aliases.h"
#include "CarriedRows.h"
#include "ForLoop.h"
#include "KernelScan.h"
#include "LoopParts.h"
#include "Modified.h"
#include "PointerPositions.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// A loop that compares a pointer with the end of its row, or an assignment of
/// that, for the next one.
struct PointerRow {
  clang::Stmt *loop = nullptr; ///< null for an assignment
  const clang::VarDecl *pointer = nullptr;
  const clang::Expr *end = nullptr;
};

/// The comparison that \p loop has for a condition; null where it has another.
const clang::BinaryOperator *testOf(const clang::Stmt *loop) {
  const auto *plain = llvm::dyn_cast<clang::WhileStmt>(loop);
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const clang::Expr *condition = plain     ? plain->getCond()
                                 : counted ? counted->getCond()
                                           : nullptr;
  const auto *test = condition ? llvm::dyn_cast<clang::BinaryOperator>(
                                     condition->IgnoreParenImpCasts())
                               : nullptr;
  return test && test->isComparisonOp() ? test : nullptr;
}

class RowFinder : public clang::RecursiveASTVisitor<RowFinder> {
public:
  explicit RowFinder(clang::ASTContext &ast) : ast(ast) {}

  std::vector<PointerRow> rows;

  bool VisitForStmt(clang::ForStmt *loop) {
    const auto counters = countersOf(loop, ast);
    if (counters.empty())
      return true;
    const Statements body = statementsOf(loop->getBody());
    for (clang::Stmt *part : body)
      if (const std::optional<PointerRow> row = rowOf(part))
        if (isCarried(*row, part, loop->getBody()) &&
            isOfRow(row->end, body, counters))
          rows.push_back(*row);
    for (size_t pos = 1; pos < body.size(); ++pos)
      if (const auto next = nextStart(body, pos))
        if (isOfRow(next->end, body, counters))
          rows.push_back(*next);
    return true;
  }

private:
  /// `for (; p < end; p++)`, `while (end != p) ..`
  std::optional<PointerRow> rowOf(clang::Stmt *part) const {
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(part);
    const auto *test = testOf(part);
    if (!test || (counted && counted->getInit()))
      return std::nullopt;
    for (const bool isRight : {false, true}) {
      const clang::Expr *side = isRight ? test->getRHS() : test->getLHS();
      const clang::Expr *end = isRight ? test->getLHS() : test->getRHS();
      const clang::VarDecl *pointer = namedVariable(side);
      const auto op =
          isRight
              ? clang::BinaryOperator::reverseComparisonOp(test->getOpcode())
              : test->getOpcode();
      if (pointer && pointer->getType()->isPointerType() &&
          changes(part, pointer) && !mentions(end, pointer) &&
          !changesAny(end) && (op == clang::BO_LT || op == clang::BO_NE))
        return PointerRow{part, pointer, end};
    }
    return std::nullopt;
  }

  /// `p = end` at \p place of \p body, which has read p before.
  static std::optional<PointerRow> nextStart(const Statements &body,
                                             size_t place) {
    const auto *assign = llvm::dyn_cast<clang::BinaryOperator>(body[place]);
    const clang::VarDecl *pointer =
        assign ? namedVariable(assign->getLHS()) : nullptr;
    const clang::Expr *end = pointer ? setIn(assign, pointer) : nullptr;
    if (!end || !pointer->getType()->isPointerType() || mentions(end, pointer))
      return std::nullopt;
    bool isRead = false;
    for (size_t pos = 0; pos < body.size(); ++pos) {
      if (isDeclaredIn(body[pos], pointer) ||
          (pos != place && changes(body[pos], pointer)))
        return std::nullopt;
      isRead |= pos < place && mentions(body[pos], pointer);
    }
    return isRead ? std::optional(PointerRow{nullptr, pointer, end})
                  : std::nullopt;
  }

  /// Whether nothing in \p body but \p part, by steps, moves the pointer of
  /// \p row.
  static bool isCarried(const PointerRow &row, const clang::Stmt *part,
                        const clang::Stmt *body) {
    return countChanges(part, row.pointer) == countSteps(part, row.pointer) &&
           countChanges(body, row.pointer) == countChanges(part, row.pointer) &&
           !isDeclaredIn(body, row.pointer);
  }

  static unsigned countSteps(const clang::Stmt *part,
                             const clang::VarDecl *variable) {
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(part);
    unsigned count = step && step->isIncrementOp() &&
                     namedVariable(step->getSubExpr()) == variable;
    for (const clang::Stmt *child : part->children())
      count += child ? countSteps(child, variable) : 0;
    return count;
  }

  /// Whether \p end, or what \p body sets it to, is another one in each
  /// iteration, which \p counters or what is set from them say.
  static bool isOfRow(const clang::Expr *end, const Statements &body,
                      std::set<const clang::VarDecl *> counters) {
    auto isCounted = [&](const clang::Expr *value) {
      return value &&
             llvm::any_of(counters, [&](const clang::VarDecl *counter) {
               return mentions(value, counter);
             });
    };
    for (const clang::Stmt *part : body) {
      if (const auto *list = llvm::dyn_cast<clang::DeclStmt>(part)) {
        for (const clang::Decl *each : list->decls())
          if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each))
            if (isCounted(variable->getInit()))
              counters.insert(variable);
      } else if (const auto *assign =
                     llvm::dyn_cast<clang::BinaryOperator>(part)) {
        const clang::VarDecl *variable = namedVariable(assign->getLHS());
        if (variable && isCounted(setIn(part, variable)))
          counters.insert(variable);
      }
    }
    return isCounted(end);
  }

  clang::ASTContext &ast;
};

} // namespace

void placeCarriedPointers(clang::FunctionDecl &function,
                          std::vector<std::function<void()>> &undo) {
  RowFinder finder(function.getASTContext());
  finder.TraverseStmt(function.getBody());
  std::set<const clang::VarDecl *> placed;
  for (const PointerRow &row : finder.rows) {
    const size_t before = undo.size();
    const clang::VarDecl *end = namedVariable(row.end);
    for (const clang::VarDecl *pointer : {row.pointer, end})
      if (pointer && placed.insert(pointer).second)
        replaceByPosition(pointer, undo);
    if (row.loop && testOf(row.loop)->getLHS()->getType()->isPointerType())
      for (; undo.size() > before; undo.pop_back())
        undo.back()();
  }
}

} // namespace sparsec
