//===- Descending.cpp - loops that count down -----------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

namespace {

/// Uses of a variable, and those of them with a negative factor.
struct Signs {
  unsigned uses = 0, negative = 0;

  void count(const LoopNode &root, const std::string &name) {
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) { count(expr, name); });
    });
  }

  void count(const LoopExpr &root, const std::string &name) {
    root.walk([&](const LoopExpr &expr) {
      uses += expr.isVariable() && expr.name == name;
      negative += expr.kind == LoopExpr::Kind::Mul &&
                  expr.operands[0].isInteger() && expr.operands[0].value < 0 &&
                  expr.operands[1].isVariable() &&
                  expr.operands[1].name == name;
    });
  }
};

/// Whether \p loop visits the negated values of an iterator of each statement:
/// one that counts down in the source, or was reversed.
bool runsDown(const LoopNode &loop) {
  auto isNegated = [](const auto &entry) {
    const isl::pw_aff turned = entry.second.neg();
    const isl::space space = turned.space().domain();
    for (unsigned dim = 0; dim < unsigned(turned.domain().tuple_dim()); ++dim)
      if (turned.plain_is_equal(poly::dimension(space, dim)))
        return true;
    return false;
  };
  return loop.source && !loop.source->values.empty() &&
         llvm::all_of(loop.source->values, isNegated);
}

} // namespace

void turnDescending(std::vector<LoopNode> &nodes) {
  for (LoopNode &node : nodes) {
    turnDescending(node.body);
    turnDescending(node.otherwise);
    if (!node.isFor() || node.marks.gpu.isMapped())
      continue;
    Signs signs;
    for (const LoopNode &child : node.body)
      signs.count(child, node.name);
    const bool isNegated = signs.uses == signs.negative;
    if (signs.uses == 0 || !(isNegated || runsDown(node)))
      continue;
    // i in [lower, upper) becomes -i from -lower down to 1 - upper.
    LoopExpr minus = LoopExpr::integer(-1);
    LoopExpr iterator =
        minus * LoopExpr::variable(node.name, node.type.isWide());
    for (LoopNode &child : node.body)
      child = child.substitute(node.name, iterator);
    LoopExpr last = LoopExpr::integer(1) - node.upper[0];
    for (const LoopExpr &bound : llvm::drop_begin(node.upper))
      last = maxOf(last, LoopExpr::integer(1) - bound);
    node.lower = minus * node.lower;
    node.upper = {last};
    node.descending = true;
  }
}

} // namespace sparsec
