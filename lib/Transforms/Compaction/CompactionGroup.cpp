//===- CompactionGroup.cpp - positions by counting sort -------------------===//
///
/// \file
/// When the outer loops follow from the index arrays (columns outside rows),
/// the inspector cannot visit one segment after the other. It writes down the
/// segment of every instance, in visiting order, in `slot`; a counting sort
/// (runtime/sparsec/group.h) turns segments into places; another visit puts
/// the keys there. Linear in instances and segments.
///
/// An instance is found again by its number (CompactionNumbers.cpp). Visits
/// that know it run in parallel; others count, on the host one instance after
/// the other. On a GPU each iteration is told with which number it begins
/// (Target/Cuda/GpuNumbers.h).
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// How many instances there are, in the parameter \p total.
void CompactionStep::countInstances(const std::string &total,
                                    const Dims &visit) {
  if (number)
    return addWork(setting("count", total, *instances));
  Statement counting = bareNest();
  counting.action = Action{action::CountAll{total}, "count"};
  addVisit(std::move(counting), visit, "count", /*parallel=*/false);
}

/// Whether no two instances have one record: by construction, or by facts where
/// all that the guard says of an instance is in its record.
bool CompactionStep::recordsDiffer() const {
  auto isVisited = [&](unsigned dim) {
    return llvm::is_contained(set.free, dim) || set.isDerived(dim);
  };
  return set.distinct || (set.unique && set.outer == set.leading() &&
                          llvm::none_of(set.inner, isVisited));
}

/// How instances with one record become one entry.
CompactionStep::Merging CompactionStep::merging() const {
  if (sortsAll)
    return Merging::Sort;
  if (recordsDiffer())
    return Merging::None;
  // A stamp is a value of the key, counted from its least.
  unsigned key = set.keys.back();
  return set.free.front() == key && parameterBounds(key) ? Merging::Stamps
                                                         : Merging::Sort;
}

/// Whether iterations of the first visited loop have entries of their own.
bool CompactionStep::fillsInParallel() const {
  return number && (sortsAll || merging() != Merging::Sort);
}

/// An array of workspace with an element per instance.
void CompactionStep::addPerInstance(const std::string &name,
                                    const std::string &total,
                                    Array::Owner owner) {
  isl::pw_aff extent =
      poly::parameter(isl::space::unit(old.context.ctx()), total);
  Array &array = addArray(name, indexType, owner);
  array.isIndex = true;
  array.extents = {extent};
  allocate(name);
}

/// Numbers the instances. Where that cannot be done, a fill has to visit them
/// as the inspector does: a loop of its own, over columns of blocks, would
/// count each again.
llvm::Error CompactionStep::requireOneVisit() {
  if (lookup != Lookup::Group)
    return llvm::Error::success();
  if (!number)
    numberInstances();
  if (number || set.distinct)
    return llvm::Error::success();
  Dims counted = set.free;
  llvm::append_range(counted, set.derived);
  for (const MovedArray &array : moved)
    for (unsigned dim : array.dims)
      if (!llvm::is_contained(counted, dim) &&
          !set.isDetermined(set.nest.instances(), counted, dim))
        return refuse("'" + array.to + "' has a dimension for loop '" +
                      set.name(dim) +
                      "', and an instance is found again by counting, without "
                      "that loop; a row loop from 0 numbers the instances: do "
                      "this step before the rows are split, or leave '" +
                      array.from + "' where it is");
  return llvm::Error::success();
}

/// Restarts the count of visited instances, where they are counted.
void CompactionStep::rewind(const std::string &cursor) {
  if (!number)
    addWork(setting("restart", cursor, Expr::constant("0", indexType)));
}

void CompactionStep::inspectGroup() {
  const std::string total = next.freshName(position + "_instances");
  const std::string key = next.freshName(position + "_key");
  next.parameters.push_back({total, indexType, Parameter::Owner::Plan});
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  countInstances(total, visit);
  bool findsLater = !set.distinct && !moved.empty();
  addPerInstance(slot, total,
                 findsLater ? Array::Owner::Plan : Array::Owner::Workspace);
  if (merging() == Merging::Sort)
    addPerInstance(key, total, Array::Owner::Workspace);
  rewind(total);
  recorder = addVisit(collecting(total, key), visit, "collect",
                      /*parallel=*/number.has_value());
  allocate(offset);
  const bool sorts = merging() == Merging::Sort;
  std::vector<Argument> arguments = {Argument::scalar(total),
                                     Argument::array(slot)};
  if (sorts)
    arguments.push_back(Argument::array(key));
  arguments.push_back(Argument::size(offset, -1));
  arguments.push_back(Argument::array(offset));
  action::Call group = calling(sorts ? runtime::group_by_key : runtime::group,
                               std::move(arguments));
  group.results = {{count, lastOffset(1)}};
  addWork({std::move(group), "group"});
  for (const auto &[dim, index] : indexOf) {
    allocate(index);
    if (sortsAll) {
      addWork({calling(runtime::list_keys,
                       {Argument::array(key), Argument::scalar(count),
                        Argument::array(index)}),
               "list"});
      continue;
    }
    MovedArray keys{"", index, {}, {}, "0", true};
    fillByInstance(keys, Expr::affine(set.nest.iterator(dim), indexType), "=");
  }
}

