//===- CompactionUpdate.cpp - values into the new storage -----------------===//
///
/// \file
/// The Update phases of a compaction: clear the new arrays (to padding) and
/// fill them from the old ones, by the same nest as the inspector. They run
/// after the Inspect phases and again in `_update`.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

void CompactionStep::makeUpdate() {
  if (moved.empty())
    return;
  for (const MovedArray &array : moved)
    allocate(array.to);
  if (lookup == Lookup::None)
    return updateInPlace();
  if (set.distinct)
    return updateByGather();
  if (lookup == Lookup::Group)
    return updateByInstance();
  if (lookup == Lookup::Mark)
    return updateBySlots();
  updateInSegments();
}

/// Index arrays and flags are structure, which later inspectors may read; only
/// the values of data can change without a new inspection.
Phase::Role CompactionStep::roleOf(const MovedArray &array) const {
  bool isStructure = array.isIndex || array.from.empty();
  return isStructure ? Phase::Role::Inspect : Phase::Role::Update;
}

/// The value that an instance brings to \p array, over the nest.
Expr CompactionStep::broughtValue(const MovedArray &array) const {
  if (array.from.empty())
    return Expr::constant("1", ElementType::byte());
  return Expr::access(array.from, array.subscripts,
                      old.arrays.at(array.from).type);
}

/// "+=" where two instances may meet in one place.
std::string CompactionStep::fillOperator(const MovedArray &array) const {
  bool meet = !set.unique && !set.eliminated.empty() && !array.from.empty();
  return meet ? "+=" : "=";
}

/// Visiting order, then the storage's own dimensions.
Dims CompactionStep::visitWith(const Dims &storage) const {
  Dims visit = set.free;
  llvm::append_range(visit, set.derived);
  for (unsigned dim : storage)
    if (!llvm::is_contained(visit, dim))
      visit.push_back(dim);
  return visit;
}

/// `{ name[O.., p, dims..] }`, in segments, or `{ name[p, dims..] }`; all of
/// dims' box. Without p where K has one value per O.
CompactionStep::Places CompactionStep::overPlaces(const std::string &name,
                                                  const Dims &dims,
                                                  bool inSegment) const {
  Places result;
  Statement &made = result.statement;
  made.name = name;
  Dims outer;
  if (set.single || inSegment)
    outer = inSegment ? set.leading() : set.outerKeys;
  auto addIterator = [&](unsigned dim) {
    result.place[dim] = unsigned(made.iterators.size());
    made.iterators.push_back(set.name(dim));
  };
  llvm::for_each(outer, addIterator);
  if (!set.single)
    made.iterators.push_back(position);
  llvm::for_each(dims, addIterator);
  isl::space space = poly::tupleSpace(old.context.ctx(), name,
                                      unsigned(made.iterators.size()));
  isl::set domain = isl::set::universe(space), constraints = domain;
  CallTable calls;
  for (const auto &entry : result.place) {
    auto [low, high] = bounds(entry.first);
    isl::pw_aff value = poly::dimension(space, entry.second);
    domain = domain.intersect(value.ge_set(poly::onSpace(low, space)))
                 .intersect(value.le_set(poly::onSpace(high, space)));
  }
  if (!set.single) {
    result.point = poly::dimension(space, unsigned(outer.size()));
    domain = domain.intersect(result.point->ge_set(poly::constant(space, 0)));
    if (inSegment)
      constraints = segmentBounds(result, space, calls);
    else
      domain =
          domain.intersect(result.point->lt_set(poly::parameter(space, count)));
  }
  // The loops around segments keep what the guard says of them alone.
  Statement nest = bareNest();
  nest.domain = nest.constraints = isl::set::universe(nest.space());
  if (inSegment)
    nest.constraints = set.around;
  std::vector<isl::pw_aff> values(nest.iterators.size(),
                                  poly::constant(space, 0));
  for (const auto &[dim, pos] : result.place)
    values[dim] = poly::dimension(space, pos);
  made = pullBack(nest, name, made.iterators, poly::makeMap(space, "R", values),
                  calls, domain, constraints);
  return result;
}

/// `offset(O) <= p < offset(O + 1)`, and what the guard says of O.
isl::set CompactionStep::segmentBounds(const Places &places,
                                       const isl::space &space,
                                       CallTable &calls) const {
  std::vector<isl::pw_aff> begin;
  for (unsigned dim : set.outerKeys)
    begin.push_back(poly::dimension(space, places.place.at(dim))
                        .sub(poly::onSpace(bounds(dim).first, space)));
  std::vector<isl::pw_aff> end = begin;
  end.back() = end.back().add_constant(1);
  const std::vector<std::string> &iterators = places.statement.iterators;
  isl::pw_aff low = sparsec::addCall(calls, {offset, begin}, iterators, space);
  isl::pw_aff high = sparsec::addCall(calls, {offset, end}, iterators, space);
  return low.le_set(*places.point).intersect(places.point->lt_set(high));
}

