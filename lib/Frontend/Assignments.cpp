//===- Assignments.cpp - what a statement assigns -------------------------===//
///
/// \file
/// Assignments in the forms that a reduction may take in C. fmin skips a NaN in
/// t, `v < t` keeps it: two operators.
///
///     t = t + v;   t = v + t;   t += v;         =>  t += v
///     t = t - v;                                =>  t -= v
///     t = fmin(t, v);                           =>  t fmin= v
///     if (v < t) t = v;   t = v < t ? v : t;    =>  t min= v
///     if (v < t) { t = v; at = i; }             =>  t firstmin= v, at = i
///     t++;                                      =>  t += 1
///     t = t + v - w;                            =>  t += v;  t -= w
///
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "InlineCalls.h"

#include "sparsec/IR/StorageFormat.h"

#include "llvm/ADT/StringSwitch.h"

namespace sparsec {
namespace {

void replace(Assignment &assignment, Update op, size_t operand) {
  Expr value = assignment.value.operands[operand];
  assignment.op = op;
  assignment.value = std::move(value);
}

bool isSame(const Expr &target, const Expr &b) {
  return target.kind == Expr::Kind::Access && target.isSame(b);
}

/// `t = v < t ? v : t` is `t min= v`. With integers, and only with them, so is
/// `t = t <= v ? t : v`: a NaN or a zero of the other sign is kept or replaced
/// otherwise.
void normalizeChoice(Assignment &assignment) {
  const Expr &choice = assignment.value;
  const Expr &test = choice.operands[0];
  const bool keepsLast = isSame(assignment.target, choice.operands[2]);
  const bool keepsFirst = isSame(assignment.target, choice.operands[1]);
  const Expr &value = choice.operands[keepsLast ? 1 : 2];
  if (test.kind != Expr::Kind::Binary || keepsLast == keepsFirst)
    return;
  const bool isStrict =
      test.op == Operator::Less || test.op == Operator::Greater;
  const bool isRelation = precedenceOf(test.op) == precedence::Relation;
  const bool isExact =
      assignment.target.type.isInteger() || (isStrict && keepsLast);
  const bool targetRight = isSame(assignment.target, test.operands[1]) &&
                           value.isSame(test.operands[0]);
  const bool targetLeft = isSame(assignment.target, test.operands[0]) &&
                          value.isSame(test.operands[1]);
  if (!isRelation || !isExact || targetLeft == targetRight ||
      !(test.operands[0].type == test.operands[1].type))
    return;
  // `v < t ? v : t` and `t < v ? t : v` are the minimum.
  const bool isLess =
      test.op == Operator::Less || test.op == Operator::LessEqual;
  const bool isMinimum = isLess == (targetRight == keepsLast);
  replace(assignment, isMinimum ? Update::Least : Update::Greatest,
          keepsLast ? 1 : 2);
}

/// Appends the updates of \p target that \p value is made of, innermost first;
/// false: it is no chain of updates.
bool addUpdates(const Expr &target, const Expr &value,
                std::vector<Assignment> &updates) {
  if (isSame(target, value))
    return true;
  const bool isCall = value.kind == Expr::Kind::Call;
  if ((!isCall && value.kind != Expr::Kind::Binary) ||
      value.operands.size() != 2 || !(value.type == target.type))
    return false;
  const Update op = isCall ? updateByFunction(value.text) : updateBy(value.op);
  if (!commutes(op))
    return false;
  for (size_t chain : {0, 1}) {
    // `v - t` is no update.
    if (chain == 1 && joinOf(op) != op)
      return false;
    if (!addUpdates(target, value.operands[chain], updates))
      continue;
    updates.push_back({target, op, value.operands[1 - chain]});
    return true;
  }
  return false;
}

} // namespace

std::vector<Assignment> updatesOf(const Assignment &assignment) {
  const Expr &target = assignment.target;
  std::vector<Assignment> updates;
  bool isChain =
      assignment.op == Update::Set && target.kind == Expr::Kind::Access &&
      addUpdates(target, assignment.computed(), updates) && updates.size() > 1;
  for (Assignment &update : updates) {
    isChain = isChain && joinOf(update.op) == joinOf(updates.front().op);
    if (const Expr *mask = assignment.mask())
      update.value = Expr::masked(*mask, std::move(update.value));
    // The second one would see what the first one has changed.
    update.value.walk([&](const Expr &part) {
      isChain &= part.kind != Expr::Kind::Access || part.text != target.text;
    });
  }
  return isChain ? updates : std::vector<Assignment>{assignment};
}

void normalizeUpdate(Assignment &assignment) {
  const Expr &value = assignment.value;
  if (assignment.op != Update::Set || !(value.type == assignment.target.type))
    return;
  if (value.kind == Expr::Kind::Select)
    return normalizeChoice(assignment);
  if (value.operands.size() != 2)
    return;
  const bool first = isSame(assignment.target, value.operands[0]);
  const bool second = isSame(assignment.target, value.operands[1]);
  if (!first && !second)
    return;
  if (value.kind == Expr::Kind::Call) {
    const Update update = updateByFunction(value.text);
    if (update != Update::None)
      replace(assignment, update, first ? 1 : 0);
    return;
  }
  if (value.kind != Expr::Kind::Binary)
    return;
  const Update update = updateBy(value.op);
  // `t = v - t` is no update.
  const bool commutes = update != Update::None && joinOf(update) == update;
  if (first && update != Update::None)
    replace(assignment, update, 1);
  else if (second && commutes)
    replace(assignment, update, 0);
}

/// Refuses an update of \p target where that has 16 bits.
void ExprBuilder::requireWide(const Expr &target, clang::SourceRange where) {
  if (smallFloat(target.type))
    kernel.diagnoser.refuse(where,
                            "updates of numbers of type '" +
                                target.type.spelling + "' are not taken",
                            "update a float, and store it when it is complete");
}

Assignment ExprBuilder::assignment(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    requireReal(unary, unary->getSourceRange());
    Expr element = target(unary->getSubExpr());
    Expr one = Expr::constant("1", ElementType::int32());
    requireWide(element, unary->getSourceRange());
    return {element, unary->isIncrementOp() ? Update::Add : Update::Subtract,
            one};
  }
  if (const auto *update =
          llvm::dyn_cast<clang::CompoundAssignOperator>(expression))
    return compound(update);
  const auto *assign = llvm::cast<clang::BinaryOperator>(expression);
  Assignment result = {target(assign->getLHS()), Update::Set,
                       build(assign->getRHS())};
  normalizeUpdate(result);
  if (result.op != Update::Set)
    requireWide(result.target, assign->getSourceRange());
  return result;
}

