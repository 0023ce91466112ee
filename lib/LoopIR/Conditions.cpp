//===- Conditions.cpp - conditions joined by and, or ----------------------===//
///
/// \file
/// isl gives unions as one conjunction after the other. What all of them ask is
/// asked once:
///
///     a && b || a && c    =>    a && (b || c)
///     a || a && b         =>    a
///     i <= 2 || i >= 3    =>    1
///
/// A load may be there only where what stands before it holds: it stays where
/// it was, first or last.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopIR/LoopExpr.h"

#include <algorithm>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Terms = std::vector<LoopExpr>;

void addTerms(Terms &terms, const LoopExpr &condition) {
  if (condition.kind != Kind::And) {
    terms.push_back(condition);
    return;
  }
  for (const LoopExpr &operand : condition.operands)
    addTerms(terms, operand);
}

LoopExpr allOf(const Terms &terms) {
  LoopExpr result = LoopExpr::integer(1);
  for (const LoopExpr &term : terms)
    result = logicalAnd(result, term);
  return result;
}

/// Takes out of \p a and \p b, which are alternatives, what both have.
class Common {
public:
  Common(const LoopExpr &first, const LoopExpr &second) {
    addTerms(a, first);
    addTerms(b, second);
    while (!a.empty() && !b.empty() && a.front() == b.front())
      move(before, 0, 0);
    while (!a.empty() && !b.empty() && a.back() == b.back())
      move(after, a.size() - 1, b.size() - 1);
    std::reverse(after.begin(), after.end());
    for (size_t at = 0; at < a.size();) {
      auto same = std::find(b.begin(), b.end(), a[at]);
      if (same != b.end() && !a[at].hasLoad())
        move(before, at, size_t(same - b.begin()));
      else
        ++at;
    }
  }

  bool isEmpty() const { return before.empty() && after.empty(); }
  /// Whether the two differ in one condition at most.
  bool isClose() const { return !isEmpty() && a.size() <= 1 && b.size() <= 1; }

  LoopExpr joined() const {
    // `a || a && b` is a.
    LoopExpr rest = a.empty() || b.empty() ? LoopExpr::integer(1)
                                           : logicalOr(allOf(a), allOf(b));
    return logicalAnd(logicalAnd(allOf(before), rest), allOf(after));
  }

private:
  void move(Terms &to, size_t fromA, size_t fromB) {
    to.push_back(a[fromA]);
    a.erase(a.begin() + long(fromA));
    b.erase(b.begin() + long(fromB));
  }

  Terms a, b, before, after;
};

/// What is not negative where the comparison of integers \p term holds.
std::optional<LoopExpr> marginOf(const LoopExpr &term) {
  if (term.kind != Kind::Less && term.kind != Kind::LessEqual)
    return std::nullopt;
  const LoopExpr margin = term.operands[1] - term.operands[0];
  return term.kind == Kind::Less ? margin - LoopExpr::integer(1) : margin;
}

/// Whether one of the two always holds: where the margin of one is -1 or less
/// that of the other is not negative.
bool isEither(const LoopExpr &a, const LoopExpr &b) {
  const std::optional<LoopExpr> one = marginOf(a), other = marginOf(b);
  if (!one || !other || a.hasLoad() || b.hasLoad())
    return false;
  const LoopExpr sum = *one + *other;
  return sum.isInteger() && sum.value >= -1;
}

void addAlternatives(Terms &terms, const LoopExpr &condition) {
  if (condition.kind != Kind::Or) {
    terms.push_back(condition);
    return;
  }
  for (const LoopExpr &operand : condition.operands)
    addAlternatives(terms, operand);
}

/// Joins two of \p alternatives that are nearly the same, if there are any. One
/// with loads stays behind all that come before it.
bool joinTwo(Terms &alternatives) {
  for (size_t later = 1; later < alternatives.size(); ++later)
    for (size_t at = later; at-- > 0;) {
      if (at + 1 < later && alternatives[later].hasLoad())
        break;
      Common common(alternatives[at], alternatives[later]);
      if (!common.isClose())
        continue;
      alternatives[at] = common.joined();
      alternatives.erase(alternatives.begin() + long(later));
      return true;
    }
  return false;
}

} // namespace

LoopExpr logicalAnd(const LoopExpr &a, const LoopExpr &b) {
  if (a.isInteger())
    return a.value ? b : a;
  if (b.isInteger())
    return b.value ? a : b;
  return a == b ? a : LoopExpr::node(Kind::And, "", {a, b});
}

LoopExpr logicalOr(const LoopExpr &a, const LoopExpr &b) {
  if (a.isInteger())
    return a.value ? a : b;
  if (b.isInteger())
    return b.value ? b : a;
  Common common(a, b);
  if (!common.isEmpty())
    return common.joined();
  Terms alternatives;
  addAlternatives(alternatives, a);
  addAlternatives(alternatives, b);
  for (size_t later = 1; later < alternatives.size(); ++later)
    for (size_t at = 0; at < later; ++at)
      if (isEither(alternatives[at], alternatives[later]))
        return LoopExpr::integer(1);
  while (joinTwo(alternatives))
    ;
  LoopExpr result = alternatives.front();
  for (size_t at = 1; at < alternatives.size(); ++at)
    result = LoopExpr::node(Kind::Or, "", {result, alternatives[at]});
  return result;
}

} // namespace sparsec