/// Sets every place of \p array to its padding.
Statement CompactionStep::clearing(const MovedArray &array,
                                   bool inSegment) const {
  Places places =
      overPlaces(next.freshName("clear_" + array.to), array.dims, inSegment);
  Statement &made = places.statement;
  ElementType type = next.arrays.at(array.to).type;
  made.assignment =
      Assignment{Expr::access(array.to,
                              storageSubscripts(array, made.space(),
                                                places.place, places.point),
                              type),
                 "=", Expr::constant(array.padding, type)};
  if (inSegment)
    made.sharing[array.to].segment = segmentsIn(made, places.place);
  return made;
}

/// The numbers of the segment that an instance of \p made is in.
std::vector<isl::pw_aff>
CompactionStep::segmentsIn(const Statement &made,
                           const std::map<unsigned, unsigned> &place) const {
  std::vector<isl::pw_aff> result;
  for (unsigned dim : set.outerKeys)
    result.push_back(made.iterator(place.at(dim))
                         .sub(poly::onSpace(bounds(dim).first, made.space())));
  return result;
}

/// Fills the places that \p table lists for the keys of a segment.
Statement CompactionStep::fillingSegment(const MovedArray &array,
                                         const isl::pw_aff &point,
                                         const CallTable &calls,
                                         const std::string &table) const {
  Statement fill = filling(array, point, calls);
  std::map<unsigned, unsigned> place;
  Dims visit = visitWith(array.dims);
  for (unsigned pos = 0; pos < visit.size(); ++pos)
    place[visit[pos]] = pos;
  fill.sharing[table].owner = segmentsIn(fill, place);
  fill.sharing[array.to].segment = segmentsIn(fill, place);
  return fill;
}

/// Its own phase, parallel over the places.
void CompactionStep::clearAll(const MovedArray &array) {
  Statement clear = clearing(array, false);
  std::string name = clear.name;
  ScheduleTree tree = loopsOver(clear, ScheduleTree::leaf(name));
  tree.marks.parallel = tree.isLoop();
  next.statements.insert_or_assign(name, std::move(clear));
  addPhase(roleOf(array), std::move(tree));
}

/// `array[(position or O), dims] = value` over the nest, position as given.
Statement CompactionStep::filling(const MovedArray &array,
                                  std::optional<isl::pw_aff> point,
                                  const CallTable &calls) const {
  std::map<unsigned, unsigned> place;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    place[dim] = dim;
  Statement fill = bareNest();
  fill.calls.insert(calls.begin(), calls.end());
  fill.assignment = Assignment{
      Expr::access(array.to,
                   storageSubscripts(array, set.nest.space(), place, point),
                   next.arrays.at(array.to).type),
      fillOperator(array), broughtValue(array)};
  return projectNest(std::move(fill), next.freshName("fill_" + array.to),
                     visitWith(array.dims));
}

/// Places are (O, dims): no look-up.
void CompactionStep::updateInPlace() {
  for (const MovedArray &array : moved) {
    clearAll(array);
    Statement fill = filling(array, std::nullopt, {});
    ScheduleTree tree = loopsOver(fill, ScheduleTree::leaf(fill.name));
    tree.marks.parallel = tree.isLoop() && !set.outerKeys.empty() &&
                          tree.name == set.name(set.leading().front());
    next.statements.insert_or_assign(fill.name, fill);
    addPhase(roleOf(array), std::move(tree));
  }
}

/// Places are (slot[K], dims), slots made by the inspector.
void CompactionStep::updateBySlots() {
  for (const MovedArray &array : moved) {
    clearAll(array);
    CallTable calls;
    isl::pw_aff point = sparsec::addCall(calls, {slot, segmentOf(set.keys)},
                                         set.nest.iterators, set.nest.space());
    Statement fill = filling(array, point, calls);
    ScheduleTree tree = loopsOver(fill, ScheduleTree::leaf(fill.name));
    // Iterations that have a place of their own may run at once.
    unsigned first = visitWith(array.dims).front();
    tree.marks.parallel = llvm::is_contained(array.dims, first);
    next.statements.insert_or_assign(fill.name, fill);
    addPhase(roleOf(array), std::move(tree));
  }
}

/// Places are (place[K], dims), place refilled in every segment:
///     for O: for p in segment: place[index[p]] = p; clear; fill
void CompactionStep::updateInSegments() {
  for (Phase::Role role : {Phase::Role::Inspect, Phase::Role::Update})
    if (llvm::any_of(moved, [&](const MovedArray &array) {
          return roleOf(array) == role;
        }))
      updateInSegments(role);
}

