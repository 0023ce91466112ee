//===- RingUses.cpp - what nodes do to rings of boxes ---------------------===//

#include "RingUses.h"

#include "sparsec/LoopIR/UnusedLocals.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

RingUse useOf(const LoopNode &root, const std::string &ring) {
  RingUse use;
  root.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
      expr.walk([&](const LoopExpr &part) {
        if (part.name == ring)
          (isTarget && &part == &expr ? use.fills : use.reads) = true;
      });
    });
  });
  return use;
}

size_t usesIn(const LoopNode &root, const std::string &ring) {
  size_t uses = 0;
  root.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) { uses += part.name == ring; });
    });
  });
  return uses;
}

bool fillAndRead(const Nodes &nodes, const std::string &ring) {
  for (const LoopNode &node : nodes) {
    const RingUse use = useOf(node, ring);
    if (use.isOne())
      return true;
    if (use.isBoth() && !node.isFor() &&
        (fillAndRead(node.body, ring) || fillAndRead(node.otherwise, ring)))
      return true;
  }
  return false;
}

bool fillsFirst(const Nodes &nodes, const std::string &ring) {
  bool isRead = false;
  for (const LoopNode &node : nodes) {
    const RingUse use = useOf(node, ring);
    if (use.fills && isRead)
      return false;
    if (use.isBoth() && !fillsFirst(node.body, ring))
      return false;
    if (use.isBoth() && !fillsFirst(node.otherwise, ring))
      return false;
    isRead |= use.reads;
  }
  return true;
}

Nodes partOf(const Nodes &nodes, const Names &rings, bool fills) {
  Nodes part;
  for (const LoopNode &node : nodes) {
    const bool holdsFill = llvm::any_of(rings, [&](const std::string &ring) {
      return useOf(node, ring).fills;
    });
    // What a subscript needs; the others are dropped later.
    if (!holdsFill) {
      if (!fills || (node.kind == Kind::Local && node.isConst))
        part.push_back(node);
      continue;
    }
    if (node.kind == Kind::Assign) {
      if (fills)
        part.push_back(node);
      continue;
    }
    LoopNode copy = node;
    copy.body = partOf(node.body, rings, fills);
    copy.otherwise = partOf(node.otherwise, rings, fills);
    if (!copy.body.empty() || !copy.otherwise.empty())
      part.push_back(std::move(copy));
  }
  while (dropUnusedLocals(part)) {
  }
  return part;
}

} // namespace sparsec
