//===- DigitSeparation.cpp - what digits change, apart --------------------===//

#include "DigitBodyReader.h"

namespace sparsec {

using Value = DigitValue;

/// Whether \p value, a leaf, is c or -c by one digit.
bool BodyReader::changesSign(const Value &value) const {
  bool isSingle = value.kind == Value::Kind::Leaf && value.digits != 0 &&
                  (value.digits & (value.digits - 1)) == 0;
  if (!isSingle)
    return false;
  std::optional<Number> clear = numberOf(leafAt(value, digits, 0)),
                        set = numberOf(leafAt(value, digits, 1));
  return clear && set && isReal(*clear) && isReal(*set) &&
         !isEqual(*clear, 0) && doubleOf(*clear) == -doubleOf(*set);
}

/// Leaves of one digit at most become one carried sum.
unsigned BodyReader::separatedSum(const Value &sum) {
  Value carried = sum, rest = sum;
  carried.kind = Value::Kind::Carried;
  carried.operands.clear();
  rest.operands.clear();
  carried.digits = rest.digits = 0;
  for (unsigned operand : sum.operands) {
    const Value &part = body.values[operand];
    bool isSingle = part.kind == Value::Kind::Leaf &&
                    (part.digits & (part.digits - 1)) == 0;
    (isSingle ? carried : rest).operands.push_back(operand);
  }
  unsigned number = add(std::move(carried));
  if (rest.operands.empty())
    return number;
  for (unsigned &operand : rest.operands)
    operand = separated(operand);
  if (!body.values[number].operands.empty())
    rest.operands.push_back(number);
  return add(std::move(rest));
}

/// Leaves that change their sign become one, with what never changes.
unsigned BodyReader::separatedProduct(const Value &product) {
  Value sign = product, rest = product;
  sign.kind = Value::Kind::Sign;
  sign.stem = "sign";
  if (product.type.isPair())
    sign.type = ElementType::float64();
  sign.operands.clear();
  rest.operands.clear();
  sign.digits = rest.digits = 0;
  bool changes = llvm::any_of(product.operands, [&](unsigned operand) {
    return changesSign(body.values[operand]);
  });
  for (unsigned operand : product.operands) {
    const Value &part = body.values[operand];
    bool isConstant = part.digits == 0 && !part.type.isPair();
    bool joins = part.kind == Value::Kind::Leaf && changes &&
                 (isConstant || changesSign(part));
    (joins ? sign : rest).operands.push_back(operand);
  }
  for (unsigned &operand : rest.operands)
    operand = separated(operand);
  if (changes)
    rest.operands.push_back(add(std::move(sign)));
  return add(std::move(rest));
}

unsigned BodyReader::separated(unsigned value) {
  auto known = done.find(value);
  if (known != done.end())
    return known->second;
  const Value old = body.values[value];
  unsigned result = value;
  if (old.kind == Value::Kind::Sum) {
    result = separatedSum(old);
  } else if (old.kind == Value::Kind::Product) {
    result = separatedProduct(old);
  } else if (old.kind == Value::Kind::Apply) {
    Value copy = old;
    std::map<std::string, LoopExpr> names;
    for (unsigned &operand : copy.operands) {
      unsigned made = separated(operand);
      names["@" + std::to_string(operand)] =
          LoopExpr::variable("@" + std::to_string(made));
      operand = made;
    }
    copy.expr = copy.expr.map([&](LoopExpr part) {
      auto name = names.find(part.name);
      return part.isVariable() && name != names.end() ? name->second : part;
    });
    result = add(std::move(copy));
  }
  return done[value] = result;
}

} // namespace sparsec
