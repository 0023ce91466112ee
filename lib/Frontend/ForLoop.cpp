//===- ForLoop.cpp - the parts of a `for` statement -----------------------===//
///
/// \file
/// Recognises loops that count up or down by a constant until a comparison
/// fails. Purely syntactic: whether the bounds are affine is seen later.
///
//===----------------------------------------------------------------------===//

#include "ForLoop.h"
#include "Aliases.h"
#include "Modified.h"

#include <cstdlib>

namespace sparsec {
namespace {

class LoopMatcher {
public:
  LoopMatcher(const Kernel &kernel, const clang::ForStmt *loop)
      : kernel(kernel), loop(loop) {}

  ForLoop match() {
    if (loop->getConditionVariable())
      kernel.diagnoser.refuse(loop->getCond()->getSourceRange(),
                              "a declaration in a loop condition", "");
    matchIncrement();
    matchStart();
    matchCondition();
    checkBody();
    return result;
  }

private:
  [[noreturn]] void refuse(clang::SourceRange range, const llvm::Twine &what) {
    kernel.diagnoser.refuse(
        range, what,
        "accepted is for (int i = LOW; i < HIGH; i++), with <, <=, >, >= or "
        "!=, and ++, --, += C or -= C with a constant C");
  }

  clang::SourceRange head() const {
    return {loop->getForLoc(), loop->getRParenLoc()};
  }

  static const clang::VarDecl *variableOf(const clang::Expr *expression) {
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl())
                     : nullptr;
  }

  std::optional<long> constant(const clang::Expr *expression) const {
    clang::Expr::EvalResult value;
    if (!expression->EvaluateAsInt(value, kernel.ast) ||
        !value.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return value.Val.getInt().getExtValue();
  }

  void setStep(std::optional<long> step, clang::SourceRange range) {
    if (!step || *step == 0)
      kernel.diagnoser.refuse(
          range, "the loop's step is not a constant other than 0",
          "count the iterations instead, 'for (int k = 0; k < COUNT; k++)' "
          "with an argument COUNT, (END - START + STEP - 1) / STEP for a STEP "
          "above 0, and subscript START + k * STEP");
    result.down = *step < 0;
    result.stride = std::labs(*step);
  }

  void matchIncrement() {
    const clang::Expr *increment = loop->getInc();
    const clang::UnaryOperator *tested = stepInCondition();
    // Beside it the increment may step counters and pointers.
    if (tested && (!increment || !modifiedVariables(increment).count(
                                     variableOf(tested->getSubExpr())))) {
      result.test = tested->isPostfix() ? LoopFrame::Test::BeforeStep
                                        : LoopFrame::Test::AfterStep;
      increment = tested;
    }
    if (!increment)
      refuse(head(), "the loop has no increment");
    increment = mainStep(increment->IgnoreParens());
    clang::SourceRange range = increment->getSourceRange();
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(increment))
      if (unary->isIncrementDecrementOp()) {
        result.variable = variableOf(unary->getSubExpr());
        setStep(unary->isIncrementOp() ? 1 : -1, range);
      }
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(increment))
      matchStep(binary);
    const clang::VarDecl *variable = result.variable;
    if (!variable || !variable->getType()->isIntegerType())
      refuse(range, "this does not step an integer variable");
    if (loop->getInc() && countChanges(loop->getInc(), variable) > 1)
      refuse(loop->getInc()->getSourceRange(),
             "the loop steps '" + variable->getName() + "' more than once");
    const unsigned bits = kernel.ast.getIntWidth(variable->getType());
    if (bits < 64 && result.stride >> (bits - 1) != 0)
      refuse(range, "the step does not fit '" + variable->getName() + "'");
    // Parameters of called functions are locals of those.
    const bool isLocal =
        variable->isLocalVarDecl() || kernel.names.isForeign(variable);
    if (!isLocal || variable->isStaticLocal())
      kernel.diagnoser.refuse(range,
                              "the loop variable '" + variable->getName() +
                                  "' is not a local variable",
                              "declare it in the loop: for (int i = ...)");
  }

