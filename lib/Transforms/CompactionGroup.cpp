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

#include "CompactionStep.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = TouchedSet::Dims;

/// How many instances there are, in the parameter \p total.
void CompactionStep::countInstances(const std::string &total,
                                    const Dims &visit) {
  if (number) {
    std::vector<std::string> reads;
    instances->walk([&](const Expr &node) {
      if (node.kind == Expr::Kind::Access)
        reads.push_back(node.text);
    });
    addCall("count", {total + " = {x0};"}, reads, {total}, {*instances});
    return;
  }
  Statement counting = bareNest();
  counting.action.emplace();
  counting.action->kind = Action::Kind::Count;
  counting.action->callee = "count";
  counting.action->lines = {total + "++;"};
  counting.action->accesses = {Access::update(total, {}, "+=")};
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
    addCall("restart", {cursor + " = 0;"}, {}, {cursor});
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
  std::string suffix = indexType.bytes > 4 ? "long" : "int";
  std::string sizes = "{size:" + offset + "} - 1";
  bool sorts = merging() == Merging::Sort;
  isl::space none = poly::tupleSpace(old.context.ctx(), "call", 0);
  std::vector<isl::pw_aff> last;
  for (unsigned dim : counters) {
    auto [low, high] = bounds(dim);
    last.push_back(poly::onSpace(high.sub(low), none));
  }
  std::vector<std::string> reads = {total, slot};
  std::vector<std::string> writes = {offset, slot, count};
  if (sorts)
    (sortsAll ? writes : reads).push_back(key);
  addCall("group",
          {"status = sparsec_group_" + std::string(sorts ? "by_key_" : "") +
               suffix + "(" + total + ", " + slot + (sorts ? ", " + key : "") +
               ", " + sizes + ", " + offset + ");",
           "if (status != SPARSEC_OK)", "  goto fail;", count + " = {x0};"},
          reads, writes, {offsetAt(none, last, 1)});
  for (const auto &[dim, index] : indexOf) {
    allocate(index);
    if (sortsAll) {
      addCall("list",
              {"sparsec_list_keys_" + suffix + "(" + key + ", " + count + ", " +
               index + ");"},
              {key, count}, {index});
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
  Action collect;
  collect.kind = Action::Kind::Collect;
  collect.callee = "collect";
  collect.record = recordOf(counters);
  std::vector<isl::pw_aff> segment = segmentOf(counters);
  collect.operands = {offsetAt(body.space(), segment, 0)};
  // {p0} is a number only: nothing of the offsets is read.
  auto element = [&](const std::string &array) {
    if (!number) {
      collect.accesses.push_back(Access::whole(array, /*isWrite=*/true));
      return array + "[" + total + "]";
    }
    collect.operands.push_back(Expr::access(array, {*number}, indexType));
    collect.accesses.push_back(Access::update(array, {*number}));
    return "{x" + std::to_string(collect.operands.size() - 1) + "}";
  };
  const std::string at = element(slot);
  if (merging() == Merging::Stamps) {
    addStamps(counters);
    const std::string seen =
        "{x" + std::to_string(collect.operands.size()) + "}";
    collect.operands.push_back(Expr::access(stamps, segment, indexType));
    collect.accesses.push_back(Access::update(stamps, segment, "in"));
    collect.values = {segmentOf({set.keys.back()}).front().add_constant(1)};
    body.sharing[stamps].owner = segmentOf({set.keys.back()});
    collect.lines = {at + " = " + seen + " == {0} ? -1 - ({p0}) : {p0};",
                     seen + " = {0};"};
  } else {
    collect.lines = {at + " = {p0};"};
  }
  if (merging() == Merging::Sort) {
    collect.values = {set.nest.iterator(set.keys.back())};
    collect.lines.push_back(element(key) + " = {0};");
  }
  if (!number) {
    collect.lines.push_back(total + "++;");
    collect.accesses.push_back(Access::update(total, {}));
  }
  body.action = std::move(collect);
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
    body.action = scattering(array, value, op);
  }
  Statement fill = projectNest(std::move(body), name, visit);
  ScheduleTree tree = loopsOver(fill, ScheduleTree::leaf(name));
  tree.marks.parallel = fillsInParallel();
  next.statements.insert_or_assign(name, std::move(fill));
  addPhase(roleOf(array), std::move(tree));
}

/// \p body, which stores 1 for several instances, on threads.
Statement CompactionStep::marking(Statement body) {
  Action mark;
  mark.kind = Action::Kind::Mark;
  mark.callee = "mark";
  mark.operands = {body.assignment->target};
  mark.lines = {"{x0} = 1;"};
  mark.accesses = {Access::update(body.assignment->target.text,
                                  body.assignment->target.subscripts, "|=")};
  mark.accesses.front().isAtomic = true;
  body.assignment.reset();
  body.action = std::move(mark);
  return body;
}

/// The body of a fill that counts instances in the order of the inspector, and
/// the phase that restarts the count.
Action CompactionStep::scattering(const MovedArray &array, const Expr &value,
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
  // {x0}: the element of place 0; places are {block} elements apart.
  isl::pw_aff zero = poly::constant(set.nest.space(), 0);
  Action scatter;
  scatter.kind = Action::Kind::Scatter;
  scatter.callee = "scatter";
  scatter.operands = {
      Expr::access(array.to,
                   storageSubscripts(array, set.nest.space(), place, zero),
                   next.arrays.at(array.to).type),
      value};
  scatter.lines = {"(&{x0})[(size_t)" + slot + "[" + cursor +
                   "++] * {block:" + array.to + "}] " + op + " {x1};"};
  scatter.accesses = {Access::update(cursor, {}),
                      Access::whole(slot, /*isWrite=*/false),
                      Access::whole(array.to, /*isWrite=*/true)};
  if (sortsAll && (array.from.empty() || op != "=")) {
    scatter.accesses.back().reduction = array.from.empty() ? "|=" : op;
    scatter.accesses.back().isAtomic = true;
  }
  if (!array.from.empty())
    scatter.accesses.push_back(Access::read(array.from, array.subscripts));
  return scatter;
}

} // namespace sparsec
