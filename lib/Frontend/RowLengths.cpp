//===- RowLengths.cpp - rows as long as is said ---------------------------===//
///
/// \file
///     for (i = 0; i < n; i++) {       for (i = 0; i < n; i++) {
///       e = p + (at[i + 1] - at[i]);    e = p + (at[i + 1] - at[i]);
///                                       m = at[i + 1] - at[i];
///       for (; p < e; p++)        =>    for (q = 0; q < m; q++, p++)
///         ..                              ..
///
/// p, a pointer or an integer, is what rows before have left it at; it is known
/// as for other counters, once the number of iterations does not speak of it.
///
//===----------------------------------------------------------------------===//

#include "RowLengths.h"
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

/// Whether \p part reads a member of a structure of the function's own: of its
/// stores nothing here knows.
bool readsLocalMember(const clang::Stmt *part) {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
  if (member && !member->isArrow() &&
      llvm::isa<clang::DeclRefExpr>(member->getBase()->IgnoreParenImpCasts()))
    return true;
  return llvm::any_of(part->children(), [](const clang::Stmt *child) {
    return child && readsLocalMember(child);
  });
}

class LengthCounter {
public:
  LengthCounter(clang::ForStmt *loop, NewNodes &nodes)
      : loop(loop), nodes(nodes), body(statementsOf(loop->getBody())) {}

  clang::ForStmt *run() {
    for (size_t place = 1; place < body.size(); ++place)
      if (const Statements made = counted(place); !made.empty()) {
        body.erase(body.begin() + long(place));
        body.insert(body.begin() + long(place), made.begin(), made.end());
        return new (nodes.ast)
            clang::ForStmt(nodes.ast, loop->getInit(), loop->getCond(), nullptr,
                           loop->getInc(), nodes.list(body), loop->getForLoc(),
                           loop->getLParenLoc(), loop->getRParenLoc());
      }
    return nullptr;
  }

private:
  /// What stands for the statement at \p place; empty where that is no such
  /// loop.
  Statements counted(size_t place) const {
    clang::Stmt *row = body[place];
    auto *plain = llvm::dyn_cast<clang::WhileStmt>(row);
    auto *open = llvm::dyn_cast<clang::ForStmt>(row);
    if (!plain && (!open || open->getInit()))
      return {};
    const clang::Expr *condition = plain ? plain->getCond() : open->getCond();
    const auto *test = condition ? llvm::dyn_cast<clang::BinaryOperator>(
                                       condition->IgnoreParenImpCasts())
                                 : nullptr;
    const bool isBelow = test && (test->getOpcode() == clang::BO_LT ||
                                  test->getOpcode() == clang::BO_NE);
    clang::VarDecl *moved = nullptr;
    clang::Expr *length = isBelow ? lengthOf(*test, place, moved) : nullptr;
    clang::Stmt *work = plain ? plain->getBody() : open->getBody();
    clang::Expr *increment = plain ? nullptr : open->getInc();
    if (!length || hasBreak(work) || !isStepped(increment, work, moved))
      return {};
    const clang::QualType type = nodes.ast.getPointerDiffType();
    clang::VarDecl *count = nodes.variable(moved->getName(), type,
                                           nodes.converted(length, type)),
                   *own = nodes.variable(moved->getName(), type,
                                         nodes.number(0, type));
    clang::Expr *step = nodes.step(own, 1);
    if (increment)
      step =
          nodes.binary(clang::BO_Comma, step, increment, increment->getType());
    return {nodes.declare(count),
            nodes.loop(nodes.declare(own),
                       nodes.binary(test->getOpcode(), nodes.load(own),
                                    nodes.load(count), nodes.ast.IntTy),
                       step, work)};
  }

  /// How far the end is that \p test at \p place asks for from what it compares
  /// with that, \p position, where iterations carry that.
  clang::Expr *lengthOf(const clang::BinaryOperator &test, size_t place,
                        clang::VarDecl *&position) const {
    for (const bool isRight : {false, true}) {
      if (isRight && test.getOpcode() != clang::BO_NE)
        break;
      const clang::VarDecl *moved =
          namedVariable(isRight ? test.getRHS() : test.getLHS());
      const clang::VarDecl *end =
          namedVariable(isRight ? test.getLHS() : test.getRHS());
      if (!moved || !end || !isLocal(moved) || !isLocal(end) ||
          !changes(body[place], moved) || isSetIn(loop->getBody(), moved))
        continue;
      position = const_cast<clang::VarDecl *>(moved);
      if (clang::Expr *length = addedTo(moved, end, place))
        return length;
    }
    return nullptr;
  }

