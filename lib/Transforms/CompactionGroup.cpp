//===- CompactionGroup.cpp - positions by sorting the instances -----------===//
///
/// \file
/// When the outer loops follow from the index arrays (columns outside rows),
/// the inspector cannot visit one segment after the other: it writes down the
/// keys (O, K) of every instance, in visiting order, and groups them by a
/// counting sort (runtime/sparsec/group.h). Linear in instances and segments.
///
//===----------------------------------------------------------------------===//

#include "CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = TouchedSet::Dims;

void CompactionStep::inspectGroup() {
  const std::string total = next.freshName(position + "_instances");
  const std::string outer = next.freshName(position + "_outer");
  const std::string inner = next.freshName(position + "_inner");
  next.parameters.push_back({total, indexType, Parameter::Owner::Plan});
  isl::pw_aff instances =
      poly::parameter(isl::space::unit(old.context.ctx()), total);
  addArray(outer, indexType, Array::Owner::Workspace).extents = {instances};
  addArray(inner, indexType, Array::Owner::Workspace).extents = {instances};
  addArray(slot, indexType, Array::Owner::Plan).extents = {instances};

  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  Statement counting = bareNest();
  counting.action.emplace();
  counting.action->kind = Action::Kind::Count;
  counting.action->callee = "count";
  counting.action->lines = {total + "++;"};
  counting.action->accesses = {Access::update(total, {}, "+=")};
  addVisit(std::move(counting), visit, "count", /*parallel=*/false);
  allocate(outer);
  allocate(inner);

  // Every key that the executor reads, per instance, for distinct instances.
  std::map<unsigned, std::string> keysAt;
  if (set.distinct)
    for (const auto &entry : indexOf) {
      keysAt[entry.first] = next.freshName(entry.second + "_at");
      addArray(keysAt[entry.first], indexType, Array::Owner::Workspace)
          .extents = {instances};
      next.arrays.at(keysAt[entry.first]).isIndex = true;
      allocate(keysAt[entry.first]);
    }
  addCall("restart", {total + " = 0;"}, {}, {total});
  Statement collecting = bareNest();
  Action collect;
  collect.kind = Action::Kind::Collect;
  collect.callee = "collect";
  collect.record = recordOf(counters);
  collect.operands = {offsetAt(set.nest.space(), segmentOf(counters), 0)};
  collect.values = {set.nest.iterator(set.keys.back())};
  // {p0} is a number only: nothing of the offsets is read.
  collect.accesses = {Access::update(total, {}),
                      Access::whole(outer, /*isWrite=*/true),
                      Access::whole(inner, /*isWrite=*/true)};
  collect.lines = {outer + "[" + total + "] = {p0};"};
  for (const auto &entry : keysAt) {
    collect.lines.push_back(entry.second + "[" + total + "] = {" +
                            std::to_string(collect.values.size()) + "};");
    collect.values.push_back(set.nest.iterator(entry.first));
    collect.accesses.push_back(Access::whole(entry.second, /*isWrite=*/true));
  }
  collect.lines.push_back(inner + "[" + total + "] = " +
                          (set.distinct ? total : std::string("{0}")) + ";");
  collect.lines.push_back(total + "++;");
  collecting.action = std::move(collect);
  recorder = addVisit(std::move(collecting), visit, "collect",
                      /*parallel=*/false);
  groupKeys();
  if (!set.distinct)
    return;

  // index[p] = key_at[order[p]]
  std::string order = next.freshName(position + "_order");
  for (const auto &entry : indexOf) {
    allocate(entry.second);
    std::string name = next.freshName("fill_" + entry.second);
    Statement fill;
    fill.name = name;
    fill.iterators = {position};
    isl::space space = poly::tupleSpace(old.context.ctx(), name, 1);
    isl::pw_aff point = poly::dimension(space, 0);
    fill.domain = poly::withDimNames(
        point.ge_set(poly::constant(space, 0))
            .intersect(point.lt_set(poly::parameter(space, count))),
        fill.iterators);
    fill.constraints =
        poly::withDimNames(isl::set::universe(space), fill.iterators);
    isl::pw_aff from = sparsec::addCall(
        fill.calls, {position + "_order", {point}}, fill.iterators, space);
    fill.assignment =
        Assignment{Expr::access(entry.second, {point}, indexType), "=",
                   Expr::access(keysAt[entry.first], {from}, indexType)};
    next.statements.insert_or_assign(name, fill);
    ScheduleTree tree = loopsOver(fill, ScheduleTree::leaf(name));
    tree.marks.parallel = true;
    addPhase(Phase::Role::Inspect, std::move(tree));
  }
}

