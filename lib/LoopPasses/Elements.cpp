//===- Elements.cpp - which elements of an array are two ------------------===//

#include "Elements.h"

namespace sparsec {

bool areApart(const LoopExpr &a, const LoopExpr &b,
              const SubscriptFacts &facts) {
  if (a.operands.size() != b.operands.size())
    return false;
  auto valueOf = [&](const LoopExpr &subscript) {
    return facts.valueOf ? facts.valueOf(subscript) : subscript;
  };
  for (size_t pos = 0; pos < a.operands.size(); ++pos) {
    const LoopExpr one = valueOf(a.operands[pos]),
                   other = valueOf(b.operands[pos]);
    const LoopExpr difference = one - other;
    if (difference.isInteger() && difference.value != 0)
      return true;
    const bool areListed =
        facts.holdsEachOnce && one.kind == LoopExpr::Kind::Load &&
        other.kind == LoopExpr::Kind::Load && one.name == other.name &&
        facts.holdsEachOnce(one.name);
    if (areListed && areApart(one, other, facts))
      return true;
  }
  return false;
}

} // namespace sparsec
