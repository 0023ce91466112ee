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
    if (role == Phase::Role::Inspect &&
        next.statement(name).action.has_value() &&
        !next.statement(name).action->values.empty())
      inspectors.push_back(name);
  phases.push_back({role, std::move(tree)});
}

/// One call outside all loops; \p operands are over `{ call[] }`.
void CompactionStep::addCall(const std::string &callee,
                             std::vector<std::string> lines,
                             std::vector<std::string> reads,
                             std::vector<std::string> writes,
                             std::vector<Expr> operands) {
  Statement call;
  call.name = next.freshName(callee + "_" + position);
  isl::space space = poly::tupleSpace(old.context.ctx(), call.name, 0);
  call.domain = call.constraints = isl::set::universe(space);
  Action action;
  action.kind = Action::Kind::RuntimeCall;
  action.callee = callee;
  action.lines = std::move(lines);
  action.reads = std::move(reads);
  action.writes = std::move(writes);
  isl::pw_multi_aff rename = poly::makeMap(space, "call", {});
  for (const Expr &operand : operands)
    action.operands.push_back(operand.mapAffine(
        [&](const isl::pw_aff &value) { return value.pullback(rename); }));
  call.action = std::move(action);
  std::string name = call.name;
  next.statements.insert_or_assign(name, std::move(call));
  phases.push_back({Phase::Role::Inspect, ScheduleTree::leaf(name)});
}

/// Zeroed memory for \p array, whose extents are known by then.
void CompactionStep::allocate(const std::string &array) {
  addCall("allocate", {}, {}, {array});
}

Array &CompactionStep::addArray(const std::string &name, ElementType type,
                                Array::Owner owner) {
  Array array;
  array.name = name;
  array.type = type;
  array.owner = owner;
  return next.arrays.insert_or_assign(name, array).first->second;
}

Statement CompactionStep::visiting(const std::string &name, const Dims &dims,
                                   std::optional<Assignment> assignment,
                                   std::optional<Action> action,
                                   CallTable extra) const {
  Statement nest = set.nest;
  nest.assignment = std::move(assignment);
  nest.action = std::move(action);
  Dims others;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  nest.constraints = poly::eliminateDims(nest.instances(), others);
  nest.domain = poly::eliminateDims(nest.domain, others);
  nest.calls.merge(extra);

  isl::space space =
      poly::tupleSpace(old.context.ctx(), name, unsigned(dims.size()));
  std::vector<isl::pw_aff> values(nest.iterators.size(),
                                  poly::constant(space, 0));
  std::vector<std::string> iterators;
  for (unsigned dim : dims) {
    values[dim] = poly::dimension(space, unsigned(iterators.size()));
    iterators.push_back(set.name(dim));
  }
  isl::set whole = isl::set::universe(space);
  return pullBack(nest, name, iterators, poly::makeMap(space, "R", values), {},
                  whole, whole);
}

ScheduleTree CompactionStep::loopsOver(const Statement &statement,
                                       const Dims &dims,
                                       ScheduleTree body) const {
  for (size_t pos = dims.size(); pos-- > 0;)
    body = ScheduleTree::loop(
        statement.iterators[pos],
        {{statement.name, statement.iterator(unsigned(pos))}}, std::move(body));
  return body;
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
    Array &index = addArray(entry.second, indexType, Array::Owner::Plan);
    index.isIndex = true;
    index.extents = {total};
  }
  if (lookup != Lookup::Identity && lookup != Lookup::Mark) {
    Array &segments = addArray(offset, indexType, Array::Owner::Plan);
    segments.isIndex = true;
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
  case Lookup::Identity:
    return inspectIdentity();
  case Lookup::Stamp:
    return inspectStamp();
  case Lookup::Mark:
    return inspectMark();
  case Lookup::Group:
    return inspectGroup();
  }
}

/// `row_index[j] = r` for r, for j in index[r]..index[r + 1].
void CompactionStep::inspectIdentity() {
  unsigned row = set.free[0];
  isl::space params = poly::tupleSpace(old.context.ctx(), "call", 0);
  // count = index[rows]: the first free loop's end point.
  std::string function;
  for (const auto &entry : set.nest.calls)
    if (poly::involvesParam(set.nest.constraints, entry.first))
      function = entry.second.function;
  isl::pw_aff rows = poly::onSpace(bounds(row).second.add_constant(1), params);
  addCall("count", {count + " = {x0};"}, {function}, {count},
          {Expr::access(function, {rows}, indexType)});
  if (!indexOf.count(row))
    return;
  allocate(indexOf.at(row));
  Assignment body{
      Expr::access(indexOf.at(row), {source.iterator(set.free[1])}, indexType),
      "=", Expr::affine(source.iterator(row), indexType)};
  std::string name = next.freshName("fill_" + indexOf.at(row));
  Statement fill = visiting(name, set.free, body, std::nullopt, {});
  ScheduleTree tree = loopsOver(fill, set.free, ScheduleTree::leaf(name));
  tree.marks.parallel = true;
  next.statements.insert_or_assign(name, fill);
  inspectors.push_back(name);
  addPhase(Phase::Role::Inspect, std::move(tree));
}

