//===- LoopCoordinates.cpp - loops as a statement's iterators -------------===//

#include "Support/LoopCoordinates.h"

#include "Support/OuterView.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <optional>

namespace sparsec {
namespace {

using Loops = std::vector<const ScheduleTree *>;

bool hasPrivateScalar(const Program &program, const Statement &statement,
                      const std::string &except) {
  for (const Access &access : statement.accesses())
    if (access.array != except && program.arrays.count(access.array) &&
        program.arrays.at(access.array).privateDepth > 0)
      return true;
  return false;
}

/// Whether the first \p depth iterators are the values of the outer loops.
bool isInOrder(const Statement &statement, const Loops &loops, unsigned depth) {
  if (statement.iterators.size() < depth)
    return false;
  for (unsigned pos = 0; pos < depth; ++pos)
    if (!poly::equalOn(loops[pos]->values.at(statement.name),
                       statement.iterator(pos), statement.instances()))
      return false;
  return true;
}

/// `{ S[loops] -> S[iterators] }`, when the loop values are free of calls and
/// tell the instances apart.
std::optional<isl::map> fromLoops(const Statement &statement,
                                  const Loops &loops) {
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *loop : loops) {
    values.push_back(loop->values.at(statement.name));
    for (const auto &call : statement.calls)
      if (poly::involvesParam(values.back(), call.first))
        return std::nullopt;
  }
  isl::map back = poly::makeMap(statement.space(), statement.name, values)
                      .as_map()
                      .intersect_domain(statement.domain)
                      .reverse();
  if (!back.is_single_valued())
    return std::nullopt;
  return back;
}

/// Replaces the statement and returns its instance map.
isl::pw_multi_aff replace(Program &program, const Statement &old,
                          const isl::map &back) {
  ScheduleTree &tree = program.phaseOf(old.name)->tree;
  std::vector<std::string> names;
  for (const ScheduleTree *loop : tree.loopsAround(old.name))
    names.push_back(loop->name);
  isl::set domain = back.domain();
  isl::pw_multi_aff map = back.as_pw_multi_aff().gist(domain).coalesce();
  Statement made = pullBack(old, old.name, names, map, {}, domain,
                            isl::set::universe(domain.space()));
  for (unsigned pos = 0; pos < names.size(); ++pos)
    tree.findLoop(old.name, names[pos])->values[old.name] = made.iterator(pos);
  program.statements[old.name] = std::move(made);
  return map;
}

} // namespace

bool useLoopCoordinates(StepResult &result,
                        const std::vector<std::string> &statements,
                        unsigned depth, const std::string &except) {
  std::map<std::string, isl::map> maps;
  for (const std::string &name : statements) {
    const Statement &statement = result.program.statement(name);
    Loops loops = result.program.phaseOf(name)->tree.loopsAround(name);
    if (isInOrder(statement, loops, depth))
      continue;
    auto map = fromLoops(statement, loops);
    if (!map || hasPrivateScalar(result.program, statement, except))
      return false;
    maps.emplace(name, *map);
  }
  for (const auto &[name, map] : maps) {
    Statement old = result.program.statement(name);
    isl::pw_multi_aff instances = replace(result.program, old, map);
    result.instanceMaps.push_back({name, name, instances});
  }
  return true;
}

/// Whether each of the first \p depth loops runs through the values of one
/// iterator, up or down: what belongs to an iteration of the one belongs to an
/// Whether \p distance is the same for all instances of \p statement.
static bool isShift(const Statement &statement, const isl::pw_aff &distance) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (poly::involvesDim(distance, dim))
      return false;
  return llvm::none_of(statement.calls, [&](const auto &entry) {
    return poly::involvesParam(distance, entry.first);
  });
}

/// iteration of the other.
static bool runsThrough(const Statement &statement, const Loops &loops,
                        unsigned depth) {
  if (statement.iterators.size() < depth)
    return false;
  for (unsigned pos = 0; pos < depth; ++pos) {
    const isl::pw_aff &value = loops[pos]->values.at(statement.name);
    isl::pw_aff iterator = statement.iterator(pos);
    isl::set instances = statement.instances();
    if (!isShift(statement, value.sub(iterator).gist(instances)) &&
        !isShift(statement, value.add(iterator).gist(instances)))
      return false;
  }
  return true;
}

bool keepsOwners(const Program &program, const std::string &name) {
  const Statement &statement = program.statement(name);
  Loops loops = program.phaseOf(name)->tree.loopsAround(name);
  return llvm::all_of(statement.accesses(), [&](const Access &access) {
    auto found = program.arrays.find(access.array);
    if (found == program.arrays.end() || !found->second.isScalar())
      return true;
    long owners = std::max(found->second.privateDepth, 0);
    return runsThrough(statement, loops,
                       unsigned(std::min(owners, long(loops.size()))));
  });
}

void keepInstances(StepResult &result, const std::string &statement) {
  for (const InstanceMap &map : result.instanceMaps)
    if (map.newStatement == statement)
      return;
  isl::space space = result.program.statement(statement).space();
  result.instanceMaps.push_back(
      {statement, statement, identityMap(space, statement)});
}

} // namespace sparsec
