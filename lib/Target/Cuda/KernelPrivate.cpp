//===- KernelPrivate.cpp - what every thread of a kernel sets -------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

/// Where in a kernel a private scalar is set and used: the dimensions of the
/// thread loops around.
struct PrivateUses {
  using Dimensions = std::set<unsigned>;

  const Program &program;
  std::map<std::string, std::vector<Dimensions>> sets, uses;
  /// Scalar => those that its values are made of.
  std::map<std::string, std::set<std::string>> sources;
  /// What threads add up before they join it in a private scalar
  /// (AccumulatorRewriter.cpp): who needs all of that needs the parts. And
  /// elements of private arrays that passes made scalars of (OwnElements.cpp,
  /// SplitArrays.cpp).
  std::set<std::string> parts;

  void findParts(const Nodes &nodes) {
    for (const LoopNode &root : nodes)
      root.walk([&](const LoopNode &node) {
        if (node.kind == Kind::Assign && node.lanes.isMapped() &&
            isPrivate(node.target.name))
          parts.insert(node.value.name);
        if (node.kind == Kind::Local && node.isStatement && !node.isConst)
          parts.insert(node.name);
      });
  }

  bool isPrivate(const std::string &name) const {
    auto array = program.arrays.find(name);
    return parts.count(name) ||
           (array != program.arrays.end() && array->second.isPrivate());
  }

  void visit(const Nodes &nodes, Dimensions around) {
    for (const LoopNode &node : nodes) {
      visitNode(node, around);
      Dimensions inside = around;
      if (isMapped(node) && node.marks.gpu.level == GpuMark::Level::Thread)
        inside.insert(node.marks.gpu.dimension);
      visit(node.body, inside);
      visit(node.otherwise, inside);
    }
  }

  void visitNode(const LoopNode &node, const Dimensions &around) {
    std::string target;
    if (node.kind == Kind::Local && node.isStatement)
      target = node.name;
    if (node.kind == Kind::Assign && isPrivate(node.target.name))
      target = node.target.name;
    if (!target.empty())
      sets[target].push_back(around);
    node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
      expr.walk([&](const LoopExpr &part) {
        if ((isTarget && &part == &expr) || !isPrivate(part.name))
          return;
        uses[part.name].push_back(around);
        if (!target.empty())
          sources[target].insert(part.name);
      });
    });
  }

  bool isUsedElsewhere(const std::string &name) const {
    auto own = sets.find(name), used = uses.find(name);
    if (own == sets.end() || used == uses.end())
      return false;
    for (const Dimensions &set : own->second)
      for (const Dimensions &use : used->second)
        if (!std::includes(set.begin(), set.end(), use.begin(), use.end()))
          return true;
    return false;
  }
};

} // namespace

std::set<std::string> repeatedPrivates(const Nodes &body,
                                       const Program &program) {
  std::set<std::string> repeated;
  PrivateUses found{program, {}, {}, {}, {}};
  found.findParts(body);
  found.visit(body, {});
  std::vector<std::string> list;
  for (const auto &entry : found.sets)
    if (found.isUsedElsewhere(entry.first))
      list.push_back(entry.first);
  while (!list.empty()) {
    std::string name = std::move(list.back());
    list.pop_back();
    if (repeated.insert(name).second)
      llvm::append_range(list, found.sources[name]);
  }
  return repeated;
}

} // namespace sparsec
