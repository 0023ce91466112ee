//===- Compactor.cpp - one compaction, from request to result -------------===//

#include "Compaction/Compactor.h"

#include "Compaction/RowRun.h"
#include "Inspection/NumberedLoop.h"

#include "sparsec/Analysis/DeterminedValues.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// \p domain without loops of the inspector that stay inside.
static CompactedDomain withoutVisitsInside(CompactedDomain domain) {
  for (Dims *visited : {&domain.free, &domain.derived})
    llvm::erase_if(*visited, [&](unsigned dim) {
      return llvm::is_contained(domain.inner, dim);
    });
  domain.distinct = !domain.single && domain.visitsKeysOnly();
  return domain;
}

/// \p domain for the inspector of \p request: rows that number themselves need
/// no look at what stays inside them, which only tells whether any of it runs.
static CompactedDomain visitedFor(const Program &program,
                                  const CompactionRequest &request,
                                  CompactedDomain domain) {
  if (domain.distinct || request.order != "source")
    return domain;
  CompactedDomain less = withoutVisitsInside(domain);
  const bool isNumbered =
      less.distinct && findRowRun(CompactionInput(program, request, less));
  return isNumbered ? less : domain;
}

llvm::Expected<std::unique_ptr<CompactedNest>>
compactNest(const Program &program, const CompactionRequest &request,
            CompactedDomain domain) {
  auto nest = std::unique_ptr<CompactedNest>(new CompactedNest{
      CompactionInput(program, request,
                      visitedFor(program, request, std::move(domain))),
      program});
  const CompactionInput &in = nest->in;
  if (request.isFull && (in.set.hasPadding() || !in.set.distinct))
    return refuse("some places would have no instance, or several: the loops "
                  "ask where there is one; use compact_and_pad");
  auto positions = choosePositions(in);
  if (!positions)
    return positions.takeError();
  nest->positions = std::move(*positions);
  llvm::Expected<CompactedStorage> storage = moveArrays(in, nest->next);
  if (!storage)
    return storage.takeError();
  nest->storage.emplace(std::move(*storage));
  if (llvm::Error error = nest->positions->checkMoved(*nest->storage))
    return error;
  auto executor = makeExecutor(in, *nest->positions, *nest->storage);
  if (!executor)
    return executor.takeError();
  nest->executor.emplace(std::move(*executor));
  return nest;
}

Compactor::Compactor(CompactedNests all, std::string statement)
    : nests(std::move(all)), requested(std::move(statement)),
      in(nests.front()->in), set(in.set), positions(*nests.front()->positions),
      next(nests.front()->next), indices(neededIndices()) {}

StepResult Compactor::run() {
  const CompactedNest &leader = *nests.front();
  replaceNests();
  ownScalars();
  keepOwners();
  InspectorBuilder builder(next, in.names.position);
  InspectorParts parts{next, builder, *leader.storage, indices,
                       leader.executor->gathers};
  if (!set.single)
    declareList();
  const std::string recorder = positions.inspect(parts);
  if (!leader.storage->moved.empty())
    positions.fill(parts);
  addIndexFacts();
  addListedRule(recorder);
  for (const auto &nest : nests)
    keepInside(*nest->storage, next, next.statement(nest->in.names.executor));
  // After the phases of earlier steps, whose arrays these may read.
  builder.insertBeforeExecution();
  StepResult result{next, {}, {}, {}, in.request.mayReassociate, {}};
  for (const auto &nest : nests) {
    result.instanceMaps.push_back(nest->executor->map);
    if (nest->executor->position)
      result.instanceMaps.back().listed = enumeration(*nest, recorder);
    if (!nest->storage->whyGuarded.empty())
      result.warnings.push_back(
          "padding is not visited without asking: " +
          nest->storage->whyGuarded +
          " need not be finite where the matrix has no entry");
  }
  // The one asked for comes first, the others as they run.
  const std::string &asked = nestOf(requested).in.names.executor;
  result.made.push_back({"executor", asked});
  for (const std::string &name : next.phaseOf(asked)->tree.statements())
    if (name != asked && llvm::any_of(nests, [&](const auto &nest) {
          return nest->in.names.executor == name;
        }))
      result.made.push_back({"executor", name});
  for (const std::string &inspector : builder.visitors())
    result.made.push_back({"inspector", inspector});
  for (const MovedArray &array : leader.storage->moved)
    result.storageMap[array.from] = array.to;
  return result;
}

