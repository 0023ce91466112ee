//===- DigitValues.cpp - what a body computes of binary digits ------------===//

#include "DigitBodyReader.h"

#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/DoubleDouble.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Value = DigitValue;

/// A scalar, or an element whose subscripts are numbers, as written in one way.
LoopExpr plainly(LoopExpr target) {
  target.operands = target.operands.mapped([](const LoopExpr &subscript) {
    return LoopExpr::integer(*integerOf(subscript));
  });
  return target;
}

/// Signed integers that a body may have.
bool isSignedInteger(const ElementType &type) {
  return type.isInteger() && type.isSigned && type.bytes >= 4;
}

} // namespace

unsigned BodyReader::add(Value value) {
  // A sign that a digit changes twice is not changed by it.
  for (unsigned operand : value.operands)
    value.digits = value.kind == Value::Kind::Sign
                       ? value.digits ^ body.values[operand].digits
                       : value.digits | body.values[operand].digits;
  body.values.push_back(std::move(value));
  return unsigned(body.values.size() - 1);
}

unsigned BodyReader::leaf(LoopExpr expr, uint64_t used, ElementType type) {
  Value value;
  value.expr = std::move(expr);
  value.digits = used;
  value.type = std::move(type);
  return add(std::move(value));
}

/// \p expr of \p operands, which have names in it.
unsigned BodyReader::applied(LoopExpr expr, std::vector<unsigned> operands,
                             ElementType type) {
  Value value;
  value.kind = Value::Kind::Apply;
  value.expr = std::move(expr);
  value.operands = std::move(operands);
  value.type = std::move(type);
  return add(std::move(value));
}

/// \p value, to be part of a sum or product of \p type. What is not negative,
/// but less than 0 there where it is negated, is converted before that; and so
/// is what others are added to here before they become one of \p type.
unsigned BodyReader::converted(unsigned value, const ElementType &type) {
  const Value part = body.values[value];
  if (part.type == type || !part.type.isInteger())
    return value;
  const bool isWider = !type.isInteger() || type.bytes > part.type.bytes;
  if (part.type.isSigned &&
      (part.kind != Value::Kind::Leaf || !isWider || isSmall(part.expr)))
    return value;
  if (part.kind == Value::Kind::Leaf)
    return leaf(folded(expr::cast(type, part.expr)), part.digits, type);
  return applied(expr::cast(type, nameOf(value)), {value}, type);
}

/// The sum or product of two values; one of sums is one sum.
unsigned BodyReader::joined(Value::Kind kind, unsigned a, unsigned b) {
  Value value;
  value.kind = kind;
  value.type = commonType(body.values[a].type, body.values[b].type).element;
  a = converted(a, value.type);
  b = converted(b, value.type);
  const LoopExpr neutral =
      LoopExpr::integer(kind == Value::Kind::Product ? 1 : 0);
  for (unsigned side : {a, b}) {
    const Value &part = body.values[side];
    std::optional<Number> number =
        part.kind == Value::Kind::Leaf ? numberOf(part.expr) : std::nullopt;
    if (number && isEqual(*number, double(neutral.value)))
      continue;
    if (part.kind == kind && part.type == value.type)
      llvm::append_range(value.operands, part.operands);
    else
      value.operands.push_back(side);
    if (value.stem.empty())
      value.stem = part.stem;
  }
  return add(std::move(value));
}

unsigned BodyReader::negated(unsigned value) {
  const Value part = body.values[value];
  if (part.kind == Value::Kind::Leaf)
    return leaf(LoopExpr::unary(Operator::Negate, part.expr), part.digits,
                part.type);
  return applied(LoopExpr::unary(Operator::Negate, nameOf(value)), {value},
                 part.type);
}

llvm::Expected<unsigned> BodyReader::combination(const LoopExpr &expr) {
  std::vector<unsigned> operands;
  for (const LoopExpr &operand : expr.operands) {
    llvm::Expected<unsigned> value = valueOf(operand);
    if (!value)
      return value.takeError();
    operands.push_back(*value);
  }
  llvm::Expected<ElementType> type = typeOf(expr);
  if (!type)
    return type.takeError();
  bool isSum = expr.kind == LoopExpr::Kind::Binary && type->isFloating();
  if (isSum && expr.op == Operator::Multiply)
    return joined(Value::Kind::Product, operands[0], operands[1]);
  if (isSum && expr.op == Operator::Add)
    return joined(Value::Kind::Sum, operands[0], operands[1]);
  if (isSum && expr.op == Operator::Subtract)
    return joined(Value::Kind::Sum, operands[0],
                  negated(converted(operands[1], *type)));
  std::vector<LoopExpr> names;
  for (unsigned operand : operands)
    names.push_back(nameOf(operand));
  LoopExpr function = expr;
  function.operands = std::move(names);
  return applied(std::move(function), std::move(operands), std::move(*type));
}

