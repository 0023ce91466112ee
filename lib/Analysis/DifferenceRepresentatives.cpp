//===- DifferenceRepresentatives.cpp - points that stand for others -------===//
///
/// \file
/// Of points that differ from others only where nobody looks, some are enough
/// (DifferenceBoundSolver::representatives).
///
//===----------------------------------------------------------------------===//

#include "DifferenceMatch.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

isl::set DifferenceBoundSolver::withEqual(const isl::set &points, unsigned dim,
                                          Node other, long offset) const {
  auto found = llvm::find_if(
      nodes, [&](const auto &entry) { return entry.second == other; });
  const std::string &name = found->first;
  isl::pw_aff value = poly::constant(space, 0);
  for (unsigned pos = 0; pos < unsigned(points.tuple_dim()); ++pos)
    if (name == poly::dimensionVariable(pos))
      value = poly::dimension(space, pos);
  if (!name.empty() && name[0] != '#')
    value = poly::parameter(space, name);
  return points.intersect(
      poly::dimension(space, dim).eq_set(value.add_constant(offset)));
}

/// What is known of each part of \p question that may hold a point.
std::vector<DifferenceBoundSolver::State>
DifferenceBoundSolver::statesOf(const Question &question) const {
  std::vector<State> states;
  for (const Part &part : question.parts) {
    Search search{300};
    State state = stateOf(part);
    propagate(state);
    narrow(state, search);
    if (!state.isEmpty())
      states.push_back(std::move(state));
  }
  return states;
}

/// Adds dim = x + c where all parts of \p points imply it.
isl::set DifferenceBoundSolver::withEqualities(isl::set points) {
  std::vector<State> states = statesOf(questionOf(points));
  if (states.empty())
    return points;
  for (unsigned dim = 0; dim < unsigned(points.tuple_dim()); ++dim) {
    Node node = nodes.at(poly::dimensionVariable(dim));
    for (Node other = 0; other < nodes.size(); ++other) {
      if (isSum(other))
        continue;
      auto isAt = [&](const State &state, long offset) {
        State::Range range = state.range({node, 0}, {other, 0});
        return range.least == offset && range.most == offset;
      };
      long offset = states[0].range({node, 0}, {other, 0}).least;
      if (other != node && llvm::all_of(states, [&](const State &state) {
            return isAt(state, offset);
          }))
        points = withEqual(points, dim, other, offset);
    }
  }
  return points;
}

/// Whether \p value is \p on or a call whose argument involves it.
bool DifferenceBoundSolver::dependsOn(Node value, Node on) const {
  if (value == on)
    return true;
  return llvm::any_of(calls,
                      [&](const Call &call) {
                        return call.value == value &&
                               dependsOn(call.argument.node, on);
                      }) ||
         llvm::any_of(others, [&](const OtherCall &call) {
           return call.value == value &&
                  llvm::any_of(call.arguments, [&](const Sum &sum) {
                    return llvm::any_of(sum.terms, [&](const auto &term) {
                      return dependsOn(term.first, on);
                    });
                  });
         });
}

/// \p points with a certain value of \p dim, where each point stays one when
/// \p dim takes that value.
isl::set DifferenceBoundSolver::keepRepresentative(const isl::set &points,
                                                   const CallTable &table,
                                                   unsigned dim) {
  std::vector<State> states = statesOf(questionOf(points));
  std::vector<poly::Differences> parts = poly::differencesOf(points);
  unsigned dims = unsigned(points.tuple_dim());
  Node node = nodes.at(poly::dimensionVariable(dim));
  std::vector<DifferenceMatch> patterns;
  for (const poly::Differences &part : parts) {
    if (!part.isExact)
      continue;
    patterns.emplace_back(*this, table, part, dims);
    for (unsigned other = 0; other < dims; ++other)
      patterns.back().fix(other, {nodes.at(poly::dimensionVariable(other)), 0});
  }
  auto stays = [&](Node value) {
    for (DifferenceMatch &one : patterns)
      one.fix(dim, {value, 0});
    return llvm::all_of(states, [&](const State &state) {
      return state.isActive(value) &&
             llvm::any_of(patterns, [&](const DifferenceMatch &one) {
               return one.isIn(state);
             });
    });
  };
  for (const auto &[name, value] : nodes)
    if (!name.empty() && !isSum(value) && !dependsOn(value, node) &&
        stays(value))
      return withEqual(points, dim, value, 0);
  return points;
}

isl::set
DifferenceBoundSolver::representatives(isl::set points, const CallTable &table,
                                       const std::vector<bool> &fixed) {
  points = withEqualities(std::move(points));
  for (unsigned dim = 0; dim < fixed.size(); ++dim)
    if (!fixed[dim])
      points = keepRepresentative(points, table, dim);
  return points;
}

} // namespace sparsec
