//===- ExprPrinter.cpp - lowered expressions as C text --------------------===//

#include "sparsec/LoopIR/ExprPrinter.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/Support/SourceText.h"

#include <algorithm>
#include <climits>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

using namespace precedence;

/// `-1 * x`
bool isNegation(const LoopExpr &product) {
  return product.operands.size() == 2 && product.operands[0].isInteger(-1);
}

Level precedenceOf(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Integer:
    return expr.value < 0 && expr.value != LONG_MIN ? Prefix : Primary;
  case Kind::Add:
    return Additive;
  case Kind::Mul:
    return isNegation(expr) ? Prefix : Multiplicative;
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
    return sparsec::precedenceOf(expr.op);
  default:
    return Primary;
  }
}

/// There is no constant for the least number: its sign is an operator.
std::string integerText(long value) {
  if (value == LONG_MIN)
    return "(-" + std::to_string(LONG_MAX) + "LL - 1)";
  std::string text = std::to_string(value);
  return value > INT_MAX || value < INT_MIN ? text + "LL" : text;
}

/// `-2 * i` as `2 * i`, if it is negative.
bool isNegative(const LoopExpr &term, LoopExpr &positive) {
  if (term.isInteger() && term.value < 0 && term.value != LONG_MIN) {
    positive = LoopExpr::integer(-term.value);
    return true;
  }
  if (term.kind != Kind::Mul || !term.operands[0].isInteger() ||
      term.operands[0].value >= 0 || term.operands[0].value == LONG_MIN)
    return false;
  positive = LoopExpr::integer(-1) * term;
  return true;
}

/// Spells expressions.
class Printer {
public:
  Printer(Dialect dialect, PrintedNames *names)
      : dialect(dialect), names(names) {}

  std::string text(const LoopExpr &expr) const;
  std::string at(const LoopExpr &expr, int least) const;

private:
  std::string sumText(const LoopExpr &expr) const;
  std::string binaryText(const LoopExpr &expr, Operator op) const;
  std::string comparisonText(const LoopExpr &expr, Operator op,
                             Operator flipped) const;
  std::string listText(const ExprList &operands) const;
  std::string callText(const std::string &callee,
                       const ExprList &operands) const;
  std::string calledText(const LoopExpr &call) const;
  std::string postfixText(const LoopExpr &expr) const;
  std::string typedText(const LoopExpr &expr) const;
  std::string selectText(const LoopExpr &expr) const;
  std::string gpuIndexText(GpuIndex index) const;
  std::string runtimeName(const char *name, const LoopExpr &expr) const;
  std::string foldedCallText(const std::string &callee,
                             const ExprList &operands) const;
  std::string productText(const LoopExpr &expr) const;
  std::string loadText(const LoopExpr &expr) const;
  void note(const LoopExpr &expr) const;
  /// \p callee, which is being called.
  const std::string &noted(const std::string &callee) const {
    if (names)
      names->addCall(callee);
    return callee;
  }

  const Dialect dialect;
  PrintedNames *const names; ///< null: nobody asks
};

/// The text, in parentheses when it binds less tightly than \p least.
std::string Printer::at(const LoopExpr &expr, int least) const {
  std::string result = text(expr);
  return precedenceOf(expr) < least ? "(" + result + ")" : result;
}

std::string Printer::sumText(const LoopExpr &expr) const {
  std::string result;
  std::vector<LoopExpr> terms = expr.operands.toVector();
  LoopExpr unused;
  // 1 - n, not -n + 1.
  if (isNegative(terms.front(), unused) && !isNegative(terms.back(), unused))
    std::rotate(terms.begin(), terms.end() - 1, terms.end());
  for (const LoopExpr &term : terms) {
    LoopExpr positive;
    bool negative = !result.empty() && isNegative(term, positive);
    if (!result.empty())
      result += negative ? " - " : " + ";
    result +=
        at(negative ? positive : term, negative ? Multiplicative : Additive);
  }
  return result;
}