llvm::Expected<unsigned> BodyReader::valueOf(const LoopExpr &expr) {
  if (isPrivate(expr)) {
    auto value = held.find(printExpr(plainly(expr)));
    if (value == held.end())
      return misfit("'" + printExpr(expr) + "' is read before it is set");
    return value->second;
  }
  if (llvm::Error error = checkElements(expr))
    return error;
  if (mentionsPrivate(expr))
    return combination(expr);
  std::optional<uint64_t> used = digits.usedBy(expr);
  if (!used)
    return misfit("'" + printExpr(expr) + "' uses '" + loop.name +
                  "' in another way than (" + loop.name + " >> k) & 1");
  llvm::Expected<ElementType> type = typeOf(expr);
  if (!type)
    return type.takeError();
  // Terms of one digit each are carried, sums of several are not.
  bool isSum = expr.kind == LoopExpr::Kind::Binary && type->isFloating() &&
               (expr.op == Operator::Add || expr.op == Operator::Subtract);
  if (isSum && (*used & (*used - 1)) != 0)
    return combination(expr);
  return leaf(expr, *used, std::move(*type));
}

/// What values of \p expr are kept in: C's type, but doubles for floats.
llvm::Expected<ElementType> BodyReader::typeOf(const LoopExpr &expr) const {
  const ElementType type =
      commonType(typing.typeOf(expr), LoopType::int32()).element;
  if (type.isComplex())
    return ElementType::complex128();
  if (type.isFloating() && type.bytes <= 8)
    return ElementType::float64();
  if (type.isInteger() || type.isDoubleDouble())
    return type;
  return misfit("'" + printExpr(expr) + "' is " +
                (type.spelling.empty() ? "no number" : "a " + type.spelling) +
                "; double, double _Complex and integers can be");
}

/// Lets \p value be what \p target holds.
static void nameAfter(Value &value, const LoopExpr &target) {
  bool isElement = !target.operands.empty();
  value.stem = isElement ? identifierFor(printExpr(target)) : target.name;
  value.place = isElement ? std::optional<LoopExpr>(target) : std::nullopt;
}

/// `target = value`: a copy, converted to the type of what holds it; a real
/// number may stand for a complex one.
llvm::Error BodyReader::set(const LoopExpr &target, unsigned value) {
  const std::string name = printExpr(target);
  const ElementType &type = types[target.name];
  const ElementType given = body.values[value].type;
  // A sum as it is kept, not one that is kept otherwise.
  if (body.values[value].isPartial() && given.isInteger() && given != type)
    value = applied(expr::cast(type, nameOf(value)), {value}, type);
  Value copy = body.values[value];
  bool isReal = type == ElementType::float64(), isPair = type.isPair();
  bool isSame = given == type || (given.isInteger() && !isReal);
  if (copy.kind == Value::Kind::Leaf && !isPair && !(isSame && isReal))
    copy.expr = folded(expr::cast(type, std::move(copy.expr)));
  else if (!isSame && type.isInteger())
    return misfit("'" + name + "' is a " + type.spelling +
                  ", and is set to a value of type " + given.spelling);
  copy.type = type;
  nameAfter(copy, target);
  held[name] = add(std::move(copy));
  return llvm::Error::success();
}

/// `target op value` of a scalar of the body, or of an element of its arrays.
llvm::Error BodyReader::update(const LoopExpr &target, Update op,
                               unsigned value) {
  const std::string name = printExpr(target);
  auto old = held.find(name);
  const ElementType &type = types[target.name], given = body.values[value].type;
  if (type != ElementType::float64() && !type.isPair() &&
      !isSignedInteger(type))
    return misfit("'" + name + "' is a " + type.spelling +
                  "; double, double _Complex and signed integers can be");
  if (op == Update::Set)
    return set(target, value);
  if (old == held.end())
    return misfit("'" + name + "' is updated before it is set");
  if (op == Update::Subtract)
    value = converted(value, commonType(type, given).element);
  if (op != Update::Add && op != Update::Subtract && op != Update::Multiply)
    return misfit("'" + name + "' is updated by " + spellingOf(op) +
                  "; sums and products can be");
  if (type.isInteger() && !given.isInteger())
    return misfit("'" + name + "' is an integer that is updated by fractions");
  unsigned part = op == Update::Subtract ? negated(value) : value;
  unsigned result =
      joined(op == Update::Multiply ? Value::Kind::Product : Value::Kind::Sum,
             old->second, part);
  Value &made = body.values[result];
  made.type = type;
  nameAfter(made, target);
  old->second = result;
  return llvm::Error::success();
}

