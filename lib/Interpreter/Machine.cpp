//===- Machine.cpp - interpreted loops ------------------------------------===//

#include "Machine.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;

/// \p type, of which there are numbers here.
static ElementType valueType(const LoopType &type) {
  if (type.isPointer())
    throw Unknown("the type '" + type.spelling() + "'");
  return typeOf(type.element.spelling);
}

void Machine::run(const std::vector<LoopNode> &nodes) {
  for (const LoopNode &node : nodes)
    runNode(node);
}

void Machine::runNode(const LoopNode &node) {
  switch (node.kind) {
  case Kind::For:
    return runFor(node);
  case Kind::If:
    return run(use(node.condition).isTrue() ? node.body : node.otherwise);
  case Kind::Block:
  case Kind::Region:
    return run(node.body);
  case Kind::Assign:
    return runAssign(node);
  case Kind::Local:
    locals[node.name] = evaluate(node.value).as(valueType(node.type));
    return;
  case Kind::Declare:
    return declare(node);
  case Kind::Action:
    return act(node);
  case Kind::Call:
  case Kind::Check:
  case Kind::Return:
  case Kind::Label:
  case Kind::Break:
  case Kind::Continue:
    throw Unknown("a call of the runtime");
  case Kind::Barrier:
    throw Unknown("a barrier of a kernel");
  }
}

void Machine::runFor(const LoopNode &loop) {
  if (loop.marks.gpu.isMapped() || loop.stride)
    throw Unknown("a loop of a kernel");
  long long first = use(loop.lower).toInteger();
  long long end = use(loop.upper[0]).toInteger();
  for (size_t pos = 1; pos < loop.upper.size(); ++pos)
    end = std::min(end, use(loop.upper[pos]).toInteger());
  std::vector<long long> values;
  if (loop.descending)
    for (long long value = first; value >= end; value -= loop.step)
      values.push_back(value);
  else
    for (long long value = first; value < end; value += loop.step)
      values.push_back(value);
  if (loop.marks.parallel && shuffles)
    std::shuffle(values.begin(), values.end(), random);
  const ElementType type =
      loop.type.isNone() ? ElementType::int32() : valueType(loop.type);
  for (long long value : values) {
    locals[loop.name] = Number::of(value).as(type);
    run(loop.body);
  }
  locals.erase(loop.name);
}

void Machine::runAssign(const LoopNode &node) {
  if (node.lanes.isMapped() || node.atomic != LoopNode::Atomic::None)
    throw Unknown("an update by threads of a kernel");
  const Number value = node.op == "=" ? evaluate(node.value) : use(node.value);
  const std::string &name = node.target.name;
  auto local = locals.find(name);
  if (node.target.operands.empty() && local != locals.end()) {
    if (node.op != "=")
      use(node.target);
    local->second = updated(node.op, local->second, value);
    return;
  }
  const Place place = locate(node.target);
  Number before;
  before.type = place.cells->type;
  if (node.op != "=")
    before = use(node.target);
  updated(node.op, before, value).store(*place.cells, place.position);
}

/// Elements of a body's array have no values until they are set.
void Machine::declare(const LoopNode &node) {
  long long count = 1;
  for (const LoopExpr &extent : node.dimensions)
    count *= use(extent).toInteger();
  locals.erase(node.name);
  memory.arrays[node.name] =
      Cells::make(valueType(node.type), size_t(std::max(count, 0LL)));
}

} // namespace sparsec
