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

#include "CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = TouchedSet::Dims;

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

/// One call outside all loops; its operands are over `{ call[] }`.
void CompactionStep::addCall(Action action) {
  Statement call;
  call.name = next.freshName(action.callee + "_" + position);
  isl::space space = poly::tupleSpace(old.context.ctx(), call.name, 0);
  call.domain = call.constraints = isl::set::universe(space);
  isl::pw_multi_aff rename = poly::makeMap(space, "call", {});
  for (Expr &operand : action.operands)
    operand = operand.mapAffine(
        [&](const isl::pw_aff &value) { return value.pullback(rename); });
  call.action = std::move(action);
  std::string name = call.name;
  next.statements.insert_or_assign(name, std::move(call));
  phases.push_back({Phase::Role::Inspect, ScheduleTree::leaf(name)});
}

/// A call that reads all of \p reads and writes all of \p writes.
void CompactionStep::addCall(const std::string &callee,
                             std::vector<std::string> lines,
                             const std::vector<std::string> &reads,
                             const std::vector<std::string> &writes,
                             std::vector<Expr> operands) {
  Action action;
  action.kind = Action::Kind::RuntimeCall;
  action.callee = callee;
  action.lines = std::move(lines);
  action.operands = std::move(operands);
  for (const std::string &array : reads)
    action.accesses.push_back(Access::whole(array, /*isWrite=*/false));
  for (const std::string &array : writes)
    action.accesses.push_back(Access::whole(array, /*isWrite=*/true));
  addCall(std::move(action));
}

/// Memory for \p array, whose extents are known by then.
void CompactionStep::allocate(const std::string &array) {
  Action action;
  action.kind = Action::Kind::Allocate;
  action.callee = "allocate";
  action.accesses = {Access::whole(array, /*isWrite=*/true)};
  action.accesses.front().isMade = true;
  addCall(std::move(action));
}

