//===- ExclusiveNumbering.cpp - instances that number themselves ----------===//

#include "ExclusiveNumbering.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;

/// The type of the scalar \p name of the host.
ElementType typeOf(const Program &program, const std::string &name) {
  if (const Parameter *parameter = program.findParameter(name))
    return parameter->type;
  return program.arrays.at(name).type;
}

/// What \p action counts its instances in; "" if it counts none, or has
/// workspace of a thread besides.
std::string counterOf(const Program &program, const Action &action) {
  bool counts = action.as<action::CountAll>() || action.as<action::Collect>() ||
                action.as<action::Scatter>();
  std::string counter;
  for (const Access &access : action.accesses()) {
    auto array = program.arrays.find(access.array);
    bool isScalar = array == program.arrays.end() || array->second.isScalar();
    if (isScalar && access.isWrite && counter.empty())
      counter = access.array;
    else if (isScalar ? access.isWrite : array->second.perThread)
      counts = false;
  }
  return counts ? counter : "";
}

} // namespace

std::optional<Numbering> numberingOf(const Program &program,
                                     const LoopNode &loop) {
  bool isNumbering = true, onlyCounts = true;
  std::string counter;
  visitWork(loop, [&](const LoopNode &node) {
    if (node.kind == Kind::Assign || node.kind == Kind::Call ||
        node.kind == Kind::Region)
      isNumbering = false;
    if (node.kind != Kind::Action)
      return;
    const Action &action = *program.statement(node.name).action;
    const std::string found = counterOf(program, action);
    isNumbering &= !found.empty() && (counter.empty() || counter == found);
    onlyCounts &= action.as<action::CountAll>() != nullptr;
    counter = found;
  });
  if (!isNumbering || counter.empty())
    return std::nullopt;
  return Numbering{counter, typeOf(program, counter), onlyCounts};
}

void visitWork(const LoopNode &root,
               const std::function<void(const LoopNode &)> &visit) {
  visit(root);
  if (root.kind == Kind::Action)
    return;
  for (const auto *children : {&root.prologue, &root.body, &root.otherwise})
    for (const LoopNode &child : *children)
      visitWork(child, visit);
}

LoopNode withFreeLoops(LoopNode loop) {
  loop.marks.parallel |= loop.isFor();
  for (auto *children : {&loop.body, &loop.otherwise})
    for (LoopNode &child : *children)
      child = withFreeLoops(std::move(child));
  return loop;
}

} // namespace sparsec
