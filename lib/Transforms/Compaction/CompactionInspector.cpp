//===- CompactionInspector.cpp - who finds the positions ------------------===//
///
/// \file
/// The Inspect phases of a compaction: the nest in another order (free loops,
/// then derived ones), with counting, scanning and appending as its body.
/// O(instances + keys + segments); segments are independent of each other, so
/// the loop over them is parallel and the result the same for any number of
/// threads.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

void CompactionStep::addPhase(Phase::Role role, ScheduleTree tree) {
  for (const std::string &name : tree.statements())
    if (role == Phase::Role::Inspect && !next.statement(name).iterators.empty())
      inspectors.push_back(name);
  phases.push_back({role, std::move(tree)});
}

/// Makes \p body a statement over \p visit and a phase of its own; its name.
std::string CompactionStep::addVisit(Statement body, const Dims &visit,
                                     const std::string &stem, bool parallel) {
  std::string name = next.freshName(stem + "_" + position);
  Statement statement = projectNest(std::move(body), name, visit);
  ScheduleTree tree = loopsOver(statement, ScheduleTree::leaf(name));
  tree.marks.parallel = parallel;
  next.statements.insert_or_assign(name, std::move(statement));
  addPhase(Phase::Role::Inspect, std::move(tree));
  return name;
}

/// Work outside all loops; its operands are over `{ call[] }`.
void CompactionStep::addWork(Action work) {
  phases.push_back(runOnce(next, position, std::move(work)));
}

/// Memory for \p array, whose extents are known by then.
void CompactionStep::allocate(const std::string &array) {
  addWork(allocation(array));
}

Array &CompactionStep::addArray(const std::string &name, ElementType type,
                                Array::Owner owner) {
  Array &array = makeArray(next, name, type, owner, {});
  array.isIndex = false;
  return array;
}

/// The nest without a body.
Statement CompactionStep::bareNest() const {
  Statement nest = set.nest;
  nest.assignment.reset();
  nest.action.reset();
  nest.sharing.clear();
  return nest;
}

/// Segment numbers, from 0: the counters' values less their least ones.
std::vector<isl::pw_aff> CompactionStep::segmentOf(const Dims &dims) const {
  std::vector<isl::pw_aff> result;
  for (unsigned dim : dims)
    result.push_back(set.nest.iterator(dim).sub(
        poly::onSpace(bounds(dim).first, set.nest.space())));
  return result;
}

/// `offset[outer + ahead]`, a counter of a segment.
Expr CompactionStep::offsetAt(const isl::space &space,
                              const std::vector<isl::pw_aff> &outer,
                              long ahead) const {
  std::vector<isl::pw_aff> subscripts = outer;
  subscripts.back() = subscripts.back().add_constant(ahead);
  return Expr::access(offset, subscripts, indexType);
}

void CompactionStep::makeInspector() {
  if (lookup == Lookup::None)
    return;
  next.parameters.push_back({count, indexType, Parameter::Owner::Plan});
  isl::space params = isl::space::unit(old.context.ctx());
  isl::pw_aff total = poly::parameter(params, count);
  next.context =
      next.context.intersect(total.ge_set(poly::constant(params, 0)));
  for (const auto &entry : indexOf) {
    Array &index =
        addArray(entry.second, keyType(entry.first), Array::Owner::Plan);
    index.isIndex = true;
    index.extents = {total};
  }
  if (lookup != Lookup::Rows && lookup != Lookup::Mark) {
    Array &segments = addArray(offset, indexType, Array::Owner::Plan);
    segments.isIndex = true;
    if (lookup == Lookup::Stamp)
      segments.isZeroed = true;
    for (unsigned dim : counters) {
      auto [low, high] = bounds(dim);
      segments.extents.push_back(high.sub(low).add_constant(1));
    }
    segments.extraElements = lookup == Lookup::Stamp ? 2 : 1;
  }
  switch (lookup) {
  case Lookup::None:
    break;
  case Lookup::Rows:
    return inspectRows();
  case Lookup::Stamp:
    return inspectStamp();
  case Lookup::Mark:
    return inspectMark();
  case Lookup::Group:
    return inspectGroup();
  }
}

/// `row_index[j] = r` for r, for j in index[r]..index[r + 1].
void CompactionStep::inspectRows() {
  isl::space params = poly::tupleSpace(old.context.ctx(), "call", 0);
  // count = index[rows]: the end of the last row.
  const std::string &function = set.nest.calls.at(rowRun->pointer).function;
  auto ends = orEmpty(old, *parameterBounds(rowRun->row));
  isl::pw_aff rows = poly::onSpace(ends.second.add_constant(1), params);
  addWork(setting("count", count, Expr::access(function, {rows}, indexType)));
  if (!indexOf.count(rowRun->row))
    return;
  const std::string &list = indexOf.at(rowRun->row);
  allocate(list);
  Statement fill = bareNest();
  fill.assignment =
      Assignment{Expr::access(list, {rowRun->number}, indexType), "=",
                 Expr::affine(fill.iterator(rowRun->row), indexType)};
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  recorder = addVisit(std::move(fill), visit, "fill",
                      /*parallel=*/visit.front() == rowRun->row);
}

/// The values that instances with one place in the list share: the dims that
/// select a segment, and the keys.
std::vector<isl::pw_aff> CompactionStep::recordOf(const Dims &segments) const {
  std::vector<isl::pw_aff> record;
  for (const Dims *dims : {&segments, &set.keys})
    for (unsigned dim : *dims)
      record.push_back(set.nest.iterator(dim));
  return record;
}