Array &CompactionStep::addArray(const std::string &name, ElementType type,
                                Array::Owner owner) {
  Array array;
  array.name = name;
  array.type = type;
  array.owner = owner;
  return next.arrays.insert_or_assign(name, array).first->second;
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
      segments.initial = "0";
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
  addCall("count", {count + " = {x0};"}, {function}, {count},
          {Expr::access(function, {rows}, indexType)});
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

/// The body of the Count (\p ahead is 2) or Append (1): \p work on the counter
/// `{x0}` of the segment, once per key. `{x1}` is the key's stamp and `{p2}`
/// the segment's number from 1.
Statement CompactionStep::recording(Action::Kind kind, long ahead,
                                    std::vector<std::string> work) const {
  Statement body = bareNest();
  std::vector<isl::pw_aff> segment = segmentOf(counters);
  Action action;
  action.kind = kind;
  action.callee = kind == Action::Kind::Count ? "count" : "append";
  action.record = recordOf(counters);
  Expr counter = offsetAt(body.space(), segment, ahead);
  action.operands = {counter};
  // Instances append in turn unless nobody asked for an order.
  bool inTurn = kind == Action::Kind::Append && keepsOrder();
  std::string operation = inTurn                        ? ""
                          : kind == Action::Kind::Count ? "+="
                                                        : "in";
  action.accesses = {Access::update(offset, counter.subscripts, operation)};
  if (set.distinct) {
    action.lines = std::move(work);
  } else {
    std::vector<isl::pw_aff> keys = segmentOf(set.keys);
    action.operands.push_back(Expr::access(stamps, keys, indexType));
    action.operands.push_back(offsetAt(body.space(), segment, 1));
    action.accesses.push_back(Access::update(stamps, keys, "in"));
    body.sharing[stamps].owner = segment;
    // The two passes have stamps of their own: nothing to clear in between.
    std::string stamp = kind == Action::Kind::Count ? "{p2}" : "-({p2})";
    action.lines = {"if ({x1} != " + stamp + ") {", "  {x1} = " + stamp + ";"};
    for (const std::string &line : work)
      action.lines.push_back("  " + line);
    action.lines.push_back("}");
  }
  body.action = std::move(action);
  return body;
}

/// Appends the keys to the index arrays, in the segment.
Statement CompactionStep::appending() const {
  if (indexOf.empty())
    return recording(Action::Kind::Append, 1, {"{x0}++;"});
  std::vector<std::string> work;
  std::vector<isl::pw_aff> values;
  const bool isOne = indexOf.size() == 1;
  if (!isOne)
    work.push_back("const " + indexType.spelling + " {l0} = {x0}++;");
  for (const auto &entry : indexOf) {
    work.push_back(entry.second + (isOne ? "[{x0}++]" : "[{l0}]") + " = {" +
                   std::to_string(values.size()) + "};");
    values.push_back(set.nest.iterator(entry.first));
  }
  if (set.distinct && !isOne) {
    work.insert(work.begin(), "{");
    work.push_back("}");
  }
  Statement body = recording(Action::Kind::Append, 1, std::move(work));
  body.action->values = std::move(values);
  body.action->locals = {"at"};
  for (const auto &entry : indexOf) {
    Access place{entry.second, {}, /*isWrite=*/true};
    place.isWhole = true;
    place.reduction = body.action->accesses.front().reduction;
    body.action->accesses.push_back(std::move(place));
    body.sharing[entry.second].segment = segmentOf(counters);
  }
  return body;
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
  seen.initial = "0";
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
  addVisit(recording(Action::Kind::Count, 2, {"{x0}++;"}), visit, "count",
           parallel);
  std::string suffix = indexType.bytes > 4 ? "long" : "int";
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  std::vector<isl::pw_aff> last;
  for (unsigned dim : counters) {
    auto [low, high] = bounds(dim);
    last.push_back(poly::onSpace(high.sub(low), none));
  }
  addCall("scan",
          {"status = sparsec_inclusive_scan_" + suffix + "(" + offset +
               ", {size:" + offset + "});",
           "if (status != SPARSEC_OK)", "  goto fail;", count + " = {x0};"},
          {}, {offset, count}, {offsetAt(none, last, 2)});
  for (const auto &entry : indexOf)
    allocate(entry.second);
  recorder = addVisit(appending(), visit, "append", parallel);
  if (sortsSegments())
    addCall("sort",
            {"sparsec_sort_segments_" + suffix + "(" + indexOf.begin()->second +
             ", " + offset + ", {size:" + offset + "} - 2);"},
            {offset}, {indexOf.begin()->second});
}

/// Marks the keys, then numbers the marked ones in ascending order.
void CompactionStep::inspectMark() {
  unsigned key = set.keys.front();
  auto [low, high] = bounds(key);
  isl::pw_aff extent = high.sub(low).add_constant(1);
  std::string marks = next.freshName(position + "_marked");
  Array &flags = addArray(marks, ElementType::byte(), Array::Owner::Workspace);
  flags.extents = {extent};
  flags.initial = "0";
  addArray(slot, indexType, Array::Owner::Plan).extents = {extent};
  next.arrays.at(slot).isIndex = true;
  Statement body = bareNest();
  Action mark;
  mark.kind = Action::Kind::Mark;
  mark.callee = "mark";
  mark.record = recordOf({});
  std::vector<isl::pw_aff> place = segmentOf({key});
  mark.operands = {Expr::access(marks, place, ElementType::byte())};
  mark.lines = {"#ifdef _OPENMP", "#pragma omp atomic write", "#endif",
                "{x0} = 1;"};
  mark.accesses = {Access::update(marks, place, "|=")};
  mark.accesses.front().isAtomic = true;
  body.action = std::move(mark);
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  allocate(marks);
  recorder = addVisit(std::move(body), visit, "mark", /*parallel=*/true);

  allocate(slot);
  std::string suffix = indexType.bytes > 4 ? "long" : "int";
  addCall("number",
          {count + " = sparsec_number_marked_" + suffix + "(" + marks +
           ", {size:" + marks + "}, " + slot + ");"},
          {marks}, {slot, count});
  if (!indexOf.count(key))
    return;
  allocate(indexOf.at(key));
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  addCall("collect",
          {"sparsec_collect_marked_" + suffix + "(" + marks +
           ", {size:" + marks + "}, {x0}, " + indexOf.at(key) + ");"},
          {marks}, {indexOf.at(key)},
          {Expr::affine(poly::onSpace(low, none), indexType)});
}

} // namespace sparsec
