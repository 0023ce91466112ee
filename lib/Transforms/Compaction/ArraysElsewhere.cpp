//===- ArraysElsewhere.cpp - what only some statements read ---------------===//
///
/// \file
/// Statements of the compacted loops share the arrays that move, though some of
/// them read only some of these: the computation of a local reads what its user
/// does not. Every statement has to know where each array is read, since any
/// of them may be the one whose instances fill the storage:
///
///     for K                        // arrays: a, b
///       d = x[i] - x[b[j]]         // knows of a[j] from the next one
///       y[i] += a[j] * d           // knows of b[j] from the one before
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactedDomain.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Values = std::vector<isl::pw_aff>;

std::vector<Values> placesOf(const Statement &nest, const std::string &array) {
  std::vector<Values> found;
  for (const Access &access : nest.accesses())
    if (access.array == array)
      found.push_back(access.subscripts);
  for (const auto &entry : nest.calls)
    if (entry.second.function == array)
      found.push_back(entry.second.arguments);
  return found;
}

namespace {

/// Takes places from the nest of one statement to that of another.
class PlaceCarrier {
public:
  PlaceCarrier(const ScheduleTree &tree, const Compacted &reader,
               const Compacted &other)
      : from(reader.set.nest), to(other.set.nest) {
    for (const ScheduleTree *loop : tree.loopsAround(reader.request.statement))
      if (loop->contains(other.request.statement))
        common.push_back(unsigned(common.size()));
    Values values;
    for (unsigned dim = 0; dim < from.iterators.size(); ++dim)
      values.push_back(dim < common.size() ? to.iterator(dim)
                                           : poly::constant(to.space(), 0));
    map = poly::makeMap(to.space(), "R", values);
  }

  /// \p places of the reader for the other, whose table gets their calls in
  /// \p calls; nothing where they depend on loops that it is not in.
  std::optional<Values> carry(const Values &places, CallTable &calls) const {
    Values result;
    for (const isl::pw_aff &place : places) {
      for (unsigned dim = unsigned(common.size()); dim < from.iterators.size();
           ++dim)
        if (involvesLoop(from, place, dim))
          return std::nullopt;
      for (const auto &[name, call] : from.calls)
        if (poly::involvesParam(place, name) && !addCalls(name, call, calls))
          return std::nullopt;
      result.push_back(place.pullback(map));
    }
    return result;
  }

  const CompactedDomain::Dims &shared() const { return common; }

private:
  /// Those in its arguments, too. A call has the same name in both nests, as
  /// their common loops have.
  bool addCalls(const std::string &name, const UninterpretedCall &call,
                CallTable &calls) const {
    for (const std::string &inner : nestedCalls(call, from.calls))
      if (!addCalls(inner, from.calls.at(inner), calls))
        return false;
    UninterpretedCall carried = call;
    for (isl::pw_aff &argument : carried.arguments)
      argument = argument.pullback(map);
    calls.emplace(name, carried);
    return callName(carried, to.iterators) == name;
  }

  const Statement &from, &to;
  CompactedDomain::Dims common; ///< loops around both
  isl::pw_multi_aff map;        ///< `{ to -> from }`
};

/// Whether the instances of \p leader tell that those of \p reader run, what
/// parameters decide included, so far as facts do not (`m > 0` of 0 <= col(j) <
/// m): who fills the storage reads what is there.
bool runsWherever(const Program &program, const Compacted &leader,
                  const Compacted &reader,
                  const CompactedDomain::Dims &common) {
  auto visited = [&](const CompactedDomain &set) {
    CompactedDomain::Dims shared;
    for (unsigned dim : set.inner)
      if (llvm::is_contained(common, dim))
        shared.push_back(dim);
    return visitOf(program, set, shared).range();
  };
  isl::set known = program.callContext(reader.set.nest);
  for (const auto &entry : reader.set.nest.calls)
    known = poly::dropParam(known, entry.first);
  return visited(leader.set)
      .intersect_params(known)
      .is_subset(visited(reader.set));
}

/// Where \p one, which does not read \p array, learns of its places.
llvm::Error findPlaces(const Program &program,
                       const std::vector<Compacted> &all, const Compacted &one,
                       const std::string &array, CompactedDomain &result) {
  const std::string &loop = one.request.loops.front();
  const ScheduleTree &tree = program.phaseOf(one.request.statement)->tree;
  std::string readers;
  for (const Compacted &reader : all) {
    const std::vector<Values> places = placesOf(reader.set.nest, array);
    if (places.empty())
      continue;
    const PlaceCarrier carrier(tree, reader, one);
    std::optional<Values> carried =
        carrier.carry(places.front(), result.nest.calls);
    if (carried && (&one != &all.front() ||
                    runsWherever(program, one, reader, carrier.shared()))) {
      result.elsewhere.emplace(array, std::move(*carried));
      return llvm::Error::success();
    }
    readers += (readers.empty() ? "'" : ", '") + reader.request.statement + "'";
  }
  if (readers.empty())
    return all.size() == 1 ? refuse("'" + one.request.statement +
                                    "' does not read '" + array + "'")
                           : refuse("no statement of loop '" + loop +
                                    "' reads '" + array + "'");
  return refuse("'" + array + "' is read by " + readers +
                " only, not for all that '" + one.request.statement +
                "' of loop '" + loop +
                "' visits, or in loops inside; distribute the loop first");
}

} // namespace

llvm::Error shareArrays(const Program &program, std::vector<Compacted> &all) {
  std::vector<CompactedDomain> domains;
  for (const Compacted &one : all) {
    domains.push_back(one.set);
    for (const std::string &array : one.request.arrays)
      if (placesOf(one.set.nest, array).empty())
        if (llvm::Error error =
                findPlaces(program, all, one, array, domains.back()))
          return error;
  }
  for (size_t at = 0; at < all.size(); ++at)
    all[at].set = std::move(domains[at]);
  return llvm::Error::success();
}

} // namespace sparsec
