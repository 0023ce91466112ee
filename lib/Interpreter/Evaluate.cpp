//===- Evaluate.cpp - interpreted expressions -----------------------------===//

#include "Machine.h"

#include "sparsec/LoopIR/ExprPrinter.h"

namespace sparsec {

using Kind = LoopExpr::Kind;

/// The value of \p expr, which is not just copied.
Number Machine::use(const LoopExpr &expr) {
  Number value = evaluate(expr);
  if (!value.isSet)
    throw Fault("'" + printExpr(expr) + "' has no value");
  return value;
}

/// The operands of what has 64 bits have, too.
Number Machine::operands(const LoopExpr &expr, llvm::StringRef op) {
  auto operand = [&](size_t pos) {
    Number value = use(expr.operands[pos]);
    return expr.wide && value.type.isInteger() ? value.as(ElementType::int64())
                                               : value;
  };
  Number result = operand(0);
  for (size_t pos = 1; pos < expr.operands.size(); ++pos)
    result = binary(op, result, operand(pos));
  return result;
}

/// The least or the greatest operand.
Number Machine::pick(const LoopExpr &expr, bool isLeast) {
  Number result = use(expr.operands[0]);
  for (size_t pos = 1; pos < expr.operands.size(); ++pos) {
    Number other = use(expr.operands[pos]);
    if (binary(isLeast ? "<" : ">", other, result).isTrue())
      result = other;
  }
  return result;
}

static Number floorDivided(const Number &left, const Number &right) {
  const long long a = left.toInteger(), b = right.toInteger();
  if (b == 0)
    throw Fault("a division by zero");
  return Number::of(a / b - (a % b != 0 && (a % b < 0) != (b < 0)));
}

Number Machine::evaluate(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Variable:
    return valueOf(expr);
  case Kind::Load:
    return read(expr);
  case Kind::Select: {
    const bool isFirst = use(expr.operands[0]).isTrue();
    return evaluate(expr.operands[isFirst ? 1 : 2]);
  }
  case Kind::Widen:
    return evaluate(expr.operands[0]).as(ElementType::int64());
  case Kind::Literal:
    return Number::literal(expr.name);
  case Kind::Unary:
    return unary(expr.name, use(expr.operands[0]));
  case Kind::Binary:
    if (expr.name == "&&" || expr.name == "||")
      return decided(expr, /*byFalse=*/expr.name == "&&");
    return operands(expr, expr.name);
  case Kind::Call: {
    std::vector<Number> arguments;
    for (const LoopExpr &operand : expr.operands)
      arguments.push_back(use(operand));
    return call(expr.name, arguments);
  }
  case Kind::Cast:
    return evaluate(expr.operands[0]).as(typeOf(expr.name));
  default:
    return integer(expr);
  }
}

/// The kinds that fold.
Number Machine::integer(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return Number::of((long long)expr.value,
                      expr.wide || expr.value != int(expr.value));
  case Kind::Add:
    return operands(expr, "+");
  case Kind::Mul:
    return operands(expr, "*");
  case Kind::FloorDiv:
    return floorDivided(use(expr.operands[0]), use(expr.operands[1]));
  case Kind::Div:
    return operands(expr, "/");
  case Kind::Mod:
    return operands(expr, "%");
  case Kind::Min:
    return pick(expr, /*isLeast=*/true);
  case Kind::Max:
    return pick(expr, /*isLeast=*/false);
  case Kind::Less:
    return operands(expr, "<");
  case Kind::LessEqual:
    return operands(expr, "<=");
  case Kind::Equal:
    return operands(expr, "==");
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
  auto local = locals.find(variable.name);
  if (local != locals.end())
    return local->second;
  return read(variable);
}

long long Machine::parameter(const std::string &name) {
  return use(LoopExpr::variable(name)).toInteger();
}

long long Machine::extentOf(const Array &array, size_t dimension) {
  const std::optional<isl::pw_aff> &extent = array.extents[dimension];
  if (!extent)
    throw Unknown("the unknown length of '" + array.name + "'");
  llvm::Expected<LoopExpr> value =
      lowerParameterValue(program, *extent, /*wide=*/true);
  if (!value)
    throw Unknown(llvm::toString(value.takeError()));
  return use(*value).toInteger();
}

long long Machine::elementsOf(const Array &array) {
  long long count = 1;
  for (size_t dimension = 0; dimension < array.extents.size(); ++dimension)
    count *= extentOf(array, dimension);
  return count + array.extraElements;
}

Cells &Machine::allocate(const std::string &name) {
  const Array &array = program.arrays.at(name);
  const long long count = elementsOf(array);
  if (count < 0 || count > 100000000)
    throw Fault("'" + name + "' has " + std::to_string(count) + " elements");
  return memory.arrays[name] =
             Cells::make(array.type, size_t(count), array.isZeroed);
}

/// Those of arrays that no phase allocates are there when they are used first.
Cells &Machine::cellsOf(const std::string &name) {
  auto found = memory.arrays.find(name);
  if (found != memory.arrays.end())
    return found->second;
  auto array = program.arrays.find(name);
  if (array == program.arrays.end())
    throw Unknown("'" + name + "'");
  if (array->second.owner == Array::Owner::Argument)
    throw Fault("'" + name + "' is no argument");
  if (!array->second.contents)
    return allocate(name);
  const Contents &contents = *array->second.contents;
  const ElementType &type = array->second.type;
  if (!contents.imaginary.empty())
    throw Unknown("a bound array of complex numbers");
  return memory.arrays[name] = type.isInteger()
                                   ? Cells::of(type, contents.integers)
                                   : Cells::of(type, contents.numbers);
}

/// Where an element is in its array: arrays of the plan have one subscript once
/// they are flattened, or one for each dimension.
long long Machine::positionOf(const LoopExpr &load) {
  long long position = 0;
  for (size_t pos = 0; pos < load.operands.size(); ++pos) {
    const long long subscript = use(load.operands[pos]).toInteger();
    if (pos == 0) {
      position = subscript;
      continue;
    }
    const Array &array = program.arrays.at(load.name);
    const long long extent = extentOf(array, pos);
    // Ends of segments are behind the last one.
    if ((subscript < 0 || subscript >= extent) && array.extraElements == 0)
      throw Fault("subscript " + std::to_string(subscript) + " of '" +
                  load.name + "' is not in [0, " + std::to_string(extent) +
                  ")");
    position = position * extent + subscript;
  }
  return position;
}

Machine::Place Machine::locate(const LoopExpr &load) {
  const long long position = positionOf(load);
  Cells &cells = cellsOf(load.name);
  if (position < 0 || size_t(position) >= cells.count())
    throw Fault("'" + printExpr(load) + "' is element " +
                std::to_string(position) + " of " +
                std::to_string(cells.count()));
  return {&cells, size_t(position)};
}

Number Machine::read(const LoopExpr &load) {
  if (load.operands.empty()) {
    auto local = locals.find(load.name);
    if (local != locals.end())
      return local->second;
    auto found = memory.parameters.find(load.name);
    const Parameter *known = program.findParameter(load.name);
    if (found != memory.parameters.end() && known)
      return Number::of(found->second).as(known->type);
  }
  const Place place = locate(load);
  return Number::load(*place.cells, place.position);
}

void Machine::setNumber(const std::string &name, long long value) {
  if (program.arrays.count(name))
    Number::of(value).store(cellsOf(name), 0);
  else
    memory.parameters[name] = value;
}

} // namespace sparsec
