//===- KernelLists.cpp - lists of nodes inside kernels --------------------===//

#include "KernelLists.h"

#include "sparsec/LoopIR/MappedLoops.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Names = std::set<std::string>;

Names writtenIn(const LoopNode &root) {
  Names written;
  root.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign)
      written.insert(node.target.name);
  });
  return written;
}

using Visit = std::function<void(std::vector<LoopNode> &, const Divisors &,
                                 const Names &)>;

/// \p written: by the kernel around, null outside of kernels.
void walkLists(std::vector<LoopNode> &nodes, Divisors known,
               const Names *written, const Visit &visit) {
  for (LoopNode &node : nodes) {
    if (node.kind == Kind::Local)
      known.define(node);
    Names own;
    const Names *inside = written;
    if (!written && isMapped(node)) {
      own = writtenIn(node);
      inside = &own;
    }
    Divisors below = known;
    if (node.isFor())
      below.define(node);
    walkLists(node.body, below, inside, visit);
    walkLists(node.otherwise, known, inside, visit);
  }
  if (written)
    visit(nodes, known, *written);
}

} // namespace

void forEachKernelList(std::vector<LoopNode> &nodes, const Divisors &known,
                       const Visit &visit) {
  walkLists(nodes, known, nullptr, visit);
}

} // namespace sparsec