  /// Of `i++, k += 2` the step of the variable in the condition; the other one
  /// is a counter's.
  const clang::Expr *mainStep(const clang::Expr *increment) const {
    const auto *both = llvm::dyn_cast<clang::BinaryOperator>(increment);
    if (!both || !both->isCommaOp() || !loop->getCond())
      return increment;
    for (const clang::VarDecl *variable : modifiedVariables(both->getRHS()))
      if (mentions(loop->getCond(), variable))
        return both->getRHS()->IgnoreParens();
    return mainStep(both->getLHS()->IgnoreParens());
  }

  /// The step in the condition of `for (i = n; i-- > 0;)`.
  const clang::UnaryOperator *stepInCondition() const {
    const clang::Expr *condition = loop->getCond();
    if (!condition)
      return nullptr;
    const clang::UnaryOperator *step = steppedIn(condition);
    const auto *comparison =
        llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
    if (comparison && comparison->isComparisonOp()) {
      step = steppedIn(comparison->getLHS());
      if (!step)
        step = steppedIn(comparison->getRHS());
    }
    return step;
  }

  /// `i += c`, `i -= c`, `i = i + c`, `i = c + i`, `i = i - c`.
  void matchStep(const clang::BinaryOperator *step) {
    clang::SourceRange range = step->getSourceRange();
    auto signedStep = [&](const clang::Expr *amount, bool subtracted) {
      std::optional<long> value = constant(amount);
      if (value && subtracted)
        *value = -*value;
      result.variable = variableOf(step->getLHS());
      setStep(value, range);
    };
    if (step->getOpcode() == clang::BO_AddAssign ||
        step->getOpcode() == clang::BO_SubAssign)
      return signedStep(step->getRHS(),
                        step->getOpcode() == clang::BO_SubAssign);
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(
        step->getRHS()->IgnoreParenImpCasts());
    const clang::VarDecl *variable = variableOf(step->getLHS());
    if (step->getOpcode() != clang::BO_Assign || !sum || !variable ||
        !sum->isAdditiveOp())
      return;
    if (variableOf(sum->getLHS()) == variable)
      return signedStep(sum->getRHS(), sum->getOpcode() == clang::BO_Sub);
    if (variableOf(sum->getRHS()) == variable &&
        sum->getOpcode() == clang::BO_Add)
      return signedStep(sum->getLHS(), false);
  }

  void matchStart() {
    const clang::Stmt *init = loop->getInit();
    if (!init)
      return;
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(init)) {
      for (const clang::Decl *each : declaration->decls()) {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
        if (variable == result.variable)
          result.start = variable->getInit();
        else if (variable)
          result.alsoDeclared.push_back(variable);
      }
    } else {
      // Others of a comma stand in front of the loop (PlainHeads.cpp).
      result.start = setIn(init, result.variable);
    }
    if (!result.start)
      refuse(init->getSourceRange(), "the loop does not start by setting '" +
                                         result.variable->getName() + "'");
  }

  void matchCondition() {
    result.condition = loop->getCond();
    if (!result.condition)
      refuse(head(), "the loop has no condition");
    result.condition = result.condition->IgnoreParenImpCasts();
    // `i--` alone ends at 0.
    if (steppedIn(result.condition) && result.down &&
        result.test != LoopFrame::Test::AtStart)
      return;
    for (const clang::Expr *part : conjuncts(result.condition))
      checkConjunct(part);
  }

  /// The iterator with an optional loop-invariant offset: i, i + e, i - e.
  bool isOffsetIterator(const clang::Expr *side) const {
    side = side->IgnoreParenCasts();
    if (const clang::UnaryOperator *step = steppedIn(side))
      return result.test != LoopFrame::Test::AtStart &&
             variableOf(step->getSubExpr()) == result.variable;
    if (variableOf(side) == result.variable)
      return true;
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(side);
    if (!sum || !sum->isAdditiveOp())
      return false;
    if (mentions(sum->getLHS(), result.variable))
      return isOffsetIterator(sum->getLHS()) &&
             !mentions(sum->getRHS(), result.variable);
    return sum->getOpcode() == clang::BO_Add && isOffsetIterator(sum->getRHS());
  }

  void checkConjunct(const clang::Expr *part) {
    clang::SourceRange range = part->getSourceRange();
    const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (!comparison || !comparison->isComparisonOp() ||
        comparison->getOpcode() == clang::BO_EQ)
      refuse(range, "the loop condition is not a comparison of '" +
                        result.variable->getName() + "' with a bound");
    const bool left = mentions(comparison->getLHS(), result.variable);
    const bool right = mentions(comparison->getRHS(), result.variable);
    if (left == right ||
        !isOffsetIterator(left ? comparison->getLHS() : comparison->getRHS()))
      refuse(range, "the loop condition does not compare '" +
                        result.variable->getName() +
                        "' with a bound that is fixed when the loop starts");
    checkDirection(comparison, left);
  }

  void checkDirection(const clang::BinaryOperator *comparison,
                      bool iteratorLeft) {
    clang::SourceRange range = comparison->getSourceRange();
    if (comparison->getOpcode() == clang::BO_NE) {
      if (result.stride != 1)
        refuse(range, "'!=' with a step other than 1 may miss the bound");
      return;
    }
    const bool isLess = comparison->getOpcode() == clang::BO_LT ||
                        comparison->getOpcode() == clang::BO_LE;
    if ((isLess == iteratorLeft) == result.down)
      refuse(range, llvm::Twine("the loop counts ") +
                        (result.down ? "down" : "up") +
                        " but this condition bounds it from " +
                        (result.down ? "above" : "below"));
  }

  void checkBody() {
    if (modifiedVariables(loop->getBody()).count(result.variable))
      kernel.diagnoser.refuse(head(),
                              "the loop variable '" +
                                  result.variable->getName() +
                                  "' is modified in the body",
                              "only the loop's own increment may change it");
  }

  const Kernel &kernel;
  const clang::ForStmt *loop;
  ForLoop result;
};

} // namespace

