//===- CompactionInput.cpp - what a compaction starts from ----------------===//

#include "Compaction/CompactionInput.h"

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/CallSafety.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;
using Bounds = CompactionInput::Bounds;

CompactionNames::CompactionNames(const Program &program,
                                 const CompactionRequest &request,
                                 const CompactedDomain &set)
    : position(request.newLoop.empty() ? request.loops.front()
                                       : request.newLoop),
      executor(program.freshName(request.statement + "x")),
      offset(program.freshName(position + "_offset")),
      count(program.freshName(position + "_count")),
      slot(program.freshName(position + "_slot")),
      present(program.freshName(position + "_present")),
      stamps(program.freshName(position + "_seen")) {
  for (unsigned dim : set.keys)
    indices[dim] = program.freshName(set.name(dim) + "_index");
}

/// Lists hold as many bits as the index arrays that they are made from.
static ElementType indexTypeOf(const Program &program,
                               const CompactedDomain &set) {
  for (const auto &entry : set.nest.calls)
    if (program.arrays.at(entry.second.function).type.bytes > 4)
      return ElementType::int64();
  return ElementType::int32();
}

CompactionInput::CompactionInput(const Program &program,
                                 CompactionRequest asked,
                                 CompactedDomain domain)
    : old(program), request(std::move(asked)), set(std::move(domain)),
      names(program, request, set), indexType(indexTypeOf(program, set)) {}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

std::optional<Bounds> CompactionInput::parameterBounds(unsigned dim) const {
  return poly::parameterBounds(set.nest.domain.intersect_params(old.context),
                               dim);
}

std::optional<Bounds> CompactionInput::factBounds(unsigned dim) const {
  auto [found, isNew] = knownBounds.try_emplace(dim);
  if (isNew)
    found->second = findFactBounds(dim);
  return found->second;
}

std::optional<Bounds> CompactionInput::findFactBounds(unsigned dim) const {
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

Bounds CompactionInput::bounds(unsigned dim) const {
  auto found = factBounds(dim);
  assert(found && "checked when the dimension was chosen");
  // Blocks have their full constant size even where the matrix is smaller.
  constexpr long mostConstant = 4096;
  auto [low, high] = *found;
  // All values of loops that stay are there, and no place is for others.
  if (set.full)
    return orEmpty(old, {low, high});
  isl::val least = poly::leastValue(low), most = poly::greatestValue(high);
  if (least.is_int() && !poly::constantValue(low))
    low = poly::constant(parameters(), least.num_si());
  if (most.is_int() && most.num_si() <= mostConstant &&
      !poly::constantValue(high))
    high = poly::constant(parameters(), most.num_si());
  return orEmpty(old, {low, high});
}

isl::pw_aff CompactionInput::extent(unsigned dim) const {
  auto [low, high] = bounds(dim);
  return high.sub(low).add_constant(1);
}

std::vector<isl::pw_aff> CompactionInput::extents(const Dims &dims) const {
  std::vector<isl::pw_aff> result;
  for (unsigned dim : dims)
    result.push_back(extent(dim));
  return result;
}

bool isDense(const isl::set &box, unsigned dim, const Bounds &bounds) {
  isl::pw_aff value = poly::dimension(box.space(), dim);
  isl::set between =
      value.ge_set(poly::onSpace(bounds.first, box.space()))
          .intersect(value.le_set(poly::onSpace(bounds.second, box.space())))
          .intersect_params(box.params());
  return between.is_subset(box);
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

Statement CompactionInput::bareNest() const {
  Statement nest = set.nest;
  nest.assignment.reset();
  nest.action.reset();
  nest.sharing.clear();
  return nest;
}

std::vector<isl::pw_aff>
CompactionInput::numbersIn(const Statement &made, const Dims &dims,
                           const std::map<unsigned, unsigned> &place) const {
  std::vector<isl::pw_aff> result;
  for (unsigned dim : dims)
    result.push_back(made.iterator(place.at(dim))
                         .sub(poly::onSpace(bounds(dim).first, made.space())));
  return result;
}

std::vector<isl::pw_aff> CompactionInput::numbersOf(const Dims &dims) const {
  return numbersIn(set.nest, dims, ownPlaces());
}

std::vector<isl::pw_aff> CompactionInput::recordOf(const Dims &segments) const {
  std::vector<isl::pw_aff> record;
  for (const Dims *dims : {&segments, &set.keys})
    for (unsigned dim : *dims)
      record.push_back(set.nest.iterator(dim));
  return record;
}

std::map<unsigned, unsigned> CompactionInput::ownPlaces() const {
  std::map<unsigned, unsigned> place;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    place[dim] = dim;
  return place;
}

} // namespace sparsec