llvm::Error BodyReader::assign(const LoopNode &node) {
  // `x *= a * b` as `x *= a; x *= b`.
  bool isProduct = node.op == Update::Multiply && isPrivate(node.target) &&
                   node.value.kind == LoopExpr::Kind::Binary &&
                   node.value.op == Operator::Multiply &&
                   types[node.target.name].isFloating() &&
                   typing.typeOf(node.value).element.isFloating();
  if (isProduct) {
    LoopNode part = node;
    for (const LoopExpr &factor : node.value.operands) {
      part.value = factor;
      if (llvm::Error error = assign(part))
        return error;
    }
    return llvm::Error::success();
  }
  llvm::Expected<unsigned> value = valueOf(folded(node.value));
  if (!value)
    return value.takeError();
  if (isPrivate(node.target))
    return update(plainly(node.target), node.op, *value);
  if (llvm::Error error = checkElements(node.target))
    return error;
  if (node.op == Update::Set)
    return misfit("'" + printExpr(node.target) +
                  "' is set in each iteration; it can be updated by a "
                  "reduction, such as +=");
  const LoopExpr target = outside(node.target);
  if (target.mentions(loop.name) || mentionsPrivate(target))
    return misfit("'" + printExpr(target) + "' moves with the loop");
  const LoopType own = typing.typeOf(node.target);
  const ElementType given = body.values[*value].type;
  const ElementType both = commonType(own, given).element;
  const bool isNarrow = both.isFloating() && both.bytes < given.bytes;
  body.updates.push_back({node.name, target, node.op, *value,
                          own.isNone() || isNarrow ? given : both});
  return llvm::Error::success();
}

/// \p expr, which stands behind the loop, without constants of its body.
LoopExpr BodyReader::outside(const LoopExpr &expr) const {
  return expr.map([&](LoopExpr part) {
    auto constant = constants.find(part.name);
    bool isOne = part.isVariable() && constant != constants.end();
    return isOne ? constant->second : part;
  });
}

llvm::Error BodyReader::readNode(const LoopNode &node) {
  if (node.kind == Kind::Region && !node.isParallel && node.prologue.empty())
    return readAll(node.body);
  if (node.kind == Kind::Block)
    return readAll(node.body);
  if (node.kind == Kind::Declare) {
    declare(node);
    constants.erase(node.name);
    std::erase_if(held, [&](const auto &entry) {
      return llvm::StringRef(entry.first).split('[').first == node.name;
    });
    if (!node.dimensions.empty())
      body.arrays[node.name] = node;
    return llvm::Error::success();
  }
  if (node.kind == Kind::Local) {
    llvm::Expected<unsigned> value = valueOf(folded(node.value));
    if (!value)
      return value.takeError();
    declare(node);
    constants.erase(node.name);
    if (node.isConst)
      constants.emplace(node.name, outside(node.value));
    return update(LoopExpr::variable(node.name), Update::Set, *value);
  }
  if (node.kind == Kind::Assign && node.atomic == LoopNode::Atomic::None)
    return assign(node);
  if (node.isFor())
    return misfit("loop '" + node.name +
                  "' is left inside; unroll it completely");
  if (node.kind == Kind::If)
    return misfit("'" + printExpr(node.condition) +
                  "' is a condition in each iteration");
  return misfit("what is in it is not only assignments to numbers");
}

llvm::Error BodyReader::readAll(const std::vector<LoopNode> &nodes) {
  for (const LoopNode &node : nodes)
    if (llvm::Error error = readNode(node))
      return error;
  return llvm::Error::success();
}

/// Elements of the body's arrays are told apart by numbers.
llvm::Error BodyReader::checkElements(const LoopExpr &expr) const {
  std::string element;
  expr.walk([&](const LoopExpr &part) {
    if (body.arrays.count(part.name) && !isPrivate(part))
      element = printExpr(part);
  });
  if (element.empty())
    return llvm::Error::success();
  return misfit("which element '" + element +
                "' is is not known; unroll the loops that subscript it "
                "completely");
}

/// What the loop updates may be read by nothing in it.
llvm::Error BodyReader::checkReads() const {
  std::set<std::string> updated;
  for (const DigitUpdate &update : body.updates)
    updated.insert(update.target.name);
  for (const Value &value : body.values) {
    std::string read;
    value.expr.walk([&](const LoopExpr &part) {
      if (updated.count(part.name))
        read = part.name;
    });
    if (!read.empty())
      return misfit("'" + read + "' is read and updated");
  }
  return llvm::Error::success();
}

std::vector<unsigned> DigitBody::needed() const {
  std::vector<unsigned> order;
  std::set<unsigned> seen;
  std::function<void(unsigned)> visit = [&](unsigned value) {
    if (!seen.insert(value).second)
      return;
    for (unsigned operand : values[value].operands)
      visit(operand);
    order.push_back(value);
  };
  for (const DigitUpdate &update : updates)
    visit(update.value);
  return order;
}

llvm::Expected<DigitBody> readDigitBody(const LoopNode &loop,
                                        const Typing &outside,
                                        const BinaryDigits &digits) {
  return BodyReader(loop, outside, digits).read();
}

LoopExpr leafAt(const DigitValue &leaf, const BinaryDigits &digits, long bit) {
  return digits.withDigits(leaf.expr,
                           [&](unsigned) { return LoopExpr::integer(bit); });
}

} // namespace sparsec