Assignment ExprBuilder::compound(const clang::CompoundAssignOperator *update) {
  const clang::BinaryOperatorKind opcode = update->getOpcode();
  const bool isRing = opcode == clang::BO_AddAssign ||
                      opcode == clang::BO_SubAssign ||
                      opcode == clang::BO_MulAssign;
  if (!isRing)
    requireReal(update->getLHS(), update->getSourceRange());
  if (!isRing || !update->getType()->isAnyComplexType())
    requireReal(update->getRHS(), update->getSourceRange());
  Expr element = target(update->getLHS());
  requireWide(element, update->getSourceRange());
  Expr value = build(update->getRHS());
  const llvm::StringRef spelling = update->getOpcodeStr();
  const Update op = updateNamed(spelling);
  if (op != Update::None)
    return {element, op, value};
  Expr whole =
      Expr::binary(operatorNamed(spelling.drop_back(), 2), element, value);
  whole.type = typeOf(update);
  return {element, Update::Set, whole};
}

Assignment ExprBuilder::definition(const clang::VarDecl *variable,
                                   const clang::Expr *value) {
  const Object object = objectIn(kernel, variable, scope);
  // Checks the type, too: scalars of others are no arrays of the program.
  const ElementType type = typeOf(variable->getType(), variable->getLocation());
  Assignment result = {Expr::access(object.name, {}, type), Update::Set,
                       build(value)};
  normalizeUpdate(result);
  return result;
}

Assignment ExprBuilder::result(const std::string &array,
                               const clang::Expr *value) {
  const ElementType &type = kernel.program.arrays.at(array).type;
  return {
      Expr::access(array, {poly::constant(affine.statementSpace(), 0)}, type),
      Update::Set, build(value)};
}

Assignment ExprBuilder::conditionalUpdate(const ConditionalUpdate &update) {
  Expr element = target(update.target);
  requireWide(element, update.target->getSourceRange());
  Expr value = build(update.value);
  if (update.companions.empty())
    return {std::move(element), choiceOf(update.isMinimum, Ties::Any),
            std::move(value)};
  value = Expr::carrying(std::move(value));
  for (const ConditionalUpdate::Companion &companion : update.companions) {
    value.operands.push_back(target(companion.target));
    value.operands.push_back(build(companion.value));
  }
  const Ties ties = update.takesLast ? Ties::Last : Ties::First;
  Assignment result = {std::move(element), choiceOf(update.isMinimum, ties),
                       std::move(value)};
  if (!result.isTuple())
    kernel.diagnoser.refuse(
        update.target->getSourceRange(),
        "what goes along with '" + result.target.text +
            "' is of other elements, or is made of what the branch changes",
        "gather the extremum and what goes along with it in local variables");
  return result;
}

} // namespace sparsec