/// Groups the collected keys and takes the results apart.
void CompactionStep::groupKeys() {
  std::string suffix = indexType.bytes > 4 ? "long" : "int";
  std::string keys = position + "_order";
  if (!set.distinct && indexOf.count(set.keys.back())) {
    keys = indexOf.at(set.keys.back());
  } else {
    Array &order = addArray(keys, indexType, Array::Owner::Workspace);
    order.isIndex = true;
    order.extents = {
        poly::parameter(isl::space::unit(old.context.ctx()), count)};
  }
  Action group;
  group.callee = "group";
  group.lines = {"{",
                 "  sparsec_groups_" + suffix + " groups;",
                 "  status = sparsec_group_" + suffix + "(" + position +
                     "_instances, " + position + "_outer, " + position +
                     "_inner, (" + indexType.spelling + ")({size:" + offset +
                     "} - 1), &groups);",
                 "  if (status != SPARSEC_OK)",
                 "    goto fail;",
                 "  {give:" + offset + "=groups.offset}",
                 "  {give:" + keys + "=groups.key}",
                 "  {give:" + slot + "=groups.slot}",
                 "  " + count + " = groups.offset[{size:" + offset + "} - 1];",
                 "}"};
  for (const char *read : {"_instances", "_outer", "_inner"})
    group.accesses.push_back(Access::whole(position + read, false));
  group.accesses.push_back(Access::whole(count, true));
  for (const std::string &array : {offset, keys, slot}) {
    group.accesses.push_back(Access::whole(array, true));
    group.accesses.back().isMade = true;
  }
  addCall(std::move(group));
  unsigned first = set.keys.front();
  if (set.distinct || !set.outerKeys.empty() || !indexOf.count(first))
    return;
  // The first key numbers the segments: index[p] = segment of p.
  const std::string &index = indexOf.at(first);
  allocate(index);
  std::string name = next.freshName("fill_" + index);
  Statement fill;
  fill.name = name;
  fill.iterators = {set.name(first) + "_segment", position};
  isl::space space = poly::tupleSpace(old.context.ctx(), name, 2);
  isl::pw_aff segment = poly::dimension(space, 0);
  isl::pw_aff point = poly::dimension(space, 1);
  auto [low, high] = bounds(first);
  isl::pw_aff extent = poly::onSpace(high.sub(low), space);
  isl::pw_aff begin =
      sparsec::addCall(fill.calls, {offset, {segment}}, fill.iterators, space);
  isl::pw_aff end = sparsec::addCall(
      fill.calls, {offset, {segment.add_constant(1)}}, fill.iterators, space);
  fill.domain = poly::withDimNames(segment.ge_set(poly::constant(space, 0))
                                       .intersect(segment.le_set(extent)),
                                   fill.iterators);
  fill.constraints = poly::withDimNames(
      begin.le_set(point).intersect(point.lt_set(end)), fill.iterators);
  fill.assignment = Assignment{
      Expr::access(index, {point}, indexType), "=",
      Expr::affine(segment.add(poly::onSpace(low, space)), indexType)};
  next.statements.insert_or_assign(name, fill);
  addPhase(Phase::Role::Inspect, loopsOver(fill, ScheduleTree::leaf(name)));
}

} // namespace sparsec
