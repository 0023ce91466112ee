//===- CompactionBounds.cpp - what bounds a dimension of a list -----------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/IR/CallSafety.h"

namespace sparsec {

std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
CompactionStep::factBounds(unsigned dim) const {
  auto [found, isNew] = knownBounds.try_emplace(dim);
  if (isNew)
    found->second = findFactBounds(dim);
  return found->second;
}

std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
CompactionStep::findFactBounds(unsigned dim) const {
  if (auto bounds = parameterBounds(dim))
    return bounds;
  isl::set known =
      set.nest.instances()
          .intersect_params(old.callContext(set.nest))
          .intersect_params(
              CallSafety(old, {&set.nest}).rangesOf(set.nest.calls));
  for (const auto &entry : set.nest.calls)
    if (!old.calls.count(entry.first) &&
        poly::involvesParam(known, entry.first))
      known = known.project_out_param(poly::makeId(known.ctx(), entry.first));
  return poly::parameterBounds(known, dim);
}

std::pair<isl::pw_aff, isl::pw_aff> CompactionStep::bounds(unsigned dim) const {
  auto found = factBounds(dim);
  assert(found && "checked when the dimension was chosen");
  // Blocks have their full constant size even where the matrix is smaller.
  constexpr long mostConstant = 4096;
  auto [low, high] = *found;
  isl::val least = poly::leastValue(low), most = poly::greatestValue(high);
  isl::space params = isl::space::unit(old.context.ctx());
  if (least.is_int() && !poly::constantValue(low))
    low = poly::constant(params, least.num_si());
  if (most.is_int() && most.num_si() <= mostConstant &&
      !poly::constantValue(high))
    high = poly::constant(params, most.num_si());
  return orEmpty(old, {low, high});
}

} // namespace sparsec