std::string Printer::binaryText(const LoopExpr &expr, Operator op) const {
  Level own = precedenceOf(expr);
  // Compilers warn of bit operations, shifts, comparisons of comparisons and
  // mixed && || without them.
  bool strict = own >= BitOr && own <= Shift && own != Relation;
  int left = strict ? Multiplicative : int(own);
  int right = strict ? Multiplicative : own == LogicalOr ? int(BitOr) : own + 1;
  if (own == Equality)
    left = right = Additive;
  if (own == Relation)
    left = Shift;
  if (own == LogicalAnd)
    right = LogicalAnd;
  if (own == LogicalOr && precedenceOf(expr.operands[0]) == LogicalAnd)
    left = BitOr;
  return at(expr.operands[0], left) + " " + spellingOf(op) + " " +
         at(expr.operands[1], right);
}

/// `n >= 1` rather than `1 <= n`.
std::string Printer::comparisonText(const LoopExpr &expr, Operator op,
                                    Operator flipped) const {
  if (!expr.operands[0].isInteger())
    return binaryText(expr, op);
  LoopExpr turned = expr;
  turned.operands = ExprList({expr.operands[1], expr.operands[0]});
  return binaryText(turned, flipped);
}

std::string Printer::listText(const ExprList &operands) const {
  std::string result;
  for (size_t pos = 0; pos < operands.size(); ++pos)
    result += (pos ? ", " : "") + text(operands[pos]);
  return result;
}

std::string Printer::callText(const std::string &callee,
                              const ExprList &operands) const {
  return noted(callee) + "(" + listText(operands) + ")";
}

/// Runtime functions come for 64 bits and for int, on GPUs under other names.
std::string Printer::runtimeName(const char *name, const LoopExpr &expr) const {
  const std::string prefix =
      dialect == Dialect::CudaDevice ? "sparsec_gpu_" : "sparsec_";
  return prefix + name + (expr.wide ? "" : "_int");
}

/// Classes of the runtime make and take apart their objects themselves in C++.
std::string Printer::calledText(const LoopExpr &call) const {
  const RuntimeHelper *helper = languageOf(dialect) == Language::Cxx
                                    ? findRuntimeHelper(call.name)
                                    : nullptr;
  if (!helper || helper->inCxx.empty())
    return callText(call.name, call.operands);
  const std::string own = helper->inCxx.str();
  return own.front() == '.' ? at(call.operands[0], Primary) + own
                            : callText(own, call.operands);
}

/// `f(a, f(b, c))`
std::string Printer::foldedCallText(const std::string &callee,
                                    const ExprList &operands) const {
  std::string result = text(operands.back());
  noted(callee);
  for (size_t pos = operands.size() - 1; pos-- > 0;)
    result = callee + "(" + text(operands[pos]) + ", " + result + ")";
  return result;
}

std::string Printer::productText(const LoopExpr &expr) const {
  if (isNegation(expr))
    return "-" + at(expr.operands[1], Primary);
  std::string result = at(expr.operands[0], Multiplicative) + " * ";
  for (size_t pos = 1; pos + 1 < expr.operands.size(); ++pos)
    result += at(expr.operands[pos], Prefix) + " * ";
  // 64 bits from the second factor on: `2 * (long long)i * n`.
  const LoopExpr *rest = &expr.operands.back();
  for (; rest->kind == Kind::Mul && rest->operands[0].wide;
       rest = &rest->operands[1])
    result += at(rest->operands[0], Prefix) + " * ";
  return result + at(*rest, Prefix);
}

std::string Printer::loadText(const LoopExpr &expr) const {
  const std::optional<StructureMember> member = structureMember(expr.name);
  std::string result = member ? member->structures : expr.name;
  for (size_t pos = 0; pos < expr.operands.size(); ++pos) {
    result += "[" + text(expr.operands[pos]) + "]";
    if (member && pos == 0)
      result += "." + member->path;
  }
  return result;
}

