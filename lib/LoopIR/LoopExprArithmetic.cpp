//===- LoopExprArithmetic.cpp - integer expressions, folded ---------------===//
///
/// \file
/// Sums are kept as `c0*t0 + c1*t1 + … + constant`, positive terms first, and a
/// constant factor is distributed over a sum: after substitution of unrolled
/// iterators every subscript is one such sum.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/LoopExpr.h"

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// `coefficient * base`.
struct Term {
  long coefficient;
  LoopExpr base;
};

/// `sum of terms + constant`.
struct Sum {
  std::vector<Term> terms;
  long constant = 0;

  void add(const LoopExpr &expr, long factor) {
    if (expr.isInteger()) {
      constant += factor * expr.value;
      return;
    }
    if (expr.kind == Kind::Add) {
      for (const LoopExpr &operand : expr.operands)
        add(operand, factor);
      return;
    }
    if (expr.kind == Kind::Mul && expr.operands[0].isInteger() &&
        expr.operands.size() == 2)
      return add(expr.operands[1], factor * expr.operands[0].value);
    for (Term &term : terms)
      if (term.base == expr) {
        term.coefficient += factor;
        return;
      }
    terms.push_back({factor, expr});
  }

  LoopExpr build() const {
    std::vector<LoopExpr> operands;
    auto append = [&](bool positive) {
      for (const Term &term : terms)
        if (term.coefficient != 0 && (term.coefficient > 0) == positive)
          operands.push_back(scaled(term));
    };
    append(true);
    append(false);
    if (constant != 0 || operands.empty())
      operands.push_back(LoopExpr::integer(constant));
    if (operands.size() == 1)
      return operands[0];
    return LoopExpr::node(Kind::Add, "", std::move(operands));
  }

  static LoopExpr scaled(const Term &term) {
    if (term.coefficient == 1)
      return term.base;
    return LoopExpr::node(Kind::Mul, "",
                          {LoopExpr::integer(term.coefficient), term.base});
  }
};

Sum sumOf(const LoopExpr &expr) {
  Sum sum;
  sum.add(expr, 1);
  return sum;
}

long floorOf(long a, long b) { return a / b - ((a % b != 0) && (a < 0)); }

/// Splits \p sum into `divisor * quotient + rest` by the divisible terms; the
/// rest's constant is in [0, divisor).
std::pair<Sum, Sum> splitBy(const Sum &sum, long divisor) {
  Sum quotient, rest;
  for (const Term &term : sum.terms) {
    bool divisible = term.coefficient % divisor == 0;
    (divisible ? quotient : rest)
        .terms.push_back(
            {divisible ? term.coefficient / divisor : term.coefficient,
             term.base});
  }
  quotient.constant = floorOf(sum.constant, divisor);
  rest.constant = sum.constant - divisor * quotient.constant;
  return {quotient, rest};
}

LoopExpr binary(Kind kind, const LoopExpr &a, const LoopExpr &b) {
  return LoopExpr::node(kind, "", {a, b});
}

/// min or max: flat, without repetitions, with one constant at most.
LoopExpr extremum(Kind kind, const LoopExpr &a, const LoopExpr &b) {
  std::vector<LoopExpr> operands;
  auto add = [&](const LoopExpr &expr) {
    for (LoopExpr &known : operands) {
      LoopExpr difference = known - expr;
      if (!difference.isInteger())
        continue;
      bool replace =
          kind == Kind::Min ? difference.value > 0 : difference.value < 0;
      if (replace)
        known = expr;
      return;
    }
    operands.push_back(expr);
  };
  for (const LoopExpr *side : {&a, &b}) {
    if (side->kind != kind) {
      add(*side);
      continue;
    }
    for (const LoopExpr &operand : side->operands)
      add(operand);
  }
  if (operands.size() == 1)
    return operands[0];
  return LoopExpr::node(kind, "", std::move(operands));
}

/// `-min(a, b)` is `max(-a, -b)`.
LoopExpr negatedExtremum(const LoopExpr &expr) {
  std::vector<LoopExpr> operands;
  for (const LoopExpr &operand : expr.operands)
    operands.push_back(LoopExpr::integer(-1) * operand);
  return LoopExpr::node(expr.kind == Kind::Min ? Kind::Max : Kind::Min, "",
                        std::move(operands));
}

