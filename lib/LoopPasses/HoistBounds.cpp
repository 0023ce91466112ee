//===- HoistBounds.cpp - bounds leave loops that do not move them ---------===//
///
/// \file
/// The end of a loop over the points of a tile is a minimum: of the tile's size
/// and what is left. Where loops stand between it and the loop over tiles, it
/// is computed before these, once:
///
///     for jj                                for jj {
///       for i                                 const int j_end = min(..);
///         for j < min(512, n - 512 * jj)  =>  for i
///           ..                                  for j < j_end
///                                                 ..
///                                           }
///
/// A loop that stands directly in the one that moves its end keeps it, where a
/// reader looks for it. Nothing leaves loops on threads, blocks or lanes, and
/// nothing a condition, which may say that the sums in it fit, but for those of
/// unrolling, which say nothing of what both branches do.
///
//===----------------------------------------------------------------------===//

#include "Hoisting.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// The exclusive end of \p loop, one expression.
LoopExpr endOf(const LoopNode &loop) {
  LoopExpr end = loop.upper.front();
  for (const LoopExpr &upper : llvm::drop_begin(loop.upper))
    end = minOf(end, upper);
  return end;
}

class BoundHoister {
public:
  explicit BoundHoister(const Program &program) : program(program) {}

  void run(Nodes &nodes);

private:
  bool mayLeave(const LoopExpr &end, const Names &moved) const;
  void collect(const LoopNode &node, const Names &moved, Nodes &ends);

  const Program &program;
  unsigned names = 0;
};

/// Whether \p end is worth a name, the same wherever \p moved are, and may be
/// computed where no loop runs.
bool BoundHoister::mayLeave(const LoopExpr &end, const Names &moved) const {
  if (end.kind != Kind::Min && end.kind != Kind::Max &&
      end.kind != Kind::Select)
    return false;
  bool isFixed = true;
  end.walk([&](const LoopExpr &part) {
    const bool isQuotient = part.kind == Kind::FloorDiv ||
                            part.kind == Kind::Div || part.kind == Kind::Mod;
    isFixed &= part.kind <= Kind::Widen && part.kind != Kind::Load &&
               !(part.isVariable() && moved.count(part.name)) &&
               !(isQuotient && !part.operands[1].isInteger()) &&
               !mayBeFarApart(part, program);
  });
  return isFixed;
}

/// Appends locals for ends of loops in \p node, which stands in a loop.
void BoundHoister::collect(const LoopNode &node, const Names &moved,
                           Nodes &ends) {
  if (node.kind == LoopNode::Kind::If && !node.isVersion)
    return;
  if (node.isFor()) {
    if (keepsBody(node))
      return;
    const LoopExpr end = endOf(node);
    const bool isKnown = llvm::any_of(
        ends, [&](const LoopNode &local) { return local.value == end; });
    if (!isKnown && mayLeave(end, moved))
      ends.push_back(
          LoopNode::local(integerType(end.wide),
                          node.name + "_end#b" + std::to_string(names++), end));
  }
  for (const Nodes *children : {&node.body, &node.otherwise})
    for (const LoopNode &child : *children)
      collect(child, moved, ends);
}

/// Has loops in \p node that end at what \p local holds read it.
void nameEnds(LoopNode &node, const LoopNode &local) {
  if (node.isFor() && keepsBody(node))
    return;
  if (node.isFor() && endOf(node) == local.value)
    node.upper = {LoopExpr::variable(local.name, local.type.isWide())};
  for (Nodes *children : {&node.body, &node.otherwise})
    for (LoopNode &child : *children)
      nameEnds(child, local);
}

/// The same from \p nodes[first] on, as long as the value stays.
void nameEnds(Nodes &nodes, size_t first, const LoopNode &local) {
  for (size_t at = first; at < nodes.size(); ++at) {
    const Names defined = definedIn(nodes[at]);
    bool isFixed = true;
    local.value.walk([&](const LoopExpr &part) {
      isFixed &= !part.isVariable() || !defined.count(part.name);
    });
    if (!isFixed)
      return;
    nameEnds(nodes[at], local);
  }
}

void BoundHoister::run(Nodes &nodes) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    if (nodes[pos].isFor() && !keepsBody(nodes[pos])) {
      const Names moved = definedIn(nodes[pos]);
      Nodes ends;
      for (const LoopNode &child : nodes[pos].body)
        collect(child, moved, ends);
      for (const LoopNode &local : ends)
        nameEnds(nodes, pos, local);
      nodes.insert(nodes.begin() + long(pos), ends.begin(), ends.end());
      pos += ends.size();
    }
    run(nodes[pos].body);
    run(nodes[pos].otherwise);
  }
}

} // namespace

void hoistBounds(LoopAst &ast, const Program &program) {
  BoundHoister(program).run(ast.body);
}

} // namespace sparsec