/// Writes down the segment of each instance, or -1 - segment where it joins
/// the entry that its segment got last.
Statement CompactionStep::collecting(const std::string &total,
                                     const std::string &key) {
  Statement body = bareNest();
  std::vector<isl::pw_aff> segment = segmentOf(counters);
  auto placeIn = [&](const std::string &array) {
    action::Collect::Place place{array, std::nullopt};
    if (number)
      place.element = Expr::access(array, {*number}, indexType);
    return place;
  };
  action::Collect collect;
  collect.segment = offsetAt(body.space(), segment, 0);
  collect.slot = placeIn(slot);
  if (merging() == Merging::Stamps) {
    addStamps(counters);
    const isl::pw_aff own = segmentOf({set.keys.back()}).front();
    collect.key = Expr::affine(own.add_constant(1), indexType);
    collect.stamp = Expr::access(stamps, segment, indexType);
    body.sharing[stamps].owner = {own};
  }
  if (merging() == Merging::Sort) {
    collect.key = Expr::affine(set.nest.iterator(set.keys.back()), indexType);
    collect.keys = placeIn(key);
  }
  if (!number)
    collect.total = total;
  body.action = Action{std::move(collect), "collect", recordOf(counters)};
  return body;
}

/// `array[slot of the instance, dims] op= value`, a phase over the nest.
void CompactionStep::fillByInstance(const MovedArray &array, const Expr &value,
                                    const std::string &op) {
  Dims visit = visitWith(array.dims);
  std::string name = next.freshName("fill_" + array.to);
  Statement body = bareNest();
  if (number) {
    std::map<unsigned, unsigned> place;
    for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
      place[dim] = dim;
    isl::pw_aff point = sparsec::addCall(body.calls, {slot, {*number}},
                                         set.nest.iterators, set.nest.space());
    body.assignment = Assignment{
        Expr::access(array.to,
                     storageSubscripts(array, set.nest.space(), place, point),
                     next.arrays.at(array.to).type),
        op, value};
    // An entry, with all its places, belongs to one record.
    body.sharing[array.to].segment = recordOf(counters);
    body.sharing[array.to].isAtomic = sortsAll && op != "=";
    if (sortsAll && array.from.empty())
      body = marking(std::move(body));
  } else {
    body.action = Action{scattering(array, value, op), "scatter"};
  }
  Statement fill = projectNest(std::move(body), name, visit);
  ScheduleTree tree = loopsOver(fill, ScheduleTree::leaf(name));
  tree.marks.parallel = fillsInParallel();
  next.statements.insert_or_assign(name, std::move(fill));
  addPhase(roleOf(array), std::move(tree));
}

/// \p body, which stores 1 for several instances, on threads.
Statement CompactionStep::marking(Statement body) {
  body.action = Action{action::Mark{body.assignment->target}, "mark"};
  body.assignment.reset();
  return body;
}

/// The body of a fill that counts instances in the order of the inspector, and
/// the phase that restarts the count.
action::Scatter CompactionStep::scattering(const MovedArray &array,
                                           const Expr &value,
                                           const std::string &op) {
  const std::string cursor = next.freshName(array.to + "_cursor");
  addArray(cursor, indexType, Array::Owner::Plan);
  Statement rewind;
  rewind.name = next.freshName("rewind_" + array.to);
  isl::space none = poly::tupleSpace(old.context.ctx(), rewind.name, 0);
  rewind.domain = rewind.constraints = isl::set::universe(none);
  rewind.assignment = Assignment{Expr::access(cursor, {}, indexType), "=",
                                 Expr::constant("0", indexType)};
  next.statements.insert_or_assign(rewind.name, rewind);
  addPhase(roleOf(array), ScheduleTree::leaf(rewind.name));

  std::map<unsigned, unsigned> place;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    place[dim] = dim;
  isl::pw_aff zero = poly::constant(set.nest.space(), 0);
  action::Scatter scatter;
  scatter.place = Expr::access(
      array.to, storageSubscripts(array, set.nest.space(), place, zero),
      next.arrays.at(array.to).type);
  scatter.value = value;
  scatter.slot = slot;
  scatter.cursor = cursor;
  scatter.op = op;
  scatter.isShared = sortsAll && (array.from.empty() || op != "=");
  return scatter;
}

} // namespace sparsec
