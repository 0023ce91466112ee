//===- Evaluate.cpp - interpreted expressions -----------------------------===//

#include "Machine.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Typing.h"
#include "sparsec/LoopIR/VectorMembers.h"

namespace sparsec {

using Kind = LoopExpr::Kind;

/// The value of \p expr, which is not just copied.
Number Machine::use(const LoopExpr &expr) {
  Number value = evaluate(expr);
  if (!value.isSet)
    throw Fault("'" + printExpr(expr) + "' has no value");
  return value;
}

/// By C's types: what is marked to have 64 bits has them only where an operand
/// does.
Number Machine::operands(const LoopExpr &expr, Operator op) {
  Number result = use(expr.operands[0]);
  for (size_t pos = 1; pos < expr.operands.size(); ++pos)
    result = binary(op, result, use(expr.operands[pos]));
  return result;
}

/// The value of operand \p pos of a call of the runtime, which comes for 64
/// bits and for int.
Number Machine::argument(const LoopExpr &expr, size_t pos) {
  const Number value = use(expr.operands[pos]);
  const Number given =
      value.as(expr.wide ? ElementType::int64() : ElementType::int32());
  if (given.integer != value.toInteger())
    throw Fault("'" + printExpr(expr.operands[pos]) + "' is " +
                std::to_string(value.integer) + ", which is no int");
  return given;
}

/// The least or the greatest operand.
Number Machine::pick(const LoopExpr &expr, bool isLeast) {
  Number result = argument(expr, 0);
  for (size_t pos = 1; pos < expr.operands.size(); ++pos) {
    Number other = argument(expr, pos);
    if (binary(isLeast ? Operator::Less : Operator::Greater, other, result)
            .isTrue())
      result = other;
  }
  return result;
}

static Number floorDivided(const Number &left, const Number &right) {
  const long long a = left.toInteger(), b = right.toInteger();
  const Number quotient = binary(Operator::Divide, left, right);
  const bool isAbove = a % b != 0 && (a % b < 0) != (b < 0);
  return isAbove ? binary(Operator::Subtract, quotient, Number::of(1LL, false))
                 : quotient;
}

/// The type of \p expr by what its names are at present.
LoopType Machine::typeOf(const LoopExpr &expr) {
  Typing typing(program);
  typing.enter();
  expr.walk([&](const LoopExpr &part) {
    LoopNode node;
    node.name = part.name;
    node.dimensions = part.operands.toVector();
    auto local = frame->locals.find(part.name);
    if (!part.isVariable() && part.kind != Kind::Load)
      return;
    if (local != frame->locals.end())
      node.type = local->second.type;
    else if (const Cells *own = ownCells(part.name))
      node.type = own->type;
    if (!node.type.isNone())
      typing.declare(node);
  });
  return typing.typeOf(expr);
}

/// The branch that counts, as the type of both.
Number Machine::chosen(const LoopExpr &choice) {
  const bool isFirst = use(choice.operands[0]).isTrue();
  const Number value = evaluate(choice.operands[isFirst ? 1 : 2]);
  const LoopType type =
      commonType(typeOf(choice.operands[1]), typeOf(choice.operands[2]));
  return type.isPlain() && !type.isNone() ? value.as(valueType(type)) : value;
}

Number Machine::evaluate(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Variable:
    return valueOf(expr);
  case Kind::Load:
    return read(expr);
  case Kind::Select:
    return chosen(expr);
  case Kind::Widen:
    return evaluate(expr.operands[0]).as(ElementType::int64());
  case Kind::Literal:
    return Number::literal(expr.name);
  case Kind::Unary:
    return unary(expr.op, use(expr.operands[0]));
  case Kind::Binary:
    if (isLogical(expr.op))
      return decided(expr, /*byFalse=*/expr.op == Operator::LogicalAnd);
    return operands(expr, expr.op);
  case Kind::Call:
    return callFunction(expr);
  case Kind::Member:
  case Kind::Arrow:
    return member(expr);
  case Kind::Increment:
    return increment(expr.operands[0]);
  case Kind::Cast:
    if (expr.type->isPlain() &&
        expr.type->element.kind == ElementType::Kind::Void)
      return Number();
    return evaluate(expr.operands[0]).as(valueType(*expr.type));
  case Kind::SizeOf:
    return Number::of((long long)valueType(*expr.type).bytes)
        .as(*ElementType::named("size_t"));
  default:
    return integer(expr);
  }
}

/// The kinds that fold.
Number Machine::integer(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return Number::of((long long)expr.value, expr.value != int(expr.value));
  case Kind::Add:
    return operands(expr, Operator::Add);
  case Kind::Mul:
    return operands(expr, Operator::Multiply);
  case Kind::FloorDiv:
    return floorDivided(argument(expr, 0), argument(expr, 1));
  case Kind::Div:
    return operands(expr, Operator::Divide);
  case Kind::Mod:
    return operands(expr, Operator::Remainder);
  case Kind::Min:
    return pick(expr, /*isLeast=*/true);
  case Kind::Max:
    return pick(expr, /*isLeast=*/false);
  case Kind::Less:
    return operands(expr, Operator::Less);
  case Kind::LessEqual:
    return operands(expr, Operator::LessEqual);
  case Kind::Equal:
    return operands(expr, Operator::Equal);
  case Kind::And:
    return decided(expr, /*byFalse=*/true);
  case Kind::Or:
    return decided(expr, /*byFalse=*/false);
  default:
    throw Unknown("'" + printExpr(expr) + "'");
  }
}

/// Operands up to the first one that decides: false of a conjunction.
Number Machine::decided(const LoopExpr &expr, bool byFalse) {
  for (const LoopExpr &operand : expr.operands)
    if (use(operand).isTrue() != byFalse)
      return Number::of(!byFalse, false);
  return Number::of(byFalse, false);
}

/// A local, an iterator, a parameter, or a scalar of the body.
Number Machine::valueOf(const LoopExpr &variable) {
  auto local = frame->locals.find(variable.name);
  if (local != frame->locals.end())
    return local->second;
  return read(variable);
}

/// `v.x` of a vector that was loaded, `z.re` of a complex number.
Number Machine::member(const LoopExpr &expr) {
  const LoopExpr &object = expr.operands[0];
  if (expr.name == "re" || expr.name == "im") {
    const std::complex<double> value =
        use(object).as(ElementType::complex128()).complex;
    return Number::of(expr.name == "re" ? value.real() : value.imag());
  }
  const Cells *vector = ownCells(object.name);
  const std::optional<unsigned> lane =
      vector ? laneOfMember(unsigned(vector->count()), expr.name)
             : std::nullopt;
  if (!lane)
    throw Unknown("'" + printExpr(expr) + "'");
  return Number::load(*vector, *lane);
}

/// `place++`
Number Machine::increment(const LoopExpr &place) {
  const Number before = use(place);
  assign(place, Update::Set,
         binary(Operator::Add, before, Number::of(1LL, false)),
         /*isAtomic=*/false);
  return before;
}

} // namespace sparsec