  static bool isLocal(const clang::VarDecl *variable) {
    const clang::QualType type = variable->getType();
    return variable->hasLocalStorage() && !type.isVolatileQualified() &&
           (type->isPointerType() || type->isSignedIntegerType()) &&
           !isAddressed(variable);
  }

  /// Whether \p part declares \p variable, or gives it a value by `=`.
  static bool isSetIn(const clang::Stmt *part, const clang::VarDecl *variable) {
    const auto *list = llvm::dyn_cast<clang::DeclStmt>(part);
    return (list && llvm::is_contained(list->decls(), variable)) ||
           setIn(part, variable) ||
           llvm::any_of(part->children(), [&](const clang::Stmt *child) {
             return child && isSetIn(child, variable);
           });
  }

  /// What \p end is more than \p position at \p place.
  clang::Expr *addedTo(const clang::VarDecl *position,
                       const clang::VarDecl *end, size_t place) const {
    if (changes(body[place], end))
      return nullptr;
    for (size_t pos = place; pos-- > 0;) {
      const auto *list = llvm::dyn_cast<clang::DeclStmt>(body[pos]);
      const bool isHere = list && llvm::is_contained(list->decls(), end);
      const clang::Expr *value =
          isHere ? end->getInit() : setIn(list ? nullptr : body[pos], end);
      // An end that cuts its value is another one.
      const bool isWhole =
          value &&
          (end->getType()->isPointerType() ||
           hasValuesOf(end->getType(), value->IgnoreParenImpCasts()->getType(),
                       nodes.ast));
      if (value)
        return isWhole ? addend(value, position, pos, place) : nullptr;
      if (isHere || changes(body[pos], end))
        return nullptr;
    }
    return nullptr;
  }

  /// How far \p value, which the statement at \p from makes, is from \p
  /// position, where that stays what it is until behind \p place.
  clang::Expr *addend(const clang::Expr *value, const clang::VarDecl *position,
                      size_t from, size_t place) const {
    clang::Expr *other = distance(value, position);
    if (!other || mayAct(other) || readsLocalMember(other) ||
        mentions(other, position))
      return nullptr;
    for (size_t pos = from; pos <= place; ++pos)
      if (!isFixed(other, body[pos]) ||
          (pos < place && changes(body[pos], position)))
        return nullptr;
    return other;
  }

  /// What \p value, a sum, has beside \p position: m of `m + k`, last - first
  /// of `k + last - first`.
  clang::Expr *distance(const clang::Expr *value,
                        const clang::VarDecl *position) const {
    const auto *sum =
        llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
    if (!sum || !sum->isAdditiveOp())
      return nullptr;
    auto number = [](clang::Expr *one) {
      return one->getType()->isSignedIntegerType() ? one : nullptr;
    };
    if (sum->getOpcode() == clang::BO_Add) {
      if (namedVariable(sum->getLHS()) == position)
        return number(sum->getRHS());
      if (namedVariable(sum->getRHS()) == position)
        return number(sum->getLHS());
    }
    clang::Expr *first = distance(sum->getLHS(), position);
    if (!first || !number(sum->getRHS()))
      return nullptr;
    const clang::QualType wide = nodes.ast.getPointerDiffType();
    return nodes.binary(sum->getOpcode(), nodes.converted(first, wide),
                        nodes.converted(sum->getRHS(), wide), wide);
  }

  /// Whether each iteration of a loop adds 1 to \p variable.
  bool isStepped(clang::Expr *increment, clang::Stmt *work,
                 const clang::VarDecl *variable) const {
    const unsigned inHead = increment ? countChanges(increment, variable) : 0;
    if (inHead == 1)
      return !changes(work, variable) && stepsByOne(increment, variable);
    if (inHead > 1)
      return false;
    const auto inBody = stepIn(work, variable, nodes.ast);
    const auto last =
        inBody ? std::nullopt : lastStepsIn(work, variable, nodes.ast);
    return inBody ? inBody->amount == 1 : last && last->amount == 1;
  }

  bool stepsByOne(const clang::Expr *increment,
                  const clang::VarDecl *variable) const {
    const auto *both =
        llvm::dyn_cast<clang::BinaryOperator>(increment->IgnoreParens());
    if (both && both->isCommaOp())
      return stepsByOne(both->getLHS(), variable) ||
             stepsByOne(both->getRHS(), variable);
    const auto step = constantStep(increment, nodes.ast);
    return step && step->first == variable && step->second == 1;
  }

  clang::ForStmt *loop;
  NewNodes &nodes;
  Statements body;
};

} // namespace

clang::ForStmt *withRowLengths(clang::ForStmt *loop, NewNodes &nodes) {
  return LengthCounter(loop, nodes).run();
}

} // namespace sparsec
