//===- LoopCoordinates.cpp - loops as a statement's iterators -------------===//

#include "Support/LoopCoordinates.h"

#include "Support/OuterView.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Loops = std::vector<const ScheduleTree *>;

/// What \p statement uses that an iteration of its own iterators owns.
std::set<std::string> privateScalars(const Program &program,
                                     const Statement &statement,
                                     const std::string &except) {
  std::set<std::string> found;
  for (const Access &access : statement.accesses())
    if (access.array != except && program.arrays.count(access.array) &&
        program.arrays.at(access.array).isScalar() &&
        program.arrays.at(access.array).privateDepth > 0)
      found.insert(access.array);
  return found;
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

Loops loopsAround(const Program &program, const std::string &name) {
  return program.phaseOf(name)->tree.loopsAround(name);
}

/// `{ [owner's iterators] }` of the instances of \p statement.
isl::set ownersIn(const Statement &statement, unsigned owners) {
  std::vector<isl::pw_aff> iterators;
  for (unsigned pos = 0; pos < owners; ++pos)
    iterators.push_back(statement.iterator(pos));
  return poly::makeMap(statement.space(), "Owner", iterators)
      .as_map()
      .intersect_domain(statement.domain)
      .range();
}

/// Whether \p other has nothing to do with the \p scalar of \p statement: what
/// one owns the other one does not.
bool isApart(const Program &program, const Statement &statement,
             const Statement &other, const std::string &scalar) {
  unsigned owners = unsigned(program.arrays.at(scalar).privateDepth);
  if (statement.iterators.size() < owners || other.iterators.size() < owners)
    return false;
  return ownersIn(statement, owners)
      .intersect(ownersIn(other, owners))
      .intersect_params(program.context)
      .is_empty();
}

/// Adds the map of \p name, and of all that find in a private scalar what it
/// left there: who owns a scalar is told by the iterators of each.
bool addWithSharers(const Program &program, const std::string &name,
                    const std::string &except,
                    std::map<std::string, isl::map> &maps) {
  const Statement &statement = program.statement(name);
  auto map = fromLoops(statement, loopsAround(program, name));
  if (!map)
    return false;
  maps.emplace(name, *map);
  for (const std::string &scalar : privateScalars(program, statement, except)) {
    if (program.arrays.at(scalar).liveOut || !statement.assignment)
      return false;
    for (const auto &[other, sharer] : program.statements)
      if (!maps.count(other) &&
          privateScalars(program, sharer, except).count(scalar) &&
          !isApart(program, statement, sharer, scalar) &&
          !addWithSharers(program, other, except, maps))
        return false;
  }
  return true;
}

/// `{ [owner's iterators] -> [first loops] }` of the instances of \p statement.
isl::map ownersByLoops(const Statement &statement, const Loops &loops,
                       unsigned owners, unsigned depth) {
  std::vector<isl::pw_aff> iterators, values;
  for (unsigned pos = 0; pos < owners; ++pos)
    iterators.push_back(statement.iterator(pos));
  for (unsigned pos = 0; pos < depth; ++pos)
    values.push_back(loops[pos]->values.at(statement.name));
  isl::map before =
      poly::makeMap(statement.space(), "Before", iterators).as_map();
  isl::map after = poly::makeMap(statement.space(), "After", values).as_map();
  return before.intersect_domain(statement.domain).reverse().apply_range(after);
}

/// How many loops tell what the iterators that own \p scalar told: the same
/// ones in all statements, neither more owners nor fewer.
std::optional<unsigned>
ownerDepth(const Program &program, const std::string &scalar,
           const std::map<std::string, isl::map> &maps) {
  unsigned owners = unsigned(program.arrays.at(scalar).privateDepth);
  std::vector<const Statement *> users;
  unsigned most = std::numeric_limits<unsigned>::max();
  for (const auto &entry : maps) {
    const Statement &user = program.statement(entry.first);
    if (!privateScalars(program, user, "").count(scalar))
      continue;
    if (user.sharing.count(scalar) || user.iterators.size() < owners)
      return std::nullopt;
    users.push_back(&user);
    most = std::min(most, unsigned(loopsAround(program, user.name).size()));
  }
  for (unsigned depth = 1; depth <= most; ++depth) {
    std::optional<isl::map> all;
    for (const Statement *user : users) {
      isl::map map =
          ownersByLoops(*user, loopsAround(program, user->name), owners, depth);
      all = all ? all->unite(map) : map;
    }
    if (all->is_single_valued() && all->is_injective())
      return depth;
  }
  return std::nullopt;
}

/// Gives the scalar another owner, and a name of its own where statements use
/// it that \p maps has not: what they own is told by other loops.
void moveOwner(Program &program, const std::string &scalar, unsigned depth,
               const std::map<std::string, isl::map> &maps) {
  bool isShared = false;
  for (const auto &[name, user] : program.statements)
    isShared |=
        !maps.count(name) && privateScalars(program, user, "").count(scalar);
  Array moved = program.arrays.at(scalar);
  moved.privateDepth = int(depth);
  if (isShared)
    moved.name = program.freshName(scalar);
  program.arrays[moved.name] = moved;
  auto rename = [&](Expr &node) {
    if (node.kind == Expr::Kind::Access && node.text == scalar)
      node.text = moved.name;
  };
  for (const auto &entry : maps) {
    Assignment &assignment = *program.statement(entry.first).assignment;
    assignment.target = assignment.target.mapNodes(rename);
    assignment.value = assignment.value.mapNodes(rename);
  }
}

} // namespace

bool useLoopCoordinates(StepResult &result,
                        const std::vector<std::string> &statements,
                        unsigned depth, const std::string &except) {
  std::map<std::string, isl::map> maps;
  Program &program = result.program;
  for (const std::string &name : statements)
    if (!maps.count(name) &&
        !isInOrder(program.statement(name), loopsAround(program, name),
                   depth) &&
        !addWithSharers(program, name, except, maps))
      return false;
  std::map<std::string, unsigned> depths;
  for (const auto &entry : maps)
    for (const std::string &scalar :
         privateScalars(program, program.statement(entry.first), except))
      if (!depths.count(scalar)) {
        std::optional<unsigned> owner = ownerDepth(program, scalar, maps);
        if (!owner)
          return false;
        depths.emplace(scalar, *owner);
      }
  for (const auto &[scalar, owner] : depths)
    moveOwner(program, scalar, owner, maps);
  for (const auto &[name, map] : maps) {
    Statement old = program.statement(name);
    isl::pw_multi_aff instances = replace(program, old, map);
    result.instanceMaps.push_back({name, name, instances});
  }
  return true;
}

/// Whether \p distance is the same for all instances of \p statement.
static bool isShift(const Statement &statement, const isl::pw_aff &distance) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (poly::involvesDim(distance, dim))
      return false;
  return llvm::none_of(statement.calls, [&](const auto &entry) {
    return poly::involvesParam(distance, entry.first);
  });
}

/// Whether each of the first \p depth loops runs through the values of one
/// iterator, up or down: what belongs to an iteration of the one belongs to an
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
