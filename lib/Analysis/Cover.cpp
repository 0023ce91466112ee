//===- Cover.cpp - statements that visit what others visit ----------------===//

#include "Cover.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::optional<Visits> visitsOf(const Program &after, const Successor &successor,
                               const std::vector<isl::pw_aff> &old,
                               const std::vector<isl::pw_aff> &now) {
  const bool isMapped = successor.map.has_value();
  Visits result{*successor.now,
                isMapped ? callsWithMap(after, *successor.now, *successor.map,
                                        successor.ofMap())
                         : successor.now->calls,
                {},
                old.size()};
  for (const isl::pw_aff &value : old) {
    for (const auto &entry : successor.old->calls)
      if (poly::involvesParam(value, entry.first))
        return std::nullopt;
    result.values.push_back(isMapped ? value.pullback(*successor.map) : value);
  }
  llvm::append_range(result.values, now);
  return result;
}

/// `{ [values, arguments of the calls of both] }` of all instances.
static isl::set pointsOf(const Visits &visits, const Visits &other) {
  std::vector<isl::pw_aff> values = visits.values;
  for (const auto &[name, call] : visits.calls)
    if (other.calls.count(name))
      llvm::append_range(values, call.arguments);
  const isl::space space = visits.statement.space();
  return visits.statement.instances().apply(
      poly::makeMap(space, "V", values).as_map());
}

bool covers(const Visits &first, const Visits &other) {
  if (first.values.size() != other.values.size() ||
      first.oldValues != other.oldValues)
    return false;
  for (const auto &[name, call] : first.calls) {
    auto same = other.calls.find(name);
    if (same != other.calls.end() &&
        (same->second.function != call.function ||
         same->second.arguments.size() != call.arguments.size()))
      return false;
  }
  return proves(first.statement.domain.ctx(), [&] {
    return pointsOf(other, first).is_subset(pointsOf(first, other));
  });
}

} // namespace sparsec
