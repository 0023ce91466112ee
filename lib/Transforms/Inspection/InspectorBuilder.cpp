//===- InspectorBuilder.cpp - the phases that a step adds -----------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/CallSafety.h"
#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

action::Call callFor(const ElementType &type, const RuntimeFunction &function,
                     std::vector<Argument> arguments) {
  action::Call call{&function, std::move(arguments)};
  call.isWide = type.bytes > 4;
  return call;
}

void addCount(Program &program, const std::string &name, ElementType type) {
  program.parameters.push_back({name, type, Parameter::Owner::Plan});
  isl::space params = isl::space::unit(program.context.ctx());
  program.context = program.context.intersect(
      poly::parameter(params, name).ge_set(poly::constant(params, 0)));
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

Fact provedFact(Fact::Kind kind, std::vector<std::string> arrays) {
  Fact fact;
  fact.kind = kind;
  fact.origin = Fact::Origin::Proved;
  fact.arrays = std::move(arrays);
  return fact;
}

Fact provedRange(const std::string &array, const isl::pw_aff &low,
                 const isl::pw_aff &high) {
  Fact range = provedFact(Fact::Kind::Range, {array});
  range.lower = low;
  range.upper = high;
  return range;
}

//===----------------------------------------------------------------------===//
// InspectorBuilder
//===----------------------------------------------------------------------===//

void InspectorBuilder::add(Phase::Role role, ScheduleTree tree) {
  for (const std::string &name : tree.statements())
    if (role == Phase::Role::Inspect &&
        !program.statement(name).iterators.empty())
      inLoops.push_back(name);
  phases.push_back({role, std::move(tree)});
  phases.back().onlyIf = condition;
}

std::string InspectorBuilder::add(Statement made, bool parallel,
                                  Phase::Role role) {
  ScheduleTree tree = loopsOver(made, ScheduleTree::leaf(made.name));
  tree.marks.parallel = parallel;
  std::string name = made.name;
  program.statements.insert_or_assign(name, std::move(made));
  add(role, std::move(tree));
  return name;
}

std::string InspectorBuilder::visit(Statement body,
                                    const std::vector<unsigned> &dims,
                                    const std::string &stem, bool parallel) {
  const std::string name = program.freshName(stem + "_" + suffix);
  return add(projectNest(std::move(body), name, dims), parallel);
}

void InspectorBuilder::run(Action work) {
  Statement once;
  once.name = program.freshName(work.label + "_" + suffix);
  isl::space space = poly::tupleSpace(program.context.ctx(), once.name, 0);
  once.domain = once.constraints = isl::set::universe(space);
  isl::pw_multi_aff rename = poly::makeMap(space, "call", {});
  work.mapAffine(
      [&](const isl::pw_aff &value) { return value.pullback(rename); });
  once.action = std::move(work);
  add(std::move(once), /*parallel=*/false);
}

void InspectorBuilder::addStamps(const std::string &name, ElementType type,
                                 std::vector<isl::pw_aff> extents) {
  Array &stamps =
      addArray(name, type, Array::Owner::Workspace, std::move(extents));
  stamps.perThread = true;
  stamps.isZeroed = true;
}

void InspectorBuilder::insertAt(std::vector<Phase>::iterator place) {
  program.phases.insert(place, phases.begin(), phases.end());
  phases.clear();
}

void InspectorBuilder::insertBefore(const std::string &user) {
  insertAt(llvm::find_if(program.phases, [&](const Phase &phase) {
    return phase.role != Phase::Role::Inspect || phase.tree.contains(user);
  }));
}

void InspectorBuilder::insertBeforeExecution() {
  insertAt(program.phases.end() - 1);
}

} // namespace sparsec