/// Tells the instances of one record from the first of them.
std::optional<action::Stamp> CompactionStep::stampOf(Statement &body) const {
  if (set.distinct)
    return std::nullopt;
  std::vector<isl::pw_aff> segment = segmentOf(counters);
  body.sharing[stamps].owner = segment;
  return action::Stamp{Expr::access(stamps, segmentOf(set.keys), indexType),
                       offsetAt(body.space(), segment, 1)};
}

/// Counts the records of each segment, behind the next one's start.
Statement CompactionStep::counting() const {
  Statement body = bareNest();
  action::Count count;
  count.counter = offsetAt(body.space(), segmentOf(counters), 2);
  count.stamp = stampOf(body);
  body.action = Action{std::move(count), "count", recordOf(counters)};
  return body;
}

/// Appends the keys to the index arrays, in the segment. Instances append in
/// turn unless nobody asked for an order.
Statement CompactionStep::appending() const {
  Statement body = bareNest();
  action::Append append;
  for (const auto &[dim, index] : indexOf) {
    append.lists.emplace_back(index,
                              Expr::affine(set.nest.iterator(dim), indexType));
    body.sharing[index].segment = segmentOf(counters);
  }
  append.counter = offsetAt(body.space(), segmentOf(counters), 1);
  append.stamp = stampOf(body);
  append.inTurn = keepsOrder();
  body.action = Action{std::move(append), "append", recordOf(counters)};
  return body;
}

/// The counter behind those of all segments, over `{ call[] }`.
Expr CompactionStep::lastOffset(long ahead) const {
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  std::vector<isl::pw_aff> last;
  for (unsigned dim : counters) {
    auto [low, high] = bounds(dim);
    last.push_back(poly::onSpace(high.sub(low), none));
  }
  return offsetAt(none, last, ahead);
}

/// A call of \p function, of the version for the type of indices.
action::Call CompactionStep::calling(const RuntimeFunction &function,
                                     std::vector<Argument> arguments) const {
  action::Call call{&function, std::move(arguments)};
  call.isWide = indexType.bytes > 4;
  return call;
}

/// Whether the list keeps the order of the instances. Without a request any
/// order was found legal: the executor's check knows nothing of the list's.
bool CompactionStep::keepsOrder() const {
  return !request.order.empty() && !sortsSegments();
}

bool CompactionStep::sortsSegments() const {
  return request.order == "ascending" && lookup == Lookup::Stamp &&
         indexOf.size() == 1;
}

/// Half the bytes for values that always fit 16 bits, such as those inside
/// blocks of constant size: the executor reads them once per entry. The
/// runtime's functions that write keys take wider ones only.
ElementType CompactionStep::keyType(unsigned dim) const {
  if (lookup == Lookup::Mark || sortsSegments())
    return indexType;
  auto range = parameterBounds(dim);
  if (!range)
    return indexType;
  isl::val least = poly::leastValue(range->first),
           most = poly::greatestValue(range->second);
  bool fits = least.is_int() && least.is_nonneg() && most.is_int() &&
              most.le(isl::val(old.context.ctx(), 65535));
  return fits ? ElementType{ElementType::Kind::Integer, 2, false,
                            "unsigned short"}
              : indexType;
}

/// A stamp of each thread's own for each value of \p dims, from 0 on.
void CompactionStep::addStamps(const Dims &dims) {
  Array &seen = addArray(stamps, indexType, Array::Owner::Workspace);
  seen.perThread = true;
  seen.isZeroed = true;
  for (unsigned dim : dims) {
    auto [low, high] = bounds(dim);
    seen.extents.push_back(high.sub(low).add_constant(1));
  }
}

/// Count per segment, scan, append; twice over the index arrays.
void CompactionStep::inspectStamp() {
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  if (!set.distinct)
    addStamps(set.keys);
  bool parallel = visit.front() == counters.front() ||
                  llvm::is_contained(set.implied, visit.front());
  allocate(offset);
  addVisit(counting(), visit, "count", parallel);
  action::Call scan =
      calling(runtime::inclusive_scan,
              {Argument::array(offset), Argument::size(offset)});
  scan.results = {{count, lastOffset(2)}};
  addWork({std::move(scan), "scan"});
  for (const auto &entry : indexOf)
    allocate(entry.second);
  recorder = addVisit(appending(), visit, "append", parallel);
  if (sortsSegments())
    addWork({calling(runtime::sort_segments,
                     {Argument::array(indexOf.begin()->second),
                      Argument::array(offset), Argument::size(offset, -2)}),
             "sort"});
}

/// Marks the keys, then numbers the marked ones in ascending order.
void CompactionStep::inspectMark() {
  unsigned key = set.keys.front();
  auto [low, high] = bounds(key);
  isl::pw_aff extent = high.sub(low).add_constant(1);
  std::string marks = next.freshName(position + "_marked");
  Array &flags = addArray(marks, ElementType::byte(), Array::Owner::Workspace);
  flags.extents = {extent};
  flags.isZeroed = true;
  addArray(slot, indexType, Array::Owner::Plan).extents = {extent};
  next.arrays.at(slot).isIndex = true;
  Statement body = bareNest();
  body.action = Action{
      action::Mark{Expr::access(marks, segmentOf({key}), ElementType::byte())},
      "mark", recordOf({})};
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  allocate(marks);
  recorder = addVisit(std::move(body), visit, "mark", /*parallel=*/true);

  allocate(slot);
  action::Call number = calling(
      runtime::number_marked,
      {Argument::array(marks), Argument::size(marks), Argument::array(slot)});
  number.target = count;
  addWork({std::move(number), "number"});
  if (!indexOf.count(key))
    return;
  allocate(indexOf.at(key));
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  addWork(
      {calling(runtime::collect_marked,
               {Argument::array(marks), Argument::size(marks),
                Argument::of(Expr::affine(poly::onSpace(low, none), indexType)),
                Argument::array(indexOf.at(key))}),
       "collect"});
}

} // namespace sparsec
