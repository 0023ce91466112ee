//===- CompactionStep.cpp - one compaction, from request to result --------===//

#include "Compaction/CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

CompactionStep::CompactionStep(const Program &program,
                               const CompactionRequest &request,
                               CompactedDomain touched)
    : old(program), request(request), set(std::move(touched)), next(program),
      source(set.nest), indexType(ElementType::int32()) {
  for (const auto &entry : set.nest.calls)
    if (old.arrays.at(entry.second.function).type.bytes > 4)
      indexType = ElementType::int64();
}

/// The executor of one statement, from its own loops alone.
llvm::Error CompactionStep::prepare(StepResult &result) {
  if (llvm::Error error = chooseLookup())
    return error;
  nameParts();
  if (llvm::Error error = moveArrays())
    return error;
  if (llvm::Error error = requireOneVisit())
    return error;
  return makeExecutor(result);
}

llvm::Expected<StepResult>
CompactionStep::run(std::vector<CompactionStep> &others) {
  StepResult result{next, {}, {}, {}, request.mayReassociate, {}};
  if (llvm::Error error = prepare(result))
    return error;
  for (CompactionStep &other : others) {
    if (llvm::Error error = other.prepare(result))
      return error;
    if (llvm::Error error = other.requireListOf(*this))
      return error;
  }
  dropUnusedIndices(others);
  replaceNests(others);
  makeInspector();
  makeUpdate();
  addIndexFacts();
  keepInside(*this);
  for (const CompactionStep &other : others)
    keepInside(other);
  // After the phases of earlier steps, whose arrays these may read.
  next.phases.insert(next.phases.end() - 1, phases.begin(), phases.end());
  result.program = next;
  auto finish = [&](CompactionStep &step, InstanceMap &map) {
    step.recorder = recorder;
    if (step.listedAt)
      map.listed = step.enumeration();
    result.made.push_back({"executor", step.executor});
  };
  finish(*this, result.instanceMaps.front());
  for (size_t pos = 0; pos < others.size(); ++pos)
    finish(others[pos], result.instanceMaps[pos + 1]);
  for (const std::string &inspector : inspectors)
    result.made.push_back({"inspector", inspector});
  for (const MovedArray &array : moved)
    result.storageMap[array.from] = array.to;
  return result;
}

/// Who lists the old instances, for the checker.
Enumeration CompactionStep::enumeration() const {
  const Statement &statement = old.statement(request.statement);
  const ScheduleTree &tree = old.phaseOf(request.statement)->tree;
  std::vector<isl::pw_aff> loops;
  for (const ScheduleTree *loop : tree.loopsAround(request.statement))
    loops.push_back(loop->values.at(request.statement));
  auto valuesOf = [&](const Dims &dims) {
    std::vector<isl::pw_aff> values;
    for (unsigned dim : dims)
      values.push_back(loops[dim]);
    return values;
  };
  Dims visit = set.free, touched = set.outerKeys;
  llvm::append_range(visit, set.derived);
  llvm::append_range(touched, set.keys);
  return {recorder,
          poly::makeMap(statement.space(), recorder,
                        recorder.empty() ? std::vector<isl::pw_aff>()
                                         : valuesOf(visit)),
          valuesOf(touched), listedAt, members};
}

void CompactionStep::nameParts() {
  std::string loop =
      request.newLoop.empty() ? request.loops.front() : request.newLoop;
  position = loop;
  executor = next.freshName(request.statement + "x");
  offset = next.freshName(loop + "_offset");
  count = next.freshName(loop + "_count");
  slot = next.freshName(loop + "_slot");
  present = next.freshName(loop + "_present");
  stamps = next.freshName(loop + "_seen");
  for (unsigned dim : set.keys)
    indexOf[dim] = next.freshName(set.name(dim) + "_index");
}

/// Keeps the indices of the executors, those that gather values, and the keys
/// that the places of a segment are looked up by.
void CompactionStep::dropUnusedIndices(
    const std::vector<CompactionStep> &others) {
  bool looksUp = lookup == Lookup::Stamp && !set.distinct && !moved.empty();
  std::erase_if(indexOf, [&](const auto &entry) {
    auto uses = [&](const Statement &user) {
      return usesCallOf(user, entry.second);
    };
    bool isUsed = looksUp || uses(*executing) || llvm::any_of(gathers, uses) ||
                  llvm::any_of(others, [&](const CompactionStep &other) {
                    return uses(*other.executing);
                  });
    return set.single || (rowRun && rowRun->row != entry.first) || !isUsed;
  });
}

bool CompactionStep::usesCallOf(const Statement &statement,
                                const std::string &array) const {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    return entry.second.function == array;
  });
}

void CompactionStep::addIndexFacts() {
  auto range = [&](const std::string &array, std::optional<isl::pw_aff> low,
                   std::optional<isl::pw_aff> high) {
    Fact fact;
    fact.kind = Fact::Kind::Range;
    fact.origin = Fact::Origin::Proved;
    fact.arrays = {array};
    fact.lower = low;
    fact.upper = high;
    next.facts.push_back(fact);
  };
  isl::space params = isl::space::unit(old.context.ctx());
  isl::pw_aff zero = poly::constant(params, 0);
  if (next.arrays.count(offset)) {
    range(offset, zero, poly::parameter(params, count).add_constant(1));
    Fact monotonic;
    monotonic.kind = Fact::Kind::Monotonic;
    monotonic.origin = Fact::Origin::Proved;
    monotonic.arrays = {offset};
    next.facts.push_back(monotonic);
    // A value has one entry in the list of its segment.
    bool isAlone = set.keys.size() == 1 && set.outerKeys.size() == 1;
    if (isAlone && indexOf.count(set.keys.front())) {
      Fact unique = monotonic;
      unique.kind = Fact::Kind::Unique;
      unique.arrays = {indexOf.at(set.keys.front()), offset};
      next.facts.push_back(unique);
    }
    Fact start = monotonic; // offset[0] = 0
    start.kind = Fact::Kind::Boundary;
    start.at = start.upper = zero;
    if (counters.size() == 1)
      next.facts.push_back(start);
  }
  for (const auto &[dim, array] : indexOf) {
    auto limits = factBounds(dim);
    if (limits)
      range(array, limits->first, limits->second.add_constant(1));
    if (!listsInOrder(dim))
      continue;
    Fact ascending;
    ascending.kind = Fact::Kind::Monotonic;
    ascending.origin = Fact::Origin::Proved;
    ascending.arrays = {array};
    ascending.strict = set.keys.size() == 1;
    next.facts.push_back(ascending);
  }
}

/// Whether the list has the values of key \p dim in ascending order: marks are
/// collected so, rows number their instances so, and where segments are those
/// of the key alone it has one value in each. (One key: each value once.)
bool CompactionStep::listsInOrder(unsigned dim) const {
  if (!set.outerKeys.empty())
    return false;
  if (lookup == Lookup::Rows)
    return set.outer.empty() && rowRun->row == dim;
  return lookup == Lookup::Mark || counters == Dims{dim};
}

} // namespace sparsec