/// `a OP b` with negative terms moved to the other side, so that conditions
/// read `3 * i + 2 < n`.
LoopExpr comparison(Kind kind, const LoopExpr &a, const LoopExpr &b) {
  Sum difference = sumOf(b);
  difference.add(a, -1);
  // i + 1 <= n is i < n, and i < n + 1 is i <= n.
  bool tighten = kind == Kind::LessEqual && difference.constant == -1;
  bool relax = kind == Kind::Less && difference.constant == 1;
  if (difference.terms.size() > 1 && (tighten || relax)) {
    difference.constant = 0;
    kind = tighten ? Kind::Less : Kind::LessEqual;
  }
  Sum left, right;
  for (const Term &term : difference.terms) {
    if (term.coefficient > 0)
      right.terms.push_back(term);
    if (term.coefficient < 0)
      left.terms.push_back({-term.coefficient, term.base});
  }
  bool constantLeft = difference.constant < 0;
  if (left.terms.empty() || right.terms.empty())
    constantLeft = left.terms.empty();
  if (constantLeft)
    left.constant = -difference.constant;
  else
    right.constant = difference.constant;
  return binary(kind, left.build(), right.build());
}

} // namespace

LoopExpr operator+(const LoopExpr &a, const LoopExpr &b) {
  Sum sum = sumOf(a);
  sum.add(b, 1);
  return sum.build();
}

LoopExpr operator-(const LoopExpr &a, const LoopExpr &b) {
  Sum sum = sumOf(a);
  sum.add(b, -1);
  return sum.build();
}

LoopExpr operator*(const LoopExpr &a, const LoopExpr &b) {
  if (b.isInteger() && !a.isInteger())
    return b * a;
  if (!a.isInteger())
    return binary(Kind::Mul, a, b);
  if (a.isInteger(-1) && (b.kind == Kind::Min || b.kind == Kind::Max))
    return negatedExtremum(b);
  Sum sum;
  sum.add(b, a.value);
  return sum.build();
}

LoopExpr floorDiv(const LoopExpr &a, const LoopExpr &b) {
  if (!b.isInteger() || b.value <= 0)
    return binary(Kind::FloorDiv, a, b);
  auto [quotient, rest] = splitBy(sumOf(a), b.value);
  if (rest.terms.empty())
    return quotient.build();
  if (quotient.terms.empty())
    return binary(Kind::FloorDiv, a, b);
  rest.constant += b.value * quotient.constant;
  quotient.constant = 0;
  return quotient.build() + binary(Kind::FloorDiv, rest.build(), b);
}

LoopExpr plainDiv(const LoopExpr &a, const LoopExpr &b) {
  if (!b.isInteger() || b.value <= 0)
    return binary(Kind::Div, a, b);
  auto [quotient, rest] = splitBy(sumOf(a), b.value);
  if (rest.terms.empty())
    return quotient.build();
  return binary(Kind::Div, a, b);
}

LoopExpr plainMod(const LoopExpr &a, const LoopExpr &b) {
  if (!b.isInteger() || b.value <= 0)
    return binary(Kind::Mod, a, b);
  Sum rest = splitBy(sumOf(a), b.value).second;
  if (rest.terms.empty())
    return LoopExpr::integer(rest.constant);
  return binary(Kind::Mod, a, b);
}

LoopExpr minOf(const LoopExpr &a, const LoopExpr &b) {
  return extremum(Kind::Min, a, b);
}

LoopExpr maxOf(const LoopExpr &a, const LoopExpr &b) {
  return extremum(Kind::Max, a, b);
}

LoopExpr less(const LoopExpr &a, const LoopExpr &b) {
  LoopExpr difference = b - a;
  if (difference.isInteger())
    return LoopExpr::integer(difference.value > 0);
  return comparison(Kind::Less, a, b);
}

LoopExpr lessEqual(const LoopExpr &a, const LoopExpr &b) {
  LoopExpr difference = b - a;
  if (difference.isInteger())
    return LoopExpr::integer(difference.value >= 0);
  return comparison(Kind::LessEqual, a, b);
}

LoopExpr equal(const LoopExpr &a, const LoopExpr &b) {
  LoopExpr difference = a - b;
  if (difference.isInteger())
    return LoopExpr::integer(difference.value == 0);
  return binary(Kind::Equal, a, b);
}

} // namespace sparsec
