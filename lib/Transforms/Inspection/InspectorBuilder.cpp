//===- InspectorBuilder.cpp - the phases that a step adds -----------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

Phase runOnce(Program &program, const std::string &suffix, Action work) {
  Statement once;
  once.name = program.freshName(work.label + "_" + suffix);
  isl::space space = poly::tupleSpace(program.context.ctx(), once.name, 0);
  once.domain = once.constraints = isl::set::universe(space);
  isl::pw_multi_aff rename = poly::makeMap(space, "call", {});
  work.mapAffine(
      [&](const isl::pw_aff &value) { return value.pullback(rename); });
  once.action = std::move(work);
  const std::string name = once.name;
  program.statements.insert_or_assign(name, std::move(once));
  return {Phase::Role::Inspect, ScheduleTree::leaf(name)};
}

Action allocation(const std::string &array) {
  return {action::Allocate{array}, "allocate"};
}

Action setting(const std::string &label, const std::string &target,
               Expr value) {
  return {action::SetNumber{target, std::move(value)}, label};
}

Array &makeArray(Program &program, const std::string &name, ElementType type,
                 Array::Owner owner, std::vector<isl::pw_aff> extents) {
  Array array;
  array.name = name;
  array.type = type;
  array.owner = owner;
  array.extents.assign(extents.begin(), extents.end());
  array.isIndex = owner == Array::Owner::Plan;
  return program.arrays.insert_or_assign(name, array).first->second;
}

std::pair<isl::pw_aff, isl::pw_aff>
orEmpty(const Program &program, std::pair<isl::pw_aff, isl::pw_aff> bounds) {
  isl::pw_aff least = bounds.first.add_constant(-1);
  isl::set known = program.context.intersect(readableEnds(program));
  isl::set unknown = known.subtract(bounds.second.domain());
  if (!unknown.is_empty())
    bounds.second =
        bounds.second.union_add(least.intersect_domain(unknown)).coalesce();
  if (!known.is_subset(bounds.second.ge_set(least)))
    bounds.second = bounds.second.max(least).coalesce();
  return bounds;
}

void InspectorBuilder::add(Phase phase) {
  phase.onlyIf = condition;
  phases.push_back(std::move(phase));
}

std::string InspectorBuilder::add(Statement made, bool parallel) {
  ScheduleTree tree = loopsOver(made, ScheduleTree::leaf(made.name));
  tree.marks.parallel = parallel;
  std::string name = made.name;
  program.statements.insert_or_assign(name, std::move(made));
  add({Phase::Role::Inspect, std::move(tree)});
  return name;
}

void InspectorBuilder::run(Action work) {
  add(runOnce(program, suffix, std::move(work)));
}

void InspectorBuilder::insertBefore(const std::string &user) {
  auto place = llvm::find_if(program.phases, [&](const Phase &phase) {
    return phase.role != Phase::Role::Inspect || phase.tree.contains(user);
  });
  program.phases.insert(place, phases.begin(), phases.end());
  phases.clear();
}

} // namespace sparsec