/// Who lists the old instances, for the checker.
Enumeration Compactor::enumeration(const CompactedNest &nest,
                                   const std::string &recorder) const {
  const CompactedDomain &own = nest.in.set;
  const std::string &name = nest.in.request.statement;
  const Statement &statement = in.old.statement(name);
  const ScheduleTree &tree = in.old.phaseOf(name)->tree;
  std::vector<isl::pw_aff> loops;
  for (const ScheduleTree *loop : tree.loopsAround(name))
    loops.push_back(loop->values.at(name));
  auto valuesOf = [&](const Dims &dims) {
    std::vector<isl::pw_aff> values;
    for (unsigned dim : dims)
      values.push_back(loops[dim]);
    return values;
  };
  Dims touched = own.outerKeys;
  llvm::append_range(touched, own.keys);
  return {recorder,
          poly::makeMap(statement.space(), recorder,
                        recorder.empty() ? std::vector<isl::pw_aff>()
                                         : valuesOf(own.visit())),
          valuesOf(touched),
          nest.executor->position,
          nest.executor->members,
          nest.visitsLessThan(*nests.front()) || positions.listsMore()};
}

/// The lists that executors read, those that gather values, and the keys that
/// the places of a segment are looked up by.
std::map<unsigned, std::string> Compactor::neededIndices() const {
  std::map<unsigned, std::string> needed;
  bool looksUp =
      positions.looksUpKeys() && !nests.front()->storage->moved.empty();
  for (const auto &[dim, array] : in.names.indices) {
    const std::string &list = array;
    bool isUsed = looksUp || llvm::any_of(nests, [&](const auto &nest) {
                    return nest->executor->reads(list);
                  });
    if (isUsed && positions.hasListOf(dim))
      needed.emplace(dim, list);
  }
  return needed;
}

/// How many entries the list has, and an array for the values of each key.
void Compactor::declareList() {
  addCount(next, in.names.count, in.indexType);
  isl::pw_aff total = poly::parameter(in.parameters(), in.names.count);
  for (const auto &[dim, array] : indices)
    makeArray(next, array, positions.keyType(dim, indices), Array::Owner::Plan,
              {total});
}

//===----------------------------------------------------------------------===//
// What is known of the list
//===----------------------------------------------------------------------===//

void Compactor::addIndexFacts() {
  if (next.arrays.count(in.names.offset))
    addOffsetFacts();
  for (const auto &[dim, array] : indices) {
    if (auto limits = in.factBounds(dim))
      next.facts.push_back(
          provedRange(array, limits->first, limits->second.add_constant(1)));
    const bool isOnce = set.outerKeys.empty() && isUnique(dim);
    if (!positions.listsInOrder(dim)) {
      // Edges of some rows: no two of them are the same edge.
      if (isOnce && set.distinct && set.keys.size() > 1)
        next.facts.push_back(provedFact(Fact::Kind::Injective, {array}));
      continue;
    }
    Fact ascending = provedFact(Fact::Kind::Monotonic, {array});
    ascending.strict = isOnce;
    next.facts.push_back(ascending);
    if (set.keys.size() > 1 || !ascending.strict)
      continue;
    if (std::optional<Fact> rows = listedRows(in, dim, array))
      next.facts.push_back(std::move(*rows));
  }
}

/// Whether no two entries of a segment have one value of the key \p dim.
bool Compactor::isUnique(unsigned dim) const {
  if (set.keys.size() == 1)
    return true;
  const std::string &name = in.request.statement;
  std::vector<isl::pw_aff> given, asked;
  const auto loops = in.old.phaseOf(name)->tree.loopsAround(name);
  for (unsigned at = 0; at < loops.size(); ++at) {
    const bool isGiven = at == dim || llvm::is_contained(set.outerKeys, at);
    if (isGiven || llvm::is_contained(set.keys, at))
      (isGiven ? given : asked).push_back(loops[at]->values.at(name));
  }
  return determine(in.old, name, given, asked);
}

void Compactor::addOffsetFacts() {
  const std::string &offset = in.names.offset;
  isl::pw_aff zero = poly::constant(in.parameters(), 0);
  isl::pw_aff total = poly::parameter(in.parameters(), in.names.count);
  next.facts.push_back(provedRange(offset, zero, total.add_constant(1)));
  next.facts.push_back(provedFact(Fact::Kind::Monotonic, {offset}));
  // A value has one entry in the list of its segment, if it tells the others.
  const bool isOfOne = set.outerKeys.size() == 1;
  for (const auto &[dim, array] : indices)
    if (isOfOne && llvm::is_contained(set.keys, dim) && isUnique(dim))
      next.facts.push_back(provedFact(Fact::Kind::Unique, {array, offset}));
  const bool isAlone = set.keys.size() == 1 && isOfOne;
  auto index = indices.find(set.keys.front());
  if (isAlone && index != indices.end() && positions.risesInSegments()) {
    Fact rising = provedFact(Fact::Kind::Sorted, {index->second, offset});
    rising.strict = true;
    next.facts.push_back(rising);
  }
  if (positions.segments.size() != 1)
    return;
  Fact start = provedFact(Fact::Kind::Boundary, {offset}); // offset[0] = 0
  start.at = start.upper = zero;
  next.facts.push_back(start);
}

} // namespace sparsec
