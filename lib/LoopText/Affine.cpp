//===- Affine.cpp - expressions over parameters as isl's ------------------===//

#include "Symbols.h"

namespace sparsec::looptext {
namespace {

using Kind = LoopExpr::Kind;
using Value = llvm::Expected<isl::pw_aff>;

llvm::Error error(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

class Converter {
public:
  explicit Converter(Program &program)
      : program(program), unit(isl::space::unit(program.context.ctx())) {}

  Value value(const LoopExpr &expr);
  llvm::Expected<isl::set> condition(const LoopExpr &expr);

private:
  Value combined(const LoopExpr &expr);
  Value divided(const LoopExpr &expr);
  Value call(const LoopExpr &expr);

  Program &program;
  isl::space unit;
};

Value Converter::value(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return poly::constant(unit, expr.value);
  case Kind::Variable:
    if (!program.findParameter(expr.name))
      return error("there is no parameter '" + expr.name + "'");
    return poly::parameter(unit, expr.name);
  case Kind::Load:
    return call(expr);
  case Kind::Add:
  case Kind::Mul:
  case Kind::Min:
  case Kind::Max:
    return combined(expr);
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
    return divided(expr);
  case Kind::Widen:
    return value(expr.operands[0]);
  case Kind::Select: {
    llvm::Expected<isl::set> holds = condition(expr.operands[0]);
    if (!holds)
      return holds.takeError();
    Value then = value(expr.operands[1]), otherwise = value(expr.operands[2]);
    if (!then || !otherwise)
      return llvm::joinErrors(then.takeError(), otherwise.takeError());
    return then->intersect_domain(*holds).union_add(
        otherwise->intersect_domain(holds->complement()));
  }
  default:
    return error("expected an affine expression of parameters");
  }
}

Value Converter::combined(const LoopExpr &expr) {
  Value result = value(expr.operands[0]);
  for (size_t at = 1; result && at < expr.operands.size(); ++at) {
    Value operand = value(expr.operands[at]);
    if (!operand) {
      llvm::consumeError(result.takeError());
      return operand;
    }
    const bool isLinear =
        poly::constantValue(*result) || poly::constantValue(*operand);
    if (expr.kind == Kind::Mul && !isLinear)
      return error("a product of two parameters is not affine");
    result = expr.kind == Kind::Add   ? result->add(*operand)
             : expr.kind == Kind::Mul ? result->mul(*operand)
             : expr.kind == Kind::Min ? result->min(*operand)
                                      : result->max(*operand);
  }
  return result;
}

Value Converter::divided(const LoopExpr &expr) {
  Value dividend = value(expr.operands[0]);
  const LoopExpr &divisor = expr.operands[1];
  if (!dividend)
    return dividend;
  if (!divisor.isInteger() || divisor.value <= 0)
    return error("a divisor has to be a positive number");
  return expr.kind == Kind::Mod ? poly::modulo(*dividend, divisor.value)
                                : poly::floorDiv(*dividend, divisor.value);
}

Value Converter::call(const LoopExpr &expr) {
  auto array = program.arrays.find(expr.name);
  const bool isElement = array != program.arrays.end() &&
                         array->second.type.isInteger() &&
                         !expr.operands.empty() &&
                         array->second.extents.size() == expr.operands.size();
  if (!isElement)
    return error("'" + expr.name + "' is no array of integers with " +
                 llvm::Twine(expr.operands.size()) + " subscripts");
  UninterpretedCall made{expr.name, {}};
  for (const LoopExpr &subscript : expr.operands) {
    Value argument = value(subscript);
    if (!argument)
      return argument;
    made.arguments.push_back(*argument);
  }
  return addCall(program.calls, made, {}, unit);
}

llvm::Expected<isl::set> Converter::condition(const LoopExpr &expr) {
  if (expr.kind == Kind::And || expr.kind == Kind::Or) {
    llvm::Expected<isl::set> left = condition(expr.operands[0]),
                             right = condition(expr.operands[1]);
    if (!left || !right)
      return llvm::joinErrors(left.takeError(), right.takeError());
    return expr.kind == Kind::And ? left->intersect(*right)
                                  : left->unite(*right);
  }
  const bool compares = expr.kind == Kind::Less || expr.kind == Kind::Equal ||
                        expr.kind == Kind::LessEqual;
  if (!compares)
    return error("expected a comparison of parameters");
  Value left = value(expr.operands[0]), right = value(expr.operands[1]);
  if (!left || !right)
    return llvm::joinErrors(left.takeError(), right.takeError());
  return expr.kind == Kind::Less    ? left->lt_set(*right)
         : expr.kind == Kind::Equal ? left->eq_set(*right)
                                    : left->le_set(*right);
}

} // namespace

Value affineValue(Program &program, const LoopExpr &expr) {
  return poly::tryIsl([&]() { return Converter(program).value(expr); });
}

llvm::Expected<isl::set> affineCondition(Program &program,
                                         const LoopExpr &expr) {
  return poly::tryIsl([&]() { return Converter(program).condition(expr); });
}

} // namespace sparsec::looptext