/// Count per segment, scan, append; twice over the index arrays.
void CompactionStep::inspectStamp() {
  isl::space space = set.nest.space();
  std::vector<isl::pw_aff> segment = segmentOf(counters);
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  std::string seen = next.freshName(position + "_seen");
  std::vector<isl::pw_aff> keys;
  if (!set.distinct) {
    Array &stamps = addArray(seen, indexType, Array::Owner::Workspace);
    stamps.perThread = true;
    stamps.initial = "0";
    for (unsigned dim : set.keys) {
      auto [low, high] = bounds(dim);
      stamps.extents.push_back(high.sub(low).add_constant(1));
    }
    keys = segmentOf(set.keys);
  }
  // {x0} counter, {x1} stamp, {p2} segment number
  auto action = [&](Action::Kind kind, long ahead) {
    Action result;
    result.kind = kind;
    result.callee = kind == Action::Kind::Count ? "count" : "append";
    result.operands = {offsetAt(space, segment, ahead)};
    result.writes = {offset};
    if (set.distinct)
      return result;
    result.operands.push_back(Expr::access(seen, keys, indexType));
    result.operands.push_back(offsetAt(space, segment, 1));
    // The two passes have stamps of their own: nothing to clear in between.
    std::string stamp = kind == Action::Kind::Count ? "{p2}" : "-({p2})";
    result.lines = {"if ({x1} != " + stamp + ") {", "  {x1} = " + stamp + ";"};
    result.reads = result.writes = {offset, seen};
    return result;
  };
  auto emit = [&](Action body, std::vector<std::string> work) {
    std::string indent = set.distinct ? "" : "  ";
    for (const std::string &line : work)
      body.lines.push_back(indent + line);
    if (!set.distinct)
      body.lines.push_back("}");
    std::string name = next.freshName(body.callee + "_" + position);
    Statement statement = visiting(name, visit, std::nullopt, body, {});
    next.statements.insert_or_assign(name, statement);
    ScheduleTree tree = loopsOver(statement, visit, ScheduleTree::leaf(name));
    tree.marks.parallel = visit.front() == counters.front();
    addPhase(Phase::Role::Inspect, std::move(tree));
  };

  allocate(offset);
  emit(action(Action::Kind::Count, 2), {"{x0}++;"});
  std::string suffix = indexType.bytes > 4 ? "long" : "int";
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  std::vector<isl::pw_aff> last;
  for (unsigned dim : counters) {
    auto [low, high] = bounds(dim);
    last.push_back(poly::onSpace(high.sub(low), none));
  }
  addCall("scan",
          {"if ((status = sparsec_inclusive_scan_" + suffix + "(" + offset +
               ", {size:" + offset + "})) != SPARSEC_OK)",
           "  goto fail;", count + " = {x0};"},
          {offset}, {offset, count}, {offsetAt(none, last, 2)});
  for (const auto &entry : indexOf)
    allocate(entry.second);
  Action append = action(Action::Kind::Append, 1);
  std::vector<std::string> work = {"const " + indexType.spelling +
                                   " at = {x0}++;"};
  for (const auto &entry : indexOf) {
    work.push_back(entry.second + "[at] = {" +
                   std::to_string(append.values.size()) + "};");
    append.values.push_back(set.nest.iterator(entry.first));
    append.writes.push_back(entry.second);
  }
  if (indexOf.empty())
    work = {"{x0}++;"};
  bool braces = set.distinct && !indexOf.empty();
  if (braces) {
    work.insert(work.begin(), "{");
    work.push_back("}");
  }
  emit(std::move(append), work);
  if (request.order == "ascending" && indexOf.size() == 1)
    addCall("sort",
            {"sparsec_sort_segments_" + suffix + "(" + indexOf.begin()->second +
             ", " + offset + ", {size:" + offset + "} - 2);"},
            {offset, indexOf.begin()->second}, {indexOf.begin()->second});
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
  Action mark;
  mark.kind = Action::Kind::Mark;
  mark.callee = "mark";
  mark.operands = {Expr::access(marks, segmentOf({key}), ElementType::byte())};
  mark.lines = {"#ifdef _OPENMP", "#pragma omp atomic write", "#endif",
                "{x0} = 1;"};
  mark.writes = {marks};
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  allocate(marks);
  std::string name = next.freshName("mark_" + position);
  Statement statement = visiting(name, visit, std::nullopt, mark, {});
  ScheduleTree tree = loopsOver(statement, visit, ScheduleTree::leaf(name));
  tree.marks.parallel = true;
  next.statements.insert_or_assign(name, statement);
  addPhase(Phase::Role::Inspect, std::move(tree));

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
