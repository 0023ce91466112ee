//===- ExprPrinter.cpp - lowered expressions as C text --------------------===//

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <climits>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// C's precedences, higher binds tighter.
enum Precedence {
  Ternary = 1,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Additive,
  Multiplicative,
  Prefix,
  Primary,
};

Precedence precedenceOf(llvm::StringRef op) {
  return llvm::StringSwitch<Precedence>(op)
      .Case("||", LogicalOr)
      .Case("&&", LogicalAnd)
      .Case("|", BitOr)
      .Case("^", BitXor)
      .Case("&", BitAnd)
      .Cases("==", "!=", Equality)
      .Cases("<", "<=", ">", ">=", Relation)
      .Cases("<<", ">>", Shift)
      .Cases("+", "-", Additive)
      .Default(Multiplicative);
}

Precedence precedenceOf(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return expr.value < 0 ? Prefix : Primary;
  case Kind::Add:
    return Additive;
  case Kind::Mul:
    return expr.operands[0].isInteger(-1) ? Prefix : Multiplicative;
  case Kind::Div:
  case Kind::Mod:
    return Multiplicative;
  case Kind::Less:
  case Kind::LessEqual:
    return Relation;
  case Kind::Equal:
    return Equality;
  case Kind::And:
    return LogicalAnd;
  case Kind::Or:
    return LogicalOr;
  case Kind::Select:
    return Ternary;
  case Kind::Widen:
  case Kind::Unary:
  case Kind::Cast:
    return Prefix;
  case Kind::Binary:
    return precedenceOf(llvm::StringRef(expr.name));
  default:
    return Primary;
  }
}

/// The text, in parentheses when it binds less tightly than \p least.
std::string at(const LoopExpr &expr, int least) {
  std::string text = printExpr(expr);
  return precedenceOf(expr) < least ? "(" + text + ")" : text;
}

std::string integerText(long value) {
  std::string text = std::to_string(value);
  return value > INT_MAX || value < INT_MIN ? text + "LL" : text;
}

/// `-2 * i` as `2 * i`, if it is negative.
bool isNegative(const LoopExpr &term, LoopExpr &positive) {
  if (term.isInteger() && term.value < 0) {
    positive = LoopExpr::integer(-term.value);
    return true;
  }
  if (term.kind != Kind::Mul || !term.operands[0].isInteger() ||
      term.operands[0].value >= 0)
    return false;
  positive = LoopExpr::integer(-1) * term;
  return true;
}

std::string sumText(const LoopExpr &expr) {
  std::string text;
  std::vector<LoopExpr> terms = expr.operands.toVector();
  LoopExpr unused;
  // 1 - n, not -n + 1.
  if (isNegative(terms.front(), unused) && !isNegative(terms.back(), unused))
    std::rotate(terms.begin(), terms.end() - 1, terms.end());
  for (const LoopExpr &term : terms) {
    LoopExpr positive;
    bool negative = !text.empty() && isNegative(term, positive);
    if (!text.empty())
      text += negative ? " - " : " + ";
    text +=
        at(negative ? positive : term, negative ? Multiplicative : Additive);
  }
  return text;
}

std::string binaryText(const LoopExpr &expr, const std::string &op) {
  Precedence own = precedenceOf(expr);
  // Compilers warn of bit operations, shifts and mixed && || without them.
  bool strict = own >= BitOr && own <= Shift && own != Relation;
  int left = strict ? Multiplicative : own == LogicalOr ? BitOr : int(own);
  int right = strict ? Multiplicative : own == LogicalOr ? int(BitOr) : own + 1;
  if (own == Equality)
    left = right = Additive;
  if (own == LogicalAnd)
    right = LogicalAnd;
  return at(expr.operands[0], left) + " " + op + " " +
         at(expr.operands[1], right);
}

/// `n >= 1` rather than `1 <= n`.
std::string comparisonText(const LoopExpr &expr, const std::string &op,
                           const std::string &flipped) {
  if (!expr.operands[0].isInteger())
    return binaryText(expr, op);
  LoopExpr turned = expr;
  turned.operands = ExprList({expr.operands[1], expr.operands[0]});
  return binaryText(turned, flipped);
}

std::string callText(const std::string &callee, const ExprList &operands) {
  std::string text = callee + "(";
  for (size_t pos = 0; pos < operands.size(); ++pos)
    text += (pos ? ", " : "") + printExpr(operands[pos]);
  return text + ")";
}

/// Runtime functions come for 64 bits and for int.
std::string runtimeName(const std::string &name, const LoopExpr &expr) {
  return expr.wide ? name : name + "_int";
}

/// `f(a, f(b, c))`
std::string foldedCallText(const std::string &callee,
                           const ExprList &operands) {
  std::string text = printExpr(operands.back());
  for (size_t pos = operands.size() - 1; pos-- > 0;)
    text = callee + "(" + printExpr(operands[pos]) + ", " + text + ")";
  return text;
}

std::string productText(const LoopExpr &expr) {
  if (expr.operands[0].isInteger(-1))
    return "-" + at(expr.operands[1], Primary);
  // 64 bits from the second factor on: `2 * (long long)i * n`.
  std::string text = at(expr.operands[0], Multiplicative) + " * ";
  const LoopExpr *rest = &expr.operands[1];
  for (; rest->kind == Kind::Mul && rest->operands[0].wide;
       rest = &rest->operands[1])
    text += at(rest->operands[0], Prefix) + " * ";
  return text + at(*rest, Prefix);
}

std::string loadText(const LoopExpr &expr) {
  std::string text = expr.name;
  for (const LoopExpr &subscript : expr.operands)
    text += "[" + printExpr(subscript) + "]";
  return text;
}

} // namespace

std::string printTerm(const LoopExpr &expr) { return at(expr, Additive); }

std::string printExpr(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return integerText(expr.value);
  case Kind::Variable:
  case Kind::Literal:
    return expr.name;
  case Kind::Add:
    return sumText(expr);
  case Kind::Mul:
    return productText(expr);
  case Kind::FloorDiv:
    return callText(runtimeName("sparsec_floord", expr), expr.operands);
  case Kind::Div:
    return binaryText(expr, "/");
  case Kind::Mod:
    return binaryText(expr, "%");
  case Kind::Min:
    return foldedCallText(runtimeName("sparsec_min", expr), expr.operands);
  case Kind::Max:
    return foldedCallText(runtimeName("sparsec_max", expr), expr.operands);
  case Kind::Less:
    return comparisonText(expr, "<", ">");
  case Kind::LessEqual:
    return comparisonText(expr, "<=", ">=");
  case Kind::Equal:
    return binaryText(expr, "==");
  case Kind::And:
    return binaryText(expr, "&&");
  case Kind::Or:
    return binaryText(expr, "||");
  case Kind::Load:
    return loadText(expr);
  case Kind::Select:
    return at(expr.operands[0], LogicalOr) + " ? " +
           at(expr.operands[1], LogicalOr) + " : " +
           at(expr.operands[2], Ternary);
  case Kind::Widen:
    return "(long long)" + at(expr.operands[0], Prefix);
  case Kind::Unary: {
    // "- -x" must not become "--x".
    return expr.name +
           at(expr.operands[0], expr.name == "*" ? Prefix : Primary);
  }
  case Kind::Binary:
    return binaryText(expr, expr.name);
  case Kind::Call:
    return callText(expr.name, expr.operands);
  case Kind::Cast:
    return "(" + expr.name + ")" + at(expr.operands[0], Prefix);
  case Kind::Member:
    return at(expr.operands[0], Primary) + expr.name;
  }
  return "";
}

} // namespace sparsec