void CompactionStep::updateInSegments(Phase::Role role) {
  std::string lookupArray = next.freshName(position + "_place");
  Array &table = addArray(lookupArray, indexType, Array::Owner::Workspace);
  table.perThread = true;
  table.isIndex = true;
  for (unsigned dim : set.keys) {
    auto [low, high] = bounds(dim);
    table.extents.push_back(high.sub(low).add_constant(1));
  }
  Places places = overPlaces(next.freshName("place_" + position), {}, true);
  Statement placing = places.statement;
  std::vector<isl::pw_aff> keys;
  for (unsigned dim : set.keys)
    keys.push_back(sparsec::addCall(placing.calls,
                                    {indexOf.at(dim), {*places.point}},
                                    placing.iterators, placing.space())
                       .sub(poly::onSpace(bounds(dim).first, placing.space())));
  placing.assignment = Assignment{Expr::access(lookupArray, keys, indexType),
                                  "=", Expr::affine(*places.point, indexType)};
  placing.sharing[lookupArray].owner = segmentsIn(placing, places.place);
  next.statements.insert_or_assign(placing.name, placing);

  const Dims leading = set.leading();
  unsigned depth = unsigned(leading.size());
  std::vector<ScheduleTree> parts = {
      loopsOver(placing, ScheduleTree::leaf(placing.name), depth)};
  std::vector<std::string> names = {placing.name};
  auto addPart = [&](const Statement &part) {
    parts.push_back(loopsOver(part, ScheduleTree::leaf(part.name), depth));
    names.push_back(part.name);
    next.statements.insert_or_assign(part.name, part);
  };
  CallTable calls;
  isl::pw_aff point =
      sparsec::addCall(calls, {lookupArray, segmentOf(set.keys)},
                       set.nest.iterators, set.nest.space());
  for (const MovedArray &array : moved) {
    if (roleOf(array) != role)
      continue;
    addPart(clearing(array, true));
    addPart(fillingSegment(array, point, calls, lookupArray));
  }
  ScheduleTree tree = ScheduleTree::sequence(std::move(parts));
  for (unsigned pos = depth; pos-- > 0;) {
    std::map<std::string, isl::pw_aff> values;
    for (const std::string &name : names)
      values.emplace(name, next.statement(name).iterator(pos));
    tree = ScheduleTree::loop(set.name(leading[pos]), values, std::move(tree));
  }
  tree.marks.parallel = true;
  addPhase(role, std::move(tree));
}

/// Places are (slot of the instance, dims).
void CompactionStep::updateByInstance() {
  for (const MovedArray &array : moved) {
    clearAll(array);
    fillByInstance(array, broughtValue(array), fillOperator(array));
  }
}

/// One statement per array over the executor's own places:
/// `array[p, dims] = old[subscripts at index(p)]`.
std::vector<Statement> CompactionStep::makeGathers() {
  std::vector<Statement> result;
  for (const MovedArray &array : moved) {
    Dims outer = set.leading(), inner, others;
    for (unsigned dim : array.dims)
      (llvm::is_contained(set.outer, dim) ? outer : inner).push_back(dim);
    llvm::sort(outer);
    for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
      if (!llvm::is_contained(outer, dim) && !llvm::is_contained(inner, dim) &&
          !llvm::is_contained(set.keys, dim))
        others.push_back(dim);
    Statement nest = set.nest;
    nest.assignment =
        Assignment{Expr::access(array.to, {}, next.arrays.at(array.to).type),
                   "=", broughtValue(array)};
    nest.constraints = beyondList(nest);
    for (unsigned dim : others) {
      nest.constraints = withoutLoop(nest.constraints, dim, nest);
      nest.domain = withoutLoop(nest.domain, dim, nest);
    }
    nest.domain = withoutKeyBounds(nest.domain);
    std::string name = "gather_" + array.to;
    Statement made = positioned(nest, name, outer, inner, nullptr);
    std::map<unsigned, unsigned> place;
    for (unsigned dim : outer)
      place[dim] = unsigned(place.size());
    unsigned at = unsigned(place.size());
    for (unsigned dim : inner)
      place[dim] = unsigned(place.size()) + 1;
    made.assignment->target.subscripts = storageSubscripts(
        array, made.space(), place, poly::dimension(made.space(), at));
    made.sharing[array.to].segment = segmentsIn(made, place);
    result.push_back(std::move(made));
  }
  return result;
}

void CompactionStep::updateByGather() {
  for (size_t pos = 0; pos < moved.size(); ++pos) {
    if (!moved[pos].dims.empty())
      clearAll(moved[pos]);
    const Statement &made = gathers[pos];
    ScheduleTree tree = loopsOver(made, ScheduleTree::leaf(made.name));
    tree.marks.parallel = true;
    next.statements.insert_or_assign(made.name, made);
    addPhase(roleOf(moved[pos]), std::move(tree));
  }
}

} // namespace sparsec
