//===- Hinted.cpp - bounds that compilers understand ----------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {

void nameHintedBounds(std::vector<LoopNode> &nodes) {
  std::vector<LoopNode> result;
  for (LoopNode &node : nodes) {
    nameHintedBounds(node.body);
    nameHintedBounds(node.otherwise);
    bool isHinted =
        node.isFor() && (node.marks.scalar || !node.marks.pragmas.empty());
    for (LoopExpr &upper : node.upper) {
      bool selects = false;
      upper.walk([&](const LoopExpr &part) {
        selects |= part.kind == LoopExpr::Kind::Select;
      });
      if (!isHinted || !selects)
        continue;
      result.push_back(
          LoopNode::local(integerType(upper.wide), node.name + "_end#", upper));
      upper = LoopExpr::variable(node.name + "_end#", upper.wide);
    }
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

} // namespace sparsec
