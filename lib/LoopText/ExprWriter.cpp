//===- ExprWriter.cpp - expressions as text -------------------------------===//
///
/// \file
/// What the reader makes of the text has the very structure of the expression:
/// parentheses stand around a sum in a sum. `a - 2 * b` is the sum of a and
/// -2 * b, `n > 0` is 0 < n, and -x is the product of -1 and x.
///
//===----------------------------------------------------------------------===//

#include "ExprWriter.h"

#include "Lexer.h"

#include <climits>

namespace sparsec::looptext {

using Kind = LoopExpr::Kind;

/// In parentheses, where a name alone would be an operand.
static std::string castType(const LoopType &type) {
  const std::string spelling = type.spelling();
  return isCType(spelling) ? spelling : stringText(spelling);
}

/// How tightly the text of \p expr binds.
static int precedenceOf(const LoopExpr &expr, bool isNegated) {
  switch (expr.kind) {
  case Kind::Integer:
    return expr.value < 0 ? Prefix : Primary;
  case Kind::Widen:
  case Kind::Unary:
  case Kind::Cast:
    return Prefix;
  case Kind::Select:
    return Ternary;
  case Kind::Binary:
    return sparsec::precedenceOf(expr.op);
  default: {
    const Operator op = operatorOf(expr.kind);
    return isNegated              ? Prefix
           : op != Operator::None ? sparsec::precedenceOf(op)
                                  : Primary;
  }
  }
}

std::string ExprWriter::write(const LoopExpr &expr, Mode mode,
                              int least) const {
  const Mode own = modeOf(expr.kind).value_or(mode);
  std::string result = text(expr, own);
  const bool isPlain = expr.wide == isWideByRule(expr, own, scope);
  const bool switches = own != mode;
  // The text in braces, and with its width, is an operand of all operators.
  if (!isPlain && precedenceOf(expr, isNegated(expr)) < Primary)
    result = "(" + result + ")";
  if (!isPlain)
    result += expr.wide ? "@64" : "@32";
  if (switches)
    return "{" + result + "}";
  const bool isLoose = isPlain && precedenceOf(expr, isNegated(expr)) < least;
  return isLoose ? "(" + result + ")" : result;
}

std::string ExprWriter::list(const ExprList &operands, Mode mode) const {
  std::string result;
  for (const LoopExpr &operand : operands)
    result += (result.empty() ? "" : ", ") + write(operand, mode);
  return result;
}

std::string ExprWriter::text(const LoopExpr &expr, Mode mode) const {
  auto operand = [&](size_t number, int least) {
    return write(expr.operands[number], mode, least);
  };
  switch (expr.kind) {
  case Kind::Integer:
    return std::to_string(expr.value);
  case Kind::Variable:
    return bareName(expr);
  case Kind::GpuIndex:
    return gpuIndexName + std::string("(") +
           stringText(textOf(expr.gpuIndex())) + ")";
  case Kind::Load:
    return load(expr);
  case Kind::Add:
    return sum(expr);
  case Kind::Mul:
    return product(expr);
  case Kind::Less:
  case Kind::LessEqual:
    return comparison(expr);
  case Kind::Select:
    return operand(0, LogicalOr) + " ? " + operand(1, LogicalOr) + " : " +
           operand(2, Ternary);
  case Kind::Widen:
    return "(long long)" + operand(0, Prefix);
  case Kind::Literal:
    return literal(expr);
  case Kind::Unary:
    return spellingOf(expr.op) + operand(0, Primary);
  case Kind::Binary:
    return binary(expr, expr.op, mode);
  case Kind::Cast:
    return cast(expr, mode);
  case Kind::SizeOf:
    return "sizeof(" + castType(*expr.type) + ")";
  case Kind::Member:
  case Kind::Arrow:
    return member(expr, mode);
  case Kind::Increment:
    return operand(0, Primary) + "++";
  case Kind::String:
    return stringText(expr.name);
  case Kind::List:
    return "list(" + list(expr.operands, mode) + ")";
  default:
    if (const Operator op = operatorOf(expr.kind); op != Operator::None)
      return binary(expr, op, mode);
    break;
  }
  return call(expr, mode);
}

/// "long long" is how integers are widened.
std::string ExprWriter::cast(const LoopExpr &expr, Mode mode) const {
  const bool isQuoted =
      mode == Mode::Integers && *expr.type == LoopType::int64();
  return "(" +
         (isQuoted ? stringText(expr.type->spelling()) : castType(*expr.type)) +
         ")" + write(expr.operands[0], mode, Prefix);
}

/// Behind a name alone it would be a part of that.
std::string ExprWriter::member(const LoopExpr &expr, Mode mode) const {
  const LoopExpr &whole = expr.operands[0];
  const bool isPlain = whole.kind == Kind::Load && !whole.operands.empty() &&
                       whole.wide == isWideByRule(whole, mode, scope);
  return (isPlain ? write(whole, mode, Primary)
                  : "(" + write(whole, mode) + ")") +
         (expr.kind == Kind::Arrow ? "->" : ".") + nameText(expr.name);
}

/// A variable whose name alone would be a scalar has a `%`.
std::string ExprWriter::bareName(const LoopExpr &expr) const {
  return (scope.isScalar(expr.name) ? "%" : "") + nameText(expr.name);
}

/// A scalar whose name alone would be a variable has brackets.
std::string ExprWriter::load(const LoopExpr &expr) const {
  std::string result = nameText(expr.name);
  if (expr.operands.empty() && !scope.isScalar(expr.name))
    return result + "[]";
  for (const LoopExpr &subscript : expr.operands)
    result += "[" + write(subscript, Mode::Integers) + "]";
  return result;
}

std::string ExprWriter::literal(const LoopExpr &expr) const {
  return isNumber(expr.name) ? expr.name
                             : "literal(" + stringText(expr.name) + ")";
}

std::string ExprWriter::call(const LoopExpr &expr, Mode mode) const {
  if (const char *name = functionOf(expr.kind))
    return name + ("(" + list(expr.operands, mode) + ")");
  // A call of such a name is another thing.
  const bool isTaken = functionKind(expr.name) || expr.name == "literal" ||
                       expr.name == "list" || isTypeWord(expr.name);
  std::string name = isTaken ? "`" + expr.name + "`" : nameText(expr.name);
  return name + "(" + list(expr.operands, mode) + ")";
}

/// Whether \p expr is a product that is written `-x`.
bool ExprWriter::isNegated(const LoopExpr &expr) const {
  return expr.kind == Kind::Mul && expr.operands.size() == 2 &&
         expr.operands[0].isInteger(-1) && isByRule(expr.operands[0]) &&
         !expr.operands[1].isInteger();
}

std::string ExprWriter::product(const LoopExpr &expr) const {
  if (isNegated(expr))
    return "-" + write(expr.operands[1], Mode::Integers, Primary);
  return factors(expr.operands, 0);
}

std::string ExprWriter::factors(const ExprList &factors, size_t first) const {
  std::string result;
  for (size_t at = first; at < factors.size(); ++at) {
    const bool isFirst = at == 0;
    const bool isProduct = factors[at].kind == Kind::Mul;
    result += (result.empty() ? "" : " * ") +
              write(factors[at], Mode::Integers,
                    isFirst && !isProduct ? Multiplicative : Prefix);
  }
  return result;
}

std::string ExprWriter::sum(const LoopExpr &expr) const {
  std::string result;
  for (const LoopExpr &operand : expr.operands)
    result += term(operand, result.empty());
  return result;
}

/// `- 3` for the term -3, `- 2 * b` for -2 * b, `- b` for -1 * b.
std::string ExprWriter::term(const LoopExpr &expr, bool isFirst) const {
  const std::string plain = write(expr, Mode::Integers, Multiplicative);
  if (isFirst)
    return plain;
  if (isPlainInteger(expr) && expr.value < 0 && expr.value > LONG_MIN)
    return " - " + std::to_string(-expr.value);
  const bool isScaled = expr.kind == Kind::Mul && isByRule(expr) &&
                        isPlainInteger(expr.operands[0]) &&
                        expr.operands[0].value < 0 &&
                        expr.operands[0].value > LONG_MIN;
  if (!isScaled)
    return " + " + plain;
  if (isNegated(expr)) {
    const LoopExpr &rest = expr.operands[1];
    // A number in front of the rest would get the sign.
    const bool isOpen = rest.kind != Kind::Mul || isNegated(rest) ||
                        !rest.operands[0].isInteger();
    return " - " +
           write(rest, Mode::Integers, isOpen ? Multiplicative : Prefix);
  }
  if (expr.operands[0].isInteger(-1))
    return " + " + plain;
  return " - " + std::to_string(-expr.operands[0].value) + " * " +
         factors(expr.operands, 1);
}

/// `n > 0` rather than `0 < n`.
std::string ExprWriter::comparison(const LoopExpr &expr) const {
  const bool isLess = expr.kind == Kind::Less;
  const bool isTurned = expr.operands[0].isInteger();
  const char *op = isTurned ? isLess ? " > " : " >= " : isLess ? " < " : " <= ";
  return write(expr.operands[isTurned ? 1 : 0], Mode::Integers, Shift) + op +
         write(expr.operands[isTurned ? 0 : 1], Mode::Integers, Shift);
}

std::string ExprWriter::binary(const LoopExpr &expr, Operator op,
                               Mode mode) const {
  const int level = sparsec::precedenceOf(op);
  return write(expr.operands[0], mode, level) + " " + spellingOf(op) + " " +
         write(expr.operands[1], mode, level + 1);
}

} // namespace sparsec::looptext
