//===- StorageFiller.cpp - values into the new storage --------------------===//

#include "Compaction/StorageFiller.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

Dims StorageFiller::visitWith(const MovedArray &array) const {
  Dims visit = set.visit();
  for (unsigned dim : array.dims)
    if (!llvm::is_contained(visit, dim))
      visit.push_back(dim);
  return visit;
}

StoragePlaces StorageFiller::overPlaces(const std::string &name,
                                        const Dims &dims,
                                        bool inSegment) const {
  StoragePlaces result;
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
    made.iterators.push_back(in.names.position);
  llvm::for_each(dims, addIterator);
  isl::space space = poly::tupleSpace(in.old.context.ctx(), name,
                                      unsigned(made.iterators.size()));
  isl::set domain = isl::set::universe(space), constraints = domain;
  CallTable calls;
  for (const auto &entry : result.place) {
    auto [low, high] = in.bounds(entry.first);
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
      domain = domain.intersect(
          result.point->lt_set(poly::parameter(space, in.names.count)));
  }
  // The loops around segments keep what the guard says of them alone.
  Statement nest = in.bareNest();
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
isl::set StorageFiller::segmentBounds(const StoragePlaces &places,
                                      const isl::space &space,
                                      CallTable &calls) const {
  std::vector<isl::pw_aff> begin;
  for (unsigned dim : set.outerKeys)
    begin.push_back(poly::dimension(space, places.place.at(dim))
                        .sub(poly::onSpace(in.bounds(dim).first, space)));
  std::vector<isl::pw_aff> end = begin;
  end.back() = end.back().add_constant(1);
  const std::string &offset = in.names.offset;
  const std::vector<std::string> &iterators = places.statement.iterators;
  isl::pw_aff low = addCall(calls, {offset, begin}, iterators, space);
  isl::pw_aff high = addCall(calls, {offset, end}, iterators, space);
  return low.le_set(*places.point).intersect(places.point->lt_set(high));
}

Statement StorageFiller::clearing(const MovedArray &array,
                                  bool inSegment) const {
  StoragePlaces places =
      overPlaces(next.freshName("clear_" + array.to), array.dims, inSegment);
  Statement &made = places.statement;
  made.assignment =
      Assignment{Expr::access(array.to,
                              storage.subscripts(array, made.space(),
                                                 places.place, places.point),
                              array.type),
                 Update::Set, Expr::constant(array.padding, array.type)};
  if (inSegment)
    made.sharing[array.to].segment = segmentIn(made, places.place);
  return made;
}

void StorageFiller::clearAll(const MovedArray &array) const {
  Statement clear = clearing(array, false);
  bool isLoop = !clear.iterators.empty();
  builder.add(std::move(clear), isLoop, array.role());
}

Statement StorageFiller::filling(const MovedArray &array,
                                 std::optional<isl::pw_aff> point,
                                 const CallTable &calls) const {
  Statement fill = in.bareNest();
  fill.calls.insert(calls.begin(), calls.end());
  fill.assignment =
      Assignment{Expr::access(array.to,
                              storage.subscripts(array, set.nest.space(),
                                                 in.ownPlaces(), point),
                              array.type),
                 storage.fillOperator(array), storage.broughtValue(array)};
  return projectNest(std::move(fill), next.freshName("fill_" + array.to),
                     visitWith(array));
}

void StorageFiller::gather(const MovedArray &array,
                           const Statement &made) const {
  if (!array.dims.empty())
    clearAll(array);
  builder.add(made, /*parallel=*/true, array.role());
}

} // namespace sparsec
