//===- KernelTickets.cpp - blocks that wait for each other's values -------===//
///
/// \file
/// In a kernel whose blocks take tickets (sparsec/cuda_values.h) a load of a
/// published array waits for its element, and an assignment to the array behind
/// it publishes. What waits is the longest way through the loop: all that can
/// be loaded without the awaited values is loaded before.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Whether \p array is one that others are published in.
bool GridMapper::isPublication(const std::string &array) const {
  return llvm::any_of(program.arrays, [&](const auto &entry) {
    return entry.second.publishedIn == array && !array.empty();
  });
}

/// Whether something in \p root waits.
bool GridMapper::awaits(const LoopNode &root) const {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        found |= part.kind == LoopExpr::Kind::Load && isPublication(part.name);
      });
    });
  });
  return found;
}

/// Whether \p load gives the same before the variables \p late are known: it
/// reads what the kernel does not write.
bool GridMapper::isLoadedAhead(const LoopExpr &load, const Names &late) const {
  bool isFixed = true;
  load.walk([&](const LoopExpr &part) {
    isFixed &= !late.count(part.name);
    if (part.kind != LoopExpr::Kind::Load)
      return;
    auto array = program.arrays.find(part.name);
    isFixed &= array != program.arrays.end() &&
               array->second.onGpu == Array::OnGpu::No &&
               !array->second.isPrivate() && !array->second.isShared;
  });
  return isFixed;
}

/// Takes the loads of the assignments in \p nodes from \p from on, siblings of
/// what waits there, out of them: locals for them.
Nodes GridMapper::loadsAhead(Nodes &nodes, size_t from) const {
  Names late;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign)
        late.insert(node.target.name);
    });
  for (size_t pos = from; pos < nodes.size(); ++pos)
    nodes[pos].walk([&](const LoopNode &node) {
      if (node.isFor() || node.kind == Kind::Local ||
          node.kind == Kind::Declare)
        late.insert(node.name);
    });
  Nodes locals;
  for (size_t pos = from + 1; pos < nodes.size(); ++pos)
    if (nodes[pos].kind == Kind::Assign && !awaits(nodes[pos]))
      nodes[pos].value = loadedAhead(nodes[pos].value, late, locals);
  return locals;
}

/// \p expr with locals for its loads; not for those of operands that may not be
/// evaluated.
LoopExpr GridMapper::loadedAhead(LoopExpr expr, const Names &late,
                                 Nodes &locals) const {
  using E = LoopExpr::Kind;
  const bool isLazy = isLogical(expr.op) || expr.kind == E::Select ||
                      expr.kind == E::And || expr.kind == E::Or;
  bool isFirst = true;
  expr.operands = expr.operands.mapped([&](const LoopExpr &operand) {
    return std::exchange(isFirst, false) || !isLazy
               ? loadedAhead(operand, late, locals)
               : operand;
  });
  if (expr.kind != E::Load || expr.operands.empty() ||
      !isLoadedAhead(expr, late))
    return expr;
  for (const LoopNode &local : locals)
    if (local.value == expr)
      return LoopExpr::variable(local.name, expr.wide);
  std::string name = unusedName(program.freshName(expr.name + "_ahead"));
  while (llvm::any_of(
      locals, [&](const LoopNode &local) { return local.name == name; }))
    name += "_";
  const ElementType &type = program.arrays.at(expr.name).type;
  locals.push_back(LoopNode::local(type, name, expr));
  return LoopExpr::variable(name, expr.wide);
}

/// Loads before the first node of \p nodes that waits what later ones need.
void GridMapper::readAhead(Nodes &nodes) const {
  for (LoopNode &node : nodes) {
    readAhead(node.body);
    readAhead(node.otherwise);
  }
  auto first =
      llvm::find_if(nodes, [&](const LoopNode &node) { return awaits(node); });
  if (first == nodes.end())
    return;
  Nodes locals = loadsAhead(nodes, size_t(first - nodes.begin()));
  nodes.insert(first, std::make_move_iterator(locals.begin()),
               std::make_move_iterator(locals.end()));
}

/// Makes loads of published arrays wait, and assignments publish.
void GridMapper::publish(Nodes &nodes) const {
  Nodes result;
  for (LoopNode &node : nodes) {
    publish(node.body);
    publish(node.otherwise);
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        if (part.kind != LoopExpr::Kind::Load || !isPublication(part.name))
          return part;
        return expr::call(runtime::await, {part, LoopExpr::variable(ticket)});
      });
    });
    const bool isAssign = node.kind == Kind::Assign;
    auto array = program.arrays.find(node.target.name);
    result.push_back(std::move(node));
    if (!isAssign || array == program.arrays.end() ||
        array->second.publishedIn.empty())
      continue;
    LoopNode publication;
    publication.kind = Kind::Assign;
    publication.op = Update::Set;
    publication.value = result.back().target;
    publication.target = publication.value;
    publication.target.name = array->second.publishedIn;
    publication.atomic = LoopNode::Atomic::Function;
    publication.updater = runtime::publish.name.str();
    publication.after = {LoopExpr::variable(ticket)};
    result.push_back(std::move(publication));
  }
  nodes = std::move(result);
}

/// The iterations of \p loop, on blocks, that a block has: from the number of
/// its ticket on, so many apart as there are blocks. It is done with one before
/// it begins the next: blocks are fewer than iterations, and all of them run at
/// once (sparsec_launch_resident).
LoopNode GridMapper::byTickets(LoopNode loop) const {
  LoopExpr block =
      expr::cast(loop.type, expr::dot(LoopExpr::variable(ticket), "block"));
  return inTurns(std::move(loop), block);
}

/// All threads of the block come by, before anything else.
void GridMapper::takeTicket() {
  body.insert(body.begin(),
              LoopNode::local(LoopType::opaque("sparsec_ticket"), ticket,
                              expr::call(runtime::take_ticket,
                                         {LoopExpr::load(tickets, {})})));
}

} // namespace sparsec