std::string Printer::typedText(const LoopExpr &expr) const {
  const std::string type = "(" + expr.type->spelling(languageOf(dialect)) + ")";
  return expr.kind == Kind::SizeOf ? "sizeof" + type
                                   : type + at(expr.operands[0], Prefix);
}

std::string Printer::selectText(const LoopExpr &expr) const {
  return at(expr.operands[0], LogicalOr) + " ? " +
         at(expr.operands[1], LogicalOr) + " : " +
         at(expr.operands[2], Ternary);
}

/// CUDA's are unsigned, which would make sums with them unsigned, too.
std::string Printer::gpuIndexText(GpuIndex index) const {
  constexpr const char *of[] = {"blockIdx", "threadIdx", "gridDim"};
  return std::string("(int)") + of[int(index.of)] + '.' +
         char('x' + index.dimension);
}

/// Notes the names that \p expr has beside its operands, but for calls.
void Printer::note(const LoopExpr &expr) const {
  switch (expr.kind) {
  case Kind::Variable:
  case Kind::Literal:
  case Kind::Load:
  case Kind::Member:
  case Kind::Arrow:
    return names->addWords(expr.name);
  case Kind::Cast:
  case Kind::SizeOf:
    return names->addWords(expr.type->spelling(languageOf(dialect)));
  default:
    return;
  }
}

std::string Printer::postfixText(const LoopExpr &expr) const {
  const std::string object = at(expr.operands[0], Primary);
  if (expr.kind == Kind::Increment)
    return object + "++";
  return object + (expr.kind == Kind::Arrow ? "->" : ".") + expr.name;
}

std::string Printer::text(const LoopExpr &expr) const {
  if (names)
    note(expr);
  switch (expr.kind) {
  case Kind::Integer:
    return integerText(expr.value);
  case Kind::Variable:
  case Kind::Literal:
    return expr.name;
  case Kind::GpuIndex:
    return gpuIndexText(expr.gpuIndex());
  case Kind::Add:
    return sumText(expr);
  case Kind::Mul:
    return productText(expr);
  case Kind::FloorDiv:
    return callText(runtimeName("floord", expr), expr.operands);
  case Kind::Div:
    return binaryText(expr, Operator::Divide);
  case Kind::Mod:
    return binaryText(expr, Operator::Remainder);
  case Kind::Min:
    return foldedCallText(runtimeName("min", expr), expr.operands);
  case Kind::Max:
    return foldedCallText(runtimeName("max", expr), expr.operands);
  case Kind::Less:
    return comparisonText(expr, Operator::Less, Operator::Greater);
  case Kind::LessEqual:
    return comparisonText(expr, Operator::LessEqual, Operator::GreaterEqual);
  case Kind::Equal:
    return binaryText(expr, Operator::Equal);
  case Kind::And:
    return binaryText(expr, Operator::LogicalAnd);
  case Kind::Or:
    return binaryText(expr, Operator::LogicalOr);
  case Kind::Load:
    return loadText(expr);
  case Kind::Select:
    return selectText(expr);
  case Kind::Widen:
    return "(long long)" + at(expr.operands[0], Prefix);
  case Kind::Unary:
    return spellingOf(expr.op) + at(expr.operands[0], leastOfOperand(expr.op));
  case Kind::Binary:
    return binaryText(expr, expr.op);
  case Kind::Call:
    return calledText(expr);
  case Kind::Cast:
  case Kind::SizeOf:
    return typedText(expr);
  case Kind::Member:
  case Kind::Arrow:
  case Kind::Increment:
    return postfixText(expr);
  case Kind::String:
    return quoted(expr.name);
  case Kind::List:
    return "{" + listText(expr.operands) + "}";
  }
  return "";
}

} // namespace

std::string printExpr(const LoopExpr &expr, Dialect dialect,
                      PrintedNames *names) {
  return Printer(dialect, names).text(expr);
}

} // namespace sparsec
