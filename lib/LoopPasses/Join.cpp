//===- Join.cpp - accumulators that follow one another --------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isStore(const LoopNode &node) {
  return node.kind == Kind::Assign && node.op == Update::Set &&
         node.value.isVariable();
}

bool isAccumulator(const LoopNode &node) {
  return node.kind == Kind::Local && !node.isConst &&
         node.value.kind == LoopExpr::Kind::Load;
}

/// `C[i] = 0; double sum = C[i];` => `double sum = 0;`: the assignment before
/// the accumulator is not needed then.
bool startsFrom(Nodes &nodes, size_t pos) {
  if (pos == 0)
    return false;
  const LoopNode &before = nodes[pos - 1];
  bool sets = before.kind == Kind::Assign && before.op == Update::Set &&
              before.target == nodes[pos].value && !isStore(before);
  if (sets)
    nodes[pos].value = before.value;
  return sets;
}

/// `if (c) { double sum = y[i]; …; y[i] = sum; }` behind `y[i] = 0`: the
/// element exists and is this thread's, so that the scalar may go around the
/// condition. Nothing when \p nodes[pos] is no such condition.
bool takeOutOfIf(Nodes &nodes, size_t pos) {
  if (pos == 0 || nodes[pos].kind != Kind::If ||
      !nodes[pos].otherwise.empty() || nodes[pos].body.size() < 3)
    return false;
  const LoopNode &before = nodes[pos - 1];
  Nodes &body = nodes[pos].body;
  bool fits = before.kind == Kind::Assign && before.op == Update::Set &&
              isAccumulator(body.front()) &&
              body.front().value == before.target && isStore(body.back()) &&
              body.back().target == before.target &&
              body.back().value.name == body.front().name;
  bool reads = false;
  nodes[pos].condition.walk([&](const LoopExpr &part) {
    reads |= part.kind == LoopExpr::Kind::Load;
  });
  if (!fits || reads)
    return false;
  LoopNode local = std::move(body.front()), store = std::move(body.back());
  body.erase(body.begin());
  body.pop_back();
  nodes.insert(nodes.begin() + long(pos), std::move(local));
  nodes.insert(nodes.begin() + long(pos) + 2, std::move(store));
  return true;
}

} // namespace

/// `y[i] = sum; double sum_2 = y[i];` between two loops: the second one goes on
/// with the first one's scalar.
void joinAccumulators(Nodes &nodes) {
  for (size_t pos = 0; pos < nodes.size(); ++pos)
    takeOutOfIf(nodes, pos);
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    joinAccumulators(nodes[pos].body);
    joinAccumulators(nodes[pos].otherwise);
    if (!isAccumulator(nodes[pos]))
      continue;
    if (startsFrom(nodes, pos)) {
      nodes.erase(nodes.begin() + long(--pos));
      continue;
    }
    size_t store = pos;
    while (store > 0 &&
           (isStore(nodes[store - 1]) || isAccumulator(nodes[store - 1])) &&
           !(isStore(nodes[store - 1]) &&
             nodes[store - 1].target == nodes[pos].value))
      --store;
    if (store == 0 || !isStore(nodes[store - 1]))
      continue;
    std::string scalar = nodes[store - 1].value.name, old = nodes[pos].name;
    for (size_t later = pos + 1; later < nodes.size(); ++later)
      renameVariable(nodes[later], old, LoopExpr::variable(scalar));
    nodes.erase(nodes.begin() + long(pos));
    nodes.erase(nodes.begin() + long(store - 1));
    pos -= 2;
  }
}

} // namespace sparsec