std::vector<const clang::Expr *> conjuncts(const clang::Expr *condition) {
  condition = condition->IgnoreParens();
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (!both || both->getOpcode() != clang::BO_LAnd)
    return {condition};
  std::vector<const clang::Expr *> result = conjuncts(both->getLHS());
  for (const clang::Expr *part : conjuncts(both->getRHS()))
    result.push_back(part);
  return result;
}

std::vector<const clang::Stmt *> headOf(const clang::ForStmt *loop) {
  std::vector<const clang::Stmt *> parts;
  const auto *list = llvm::dyn_cast_or_null<clang::DeclStmt>(loop->getInit());
  if (list && !list->isSingleDecl()) {
    for (const clang::Decl *each : list->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(each);
          variable && variable->getInit() &&
          mentions(loop->getCond(), variable))
        parts.push_back(variable->getInit());
  } else if (loop->getInit()) {
    parts.push_back(loop->getInit());
  }
  for (const clang::Stmt *part : {loop->getCond(), loop->getInc()})
    if (part)
      parts.push_back(part);
  return parts;
}

const clang::Expr *startOf(const clang::ForStmt *loop,
                           const clang::VarDecl *variable) {
  return setIn(loop->getInit(), variable);
}

const clang::Expr *setIn(const clang::Stmt *statement,
                         const clang::VarDecl *variable) {
  if (const auto *declares = llvm::dyn_cast_or_null<clang::DeclStmt>(statement))
    return declares->isSingleDecl() && declares->getSingleDecl() == variable
               ? variable->getInit()
               : nullptr;
  const auto *assign = llvm::dyn_cast_or_null<clang::BinaryOperator>(statement);
  return assign && assign->getOpcode() == clang::BO_Assign &&
                 namedVariable(assign->getLHS()) == variable
             ? assign->getRHS()
             : nullptr;
}

const clang::UnaryOperator *steppedIn(const clang::Expr *expression) {
  const auto *unary =
      llvm::dyn_cast<clang::UnaryOperator>(expression->IgnoreParenImpCasts());
  return unary && unary->isIncrementDecrementOp() ? unary : nullptr;
}

bool mentions(const clang::Stmt *statement, const clang::VarDecl *variable) {
  if (!statement)
    return false;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (reference->getDecl() == variable)
      return true;
  for (const clang::Stmt *child : statement->children())
    if (mentions(child, variable))
      return true;
  return false;
}

ForLoop matchForLoop(const Kernel &kernel, const clang::ForStmt *loop) {
  return LoopMatcher(kernel, loop).match();
}

} // namespace sparsec
