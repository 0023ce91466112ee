//===- CountedRows.cpp - rows that are written by count -------------------===//
///
/// \file
///     for (j = 0; j < len[i]; j++)         for j in [start[i], start[i] +
///     len[i])
///       a[start[i] + j] ..            =>     a[j] ..
///
/// Of positions the facts about index arrays speak, and that of one entry is a
/// number of its own in all rows, which `start[i] + j` does not show. The loop
/// starts elsewhere and visits the same entries in the same order, so this is
/// always right; it is done where the count is then gone from all subscripts.
///
//===----------------------------------------------------------------------===//

#include "CountedRows.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

/// The calls that \p value needs, those nested in others included.
std::set<std::string> callsOf(const isl::pw_aff &value,
                              const CallTable &table) {
  std::vector<std::string> open;
  for (const auto &entry : table)
    if (poly::involvesParam(value, entry.first))
      open.push_back(entry.first);
  std::set<std::string> found;
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (found.insert(name).second)
      llvm::append_range(open, nestedCalls(table.at(name), table));
  }
  return found;
}

/// Where a row starts, `{ S[..] -> [start] }` over calls of outer iterators.
struct Start {
  const Statement *statement;
  isl::pw_aff value;
  CallTable calls;
};

/// Whether \p value is known outside of dimension \p pos.
bool isOutside(const isl::pw_aff &value, const CallTable &calls, unsigned pos) {
  auto isFree = [&](const isl::pw_aff &one) {
    for (unsigned dim = pos; dim < unsigned(one.as_map().domain().tuple_dim());
         ++dim)
      if (poly::involvesDim(one, dim))
        return false;
    return true;
  };
  return isFree(value) &&
         llvm::all_of(callsOf(value, calls), [&](const std::string &name) {
           return llvm::all_of(calls.at(name).arguments, isFree);
         });
}

/// What \p statement adds to dimension \p pos where an index array is read.
std::optional<Start> startOf(const Statement &statement, unsigned pos) {
  for (const auto &[name, call] : statement.calls)
    for (const isl::pw_aff &argument : call.arguments) {
      if (!poly::involvesDim(argument, pos))
        continue;
      Start start{
          &statement, argument.sub(statement.iterator(pos)).coalesce(), {}};
      const std::set<std::string> needed =
          callsOf(start.value, statement.calls);
      if (needed.empty() || !isOutside(start.value, statement.calls, pos))
        return std::nullopt;
      for (const std::string &one : needed)
        start.calls.emplace(one, statement.calls.at(one));
      return start;
    }
  return std::nullopt;
}

/// \p start of another statement in the loop over \p statement, whose first
/// \p pos iterators are the same.
Start over(const Statement &statement, const Start &start, unsigned pos) {
  const isl::space space = statement.space();
  std::vector<isl::pw_aff> dims;
  for (unsigned dim = 0; dim < start.statement->iterators.size(); ++dim)
    dims.push_back(dim < pos ? statement.iterator(dim)
                             : poly::constant(space, 0));
  const isl::pw_multi_aff map =
      poly::makeMap(space, start.statement->name, dims);
  Start made{&statement, start.value.pullback(map), {}};
  for (auto [name, call] : start.calls) {
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.pullback(map);
    made.calls.emplace(name, std::move(call));
  }
  return made;
}

/// \p old with positions for dimension \p pos; nothing where subscripts would
/// have to take \p start away again.
std::optional<Statement> byPosition(const Statement &old, const Start &start,
                                    unsigned pos) {
  std::vector<isl::pw_aff> dims;
  for (unsigned dim = 0; dim < old.iterators.size(); ++dim)
    dims.push_back(old.iterator(dim));
  dims[pos] = dims[pos].sub(start.value);
  const isl::set all = isl::set::universe(old.space());
  Statement made = pullBack(old, old.name, old.iterators,
                            poly::makeMap(old.space(), old.name, dims),
                            start.calls, all, all);
  auto needsCount = [&](const isl::pw_aff &value) {
    return poly::involvesDim(value, pos) &&
           llvm::any_of(start.calls, [&](const auto &entry) {
             return poly::involvesParam(value, entry.first);
           });
  };
  for (const auto &entry : made.calls)
    if (llvm::any_of(entry.second.arguments, needsCount))
      return std::nullopt;
  for (const Access &access : made.accesses())
    if (llvm::any_of(access.subscripts, needsCount))
      return std::nullopt;
  return made;
}

/// Whether the loop at dimension \p pos counts from 0 wherever it is run.
bool countsFrom0(const Statement &statement, unsigned pos) {
  isl::set instances = statement.instances();
  for (unsigned dim = pos + 1; dim < statement.iterators.size(); ++dim)
    instances = poly::eliminateDims(instances, {dim});
  for (const auto &entry : statement.calls)
    if (llvm::any_of(entry.second.arguments, [&](const isl::pw_aff &value) {
          return poly::involvesDim(value, pos);
        }))
      instances = poly::dropParam(instances, entry.first);
  std::vector<isl::pw_aff> dims;
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    dims.push_back(statement.iterator(dim));
  const isl::set later = instances.intersect(
      dims[pos].ge_set(poly::constant(statement.space(), 1)));
  dims[pos] = dims[pos].add_constant(-1);
  const isl::set before = instances.preimage(
      poly::makeMap(statement.space(), statement.name, dims));
  return later.is_subset(before) && instances.is_subset(dims[pos].ge_set(
                                        poly::constant(statement.space(), -1)));
}

/// The statements of \p loop over positions; none where it stays as it is.
std::vector<Statement> statementsByPosition(const Program &program,
                                            const ScheduleTree &loop) {
  std::optional<Start> start;
  std::map<std::string, unsigned> places;
  for (const auto &[name, value] : loop.values) {
    const Statement &statement = program.statement(name);
    std::optional<unsigned> pos;
    for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
      if (value.plain_is_equal(statement.iterator(dim)))
        pos = dim;
    if (!pos || (!places.empty() && places.begin()->second != *pos))
      return {};
    places.emplace(name, *pos);
    if (!start)
      start = startOf(statement, *pos);
  }
  std::vector<Statement> made;
  if (!start)
    return made;
  for (const auto &[name, pos] : places) {
    const Statement &statement = program.statement(name);
    std::optional<Statement> one;
    if (countsFrom0(statement, pos))
      one = byPosition(statement, over(statement, *start, pos), pos);
    if (!one)
      return {};
    made.push_back(std::move(*one));
  }
  return made;
}

} // namespace

void countByPosition(Program &program) {
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &loop) {
      if (loop.isLoop())
        for (Statement &made : statementsByPosition(program, loop)) {
          const std::string name = made.name;
          program.statements.insert_or_assign(name, std::move(made));
        }
    });
}

} // namespace sparsec
