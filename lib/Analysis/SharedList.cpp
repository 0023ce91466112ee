//===- SharedList.cpp - two instances of one list -------------------------===//
///
/// \file
/// Position and listed values say each other. As conditions of all pairs these
/// would be unions of many sets, so that they are used where one side is known.
///
//===----------------------------------------------------------------------===//

#include "StepCheck.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// The values of the loops around \p view down to the one over its position in
/// a list, which say which entry of the list it is.
static std::vector<isl::pw_aff> entryOf(const View &view, unsigned position) {
  const isl::pw_aff place = view.statement.iterator(position);
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *loop : view.tree.loopsAround(view.statement.name)) {
    const isl::pw_aff &value = loop->values.at(view.statement.name);
    values.push_back(value);
    if (value.plain_is_equal(place))
      return values;
  }
  return {};
}

std::optional<SharedList>
sharedList(const InstancePair &pair, const Successor &source,
           const View &oldSource, const Successor &sink, const View &oldSink) {
  const Enumeration *list = source.listed, *other = sink.listed;
  const bool isOne =
      list && other && list->position && other->position &&
      list->touched.size() == other->touched.size() &&
      (source.now == sink.now ||
       (!list->inspector.empty() && list->inspector == other->inspector));
  if (!isOne)
    return std::nullopt;
  auto equal = [](const View &a, const isl::pw_aff &valueA, const View &b,
                  const isl::pw_aff &valueB) {
    return a.import.value(valueA).eq_set(b.import.value(valueB));
  };
  SharedList result;
  const isl::set all = isl::set::universe(pair.facts.space());
  for (const auto &[value, otherValue] :
       llvm::zip_equal(list->touched, other->touched)) {
    const isl::set same = equal(oldSource, value, oldSink, otherValue);
    result.values.push_back({same, all.subtract(same)});
  }
  result.equalPlaces = equal(pair.first, source.now->iterator(*list->position),
                             pair.second, sink.now->iterator(*other->position));
  const auto entry = entryOf(pair.first, *list->position),
             otherEntry = entryOf(pair.second, *other->position);
  if (entry.empty() || entry.size() != otherEntry.size())
    return result;
  isl::set isEntry = all;
  for (const auto &[a, b] : llvm::zip_equal(entry, otherEntry))
    isEntry = poly::meet(isEntry, equal(pair.first, a, pair.second, b));
  result.equalEntries = isEntry;
  return result;
}

isl::set SharedList::equalValues() const {
  isl::set equal = isl::set::universe(equalPlaces.space());
  for (const Value &value : values)
    equal = poly::meet(equal, value.equal);
  return equal;
}

isl::set SharedList::within(const isl::set &points) const {
  if (equalEntries && points.is_subset(*equalEntries))
    return poly::meet(points, equalValues());
  return points.is_subset(equalValues()) ? poly::meet(points, equalPlaces)
                                         : points;
}

isl::set SharedList::within(const isl::set &points, const isl::set &instances,
                            const UninterpretedFunctionSolver &facts) const {
  const isl::set plainly = within(points);
  if (!plainly.is_equal(points))
    return plainly;
  const isl::set known = poly::meet(points, instances);
  const bool isEqual = llvm::all_of(values, [&](const Value &value) {
    return points.is_subset(value.equal) ||
           facts.provesEmpty(poly::meet(known, value.different));
  });
  return isEqual ? poly::meet(points, equalPlaces) : points;
}

} // namespace sparsec
