//===- PositionStrategy.cpp - where the list has an instance --------------===//

#include "Compaction/PositionStrategy.h"

#include "Compaction/StorageFiller.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

using Dims = CompactedDomain::Dims;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Whether the inspector can visit one segment after the other: the loops that
/// number them are its outermost ones.
static bool visitsSegments(const CompactedDomain &set) {
  const Dims leading = set.leading();
  return !set.outerKeys.empty() && set.free.size() >= leading.size() &&
         std::is_permutation(leading.begin(), leading.end(), set.free.begin());
}

static llvm::Expected<std::unique_ptr<PositionStrategy>>
chooseUnchecked(const CompactionInput &in) {
  const CompactedDomain &set = in.set;
  if (set.single)
    return singlePositions(in);
  if (auto rows = rowPositions(in))
    return rows;
  if (visitsSegments(set)) {
    auto sorted = sortedPositions(in);
    return sorted ? std::move(sorted) : segmentPositions(in, set.outerKeys);
  }
  if (set.distinct && set.outerKeys.empty() && !set.free.empty())
    return segmentPositions(in, {set.free.front()});
  if (set.outerKeys.empty() && set.keys.size() == 1)
    return markPositions(in);
  return groupPositions(in);
}

llvm::Expected<std::unique_ptr<PositionStrategy>>
choosePositions(const CompactionInput &in) {
  auto strategy = chooseUnchecked(in);
  if (!strategy)
    return strategy.takeError();
  if (llvm::Error error = (*strategy)->check())
    return error;
  return strategy;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

llvm::Error PositionStrategy::check() const {
  if (llvm::Error error = checkOrder())
    return error;
  if (llvm::Error error = checkWidths())
    return error;
  if (llvm::Error error = checkThreads())
    return error;
  return checkBounds();
}

/// Whether the inspector lists the values in the order that is asked for.
llvm::Error PositionStrategy::checkOrder() const {
  if (in.request.order.empty() || set.single)
    return llvm::Error::success();
  bool ascending = in.request.order == "ascending";
  bool sorts = alwaysSorts();
  if (ascending && !sorts) {
    bool inOrder = set.distinct && llvm::none_of(set.keys, [&](unsigned dim) {
                     return set.isDerived(dim);
                   });
    if (!inOrder && !canSort())
      return refuse("order 'ascending' needs one loop, without the list "
                    "positions that come with it here; leave 'order' out, or "
                    "use compact_and_pad");
  }
  if (!ascending && sorts)
    return refuse("this inspector lists the values of '" +
                  set.name(set.keys.front()) +
                  "' in ascending order; leave 'order' out or make it "
                  "'ascending'");
  return llvm::Error::success();
}

/// Whether lists of ints can hold the values.
llvm::Error PositionStrategy::checkWidths() const {
  if (in.indexType.bytes > 4)
    return llvm::Error::success();
  isl::set instances =
      set.nest.instances().intersect_params(old.callContext(set.nest));
  for (unsigned dim : set.keys)
    if (mayExceedInt(instances, dim, typesIn(old, set.nest.calls)))
      return refuse("the values of loop '" + set.name(dim) +
                    "' may not fit in 'int', of which their list is made; "
                    "declare index arrays or sizes of 64 bits, or move the "
                    "loop by less");
  return llvm::Error::success();
}

/// Whether the values that segments, marks and stamps stand for have bounds in
/// the parameters. As many segments as index arrays have elements are fine, but
/// not that many for each row.
llvm::Error PositionStrategy::checkBounds() const {
  Dims numbered = segments;
  llvm::append_range(numbered, set.implied);
  if (numbersKeys())
    llvm::append_range(numbered, set.keys);
  auto isNumbered = [&](unsigned dim) {
    bool byFacts = llvm::is_contained(set.implied, dim) ||
                   (llvm::is_contained(set.outer, dim) && segments.size() == 1);
    return byFacts ? in.factBounds(dim).has_value()
                   : in.parameterBounds(dim).has_value();
  };
  for (unsigned dim : numbered)
    if (!isNumbered(dim))
      return refuse(
          "loop '" + set.name(dim) +
          "' has no bounds in the "
          "parameters, so its " +
          (llvm::is_contained(segments, dim) ? "segments" : "values") +
          " cannot be numbered; compact it "
          "before the step that leaves it bounds such as index[0] "
          "(peel, split)");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// What most strategies have in common
//===----------------------------------------------------------------------===//

isl::pw_aff PositionStrategy::keyAt(unsigned dim, ExecutorFrame &frame) const {
  isl::pw_aff point = poly::dimension(frame.space, frame.at);
  return frame.valueOf({in.names.indices.at(dim), {point}});
}

std::pair<isl::set, isl::set>
PositionStrategy::bounds(const isl::pw_multi_aff &,
                         ExecutorFrame &frame) const {
  const isl::space &space = frame.space;
  isl::pw_aff point = poly::dimension(space, frame.at);
  isl::set domain = point.ge_set(poly::constant(space, 0));
  if (set.outerKeys.empty()) {
    domain =
        domain.intersect(point.lt_set(poly::parameter(space, in.names.count)));
    return {domain, isl::set::universe(space)};
  }
  std::vector<isl::pw_aff> segment;
  for (unsigned dim : set.outerKeys)
    segment.push_back(poly::dimension(space, frame.place.at(dim))
                          .sub(poly::onSpace(in.bounds(dim).first, space)));
  std::vector<isl::pw_aff> end = segment;
  end.back() = end.back().add_constant(1);
  isl::pw_aff low = frame.valueOf({in.names.offset, segment});
  isl::pw_aff high = frame.valueOf({in.names.offset, end});
  return {domain, low.le_set(point).intersect(point.lt_set(high))};
}

/// Half the bytes for values that always fit 16 bits, such as those inside
/// blocks of constant size: the executor reads them once per entry. The
/// runtime's functions that write keys take wider ones only.
ElementType
PositionStrategy::keyType(unsigned dim,
                          const std::map<unsigned, std::string> &) const {
  auto range = in.parameterBounds(dim);
  if (!range)
    return in.indexType;
  isl::val least = poly::leastValue(range->first),
           most = poly::greatestValue(range->second);
  bool fits = least.is_int() && least.is_nonneg() && most.is_int() &&
              most.le(isl::val(old.context.ctx(), 65535));
  return fits ? ElementType{ElementType::Kind::Integer, 2, false,
                            "unsigned short"}
              : in.indexType;
}

void PositionStrategy::fill(const InspectorParts &parts) const {
  for (const MovedArray &array : parts.storage.moved)
    parts.builder.allocate(array.to);
  if (!set.distinct || set.single)
    return fillShared(parts);
  StorageFiller filler(in, parts);
  for (size_t pos = 0; pos < parts.storage.moved.size(); ++pos)
    filler.gather(parts.storage.moved[pos], parts.gathers[pos]);
}

} // namespace sparsec
