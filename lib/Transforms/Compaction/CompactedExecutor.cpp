//===- CompactedExecutor.cpp - the executor of a compaction ---------------===//

#include "Compaction/CompactedExecutor.h"

#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// Whether \p statement has a call of \p array.
static bool callsArray(const Statement &statement, const std::string &array) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    return entry.second.function == array;
  });
}

static std::vector<std::string> callsOf(const Statement &statement) {
  std::vector<std::string> names;
  for (const auto &entry : statement.calls)
    names.push_back(entry.first);
  return names;
}

bool CompactedExecutor::reads(const std::string &array) const {
  return callsArray(statement, array) ||
         llvm::any_of(gathers, [&](const Statement &gather) {
           return callsArray(gather, array);
         });
}

namespace {

/// Statements over (outer.., position, inner..), made from the nest.
class ExecutorMaker {
public:
  ExecutorMaker(const CompactionInput &in, const PositionStrategy &positions,
                const CompactedStorage &storage)
      : in(in), set(in.set), positions(positions), storage(storage) {}

  llvm::Expected<CompactedExecutor> make() const;

private:
  /// A statement over positions, and how it comes from the nest.
  struct Positioned {
    Statement statement;
    isl::pw_multi_aff map; ///< `{ X[O.., p, I..] -> R[..] }`
    isl::set bounds;       ///< of the position, universe where it has none
    /// Eliminated dimension => the call that stands for its value, which
    /// nothing computes.
    std::map<unsigned, std::string> unknown;
    CallTable listed; ///< those of the lists, over X
  };

  ExecutorFrame frameOf(const std::string &name, const Dims &outer,
                        const Dims &inner) const;
  isl::pw_multi_aff nestAt(ExecutorFrame &frame,
                           std::map<unsigned, std::string> *unknown) const;
  Positioned positioned(const Statement &nest, const std::string &name,
                        const Dims &outer, const Dims &inner) const;
  isl::set askedOfSizes() const;
  isl::set boundsInside() const;
  Statement guardedSource() const;
  InstanceMap instanceMap(const Positioned &made) const;
  llvm::Error requireNoEliminated(const Positioned &made) const;
  Dims insidePosition(const Statement &executor) const;
  Statement gathering(const MovedArray &array) const;

  const CompactionInput &in;
  const CompactedDomain &set;
  const PositionStrategy &positions;
  const CompactedStorage &storage;
};

ExecutorFrame ExecutorMaker::frameOf(const std::string &name, const Dims &outer,
                                     const Dims &inner) const {
  ExecutorFrame frame;
  auto add = [&](unsigned dim) {
    frame.place[dim] = unsigned(frame.iterators.size());
    frame.iterators.push_back(set.name(dim));
  };
  llvm::for_each(outer, add);
  frame.at = unsigned(frame.iterators.size());
  if (!set.single)
    frame.iterators.push_back(in.names.position);
  llvm::for_each(inner, add);
  frame.space = poly::tupleSpace(in.old.context.ctx(), name,
                                 unsigned(frame.iterators.size()));
  return frame;
}

/// `{ X[O.., p, I..] -> R[..] }`. With \p unknown what loops had that go away
/// is unknown, else it is what the new storage keeps of them.
isl::pw_multi_aff
ExecutorMaker::nestAt(ExecutorFrame &frame,
                      std::map<unsigned, std::string> *unknown) const {
  const isl::space &space = frame.space;
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim) {
    if (frame.place.count(dim)) {
      values.push_back(poly::dimension(space, frame.place.at(dim)));
    } else if (llvm::is_contained(set.keys, dim) && !set.single) {
      values.push_back(positions.keyAt(dim, frame));
    } else if (const MovedArray *kept = storage.keptLoop(dim);
               kept && !unknown) {
      values.push_back(frame.valueOf({kept->to, {}})); // see placeAccesses
    } else if (llvm::is_contained(set.eliminated, dim)) {
      // A name of no array, which no call of the nest can have.
      UninterpretedCall value{in.old.freshName("found_" + set.name(dim)), {}};
      values.push_back(frame.valueOf(value));
      if (unknown)
        unknown->emplace(dim, callName(value, frame.iterators));
    } else {
      values.push_back(poly::constant(space, 0));
    }
  }
  // Single values are functions of the outer loops: { R[..] -> [K] }.
  isl::pw_multi_aff map = poly::makeMap(space, "R", values);
  for (size_t pos = 0; pos < set.singleValues.size(); ++pos)
    values[set.keys[pos]] = set.singleValues[pos].pullback(map);
  return set.single ? poly::makeMap(space, "R", values) : map;
}

ExecutorMaker::Positioned ExecutorMaker::positioned(const Statement &nest,
                                                    const std::string &name,
                                                    const Dims &outer,
                                                    const Dims &inner) const {
  ExecutorFrame frame = frameOf(name, outer, inner);
  std::map<unsigned, std::string> unknown;
  isl::pw_multi_aff map = nestAt(frame, &unknown);
  isl::set domain = isl::set::universe(frame.space), constraints = domain;
  if (!set.single)
    std::tie(domain, constraints) = positions.bounds(map, frame);
  // The checker sees what one value stands for; the statement has the value.
  ExecutorFrame known = frame;
  const isl::pw_multi_aff stored = nestAt(known, nullptr);
  return {pullBack(nest, name, frame.iterators, stored, known.calls, domain,
                   constraints),
          map, domain.intersect(constraints), std::move(unknown), frame.calls};
}

/// What the nest asks of parameters alone, beyond what facts say of the index
/// arrays that it reads: `m > 0` of 0 <= col(j) < m.
isl::set ExecutorMaker::askedOfSizes() const {
  const std::vector<std::string> calls = callsOf(set.nest);
  isl::set known = in.old.callContext(set.nest);
  for (const std::string &name : calls)
    known = poly::dropParam(known, name);
  return poly::sizesOf(set.nest.instances(), calls).gist_params(known);
}

/// What the guard says of the loops that stay by what is known outside of them,
/// `C*index(p) + i < n`: later steps may take the flags off, and not that.
isl::set ExecutorMaker::boundsInside() const {
  Dims found = set.keys;
  llvm::append_range(found, set.eliminated);
  isl::set bounds = poly::eliminateDims(set.nest.constraints, found);
  for (const auto &[name, call] : set.nest.calls)
    for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
      if (!llvm::is_contained(set.outer, dim) &&
          involvesLoop(set.nest, poly::parameter(set.nest.space(), name), dim))
        bounds = poly::dropParam(bounds, name);
  return bounds.intersect(set.around).coalesce();
}

/// The source with the guard that is left: nothing on padding or where flags
/// replace it, else what the touched set does not already say.
Statement ExecutorMaker::guardedSource() const {
  Statement source = storage.source;
  bool dropped = in.request.pad && !storage.guarded;
  if (storage.hasFlags() && !in.request.kept.empty())
    source.constraints = boundsInside();
  else if (dropped || storage.hasFlags())
    source.constraints = set.around;
  else if (!set.single)
    source.constraints = set.beyondList(source);
  source.domain = poly::eliminateDims(source.domain, set.eliminated);
  source.constraints = poly::eliminateDims(source.constraints, set.eliminated);
  positions.dropListed(source);
  if (set.shared)
    source.constraints = source.constraints.intersect(askedOfSizes());
  return source;
}

/// The dimensions of \p executor inside the one over positions.
Dims ExecutorMaker::insidePosition(const Statement &executor) const {
  Dims dims;
  for (unsigned pos = unsigned(set.outer.size()) + (set.single ? 0 : 1);
       pos < executor.iterators.size(); ++pos)
    dims.push_back(pos);
  return dims;
}

InstanceMap ExecutorMaker::instanceMap(const Positioned &made) const {
  isl::pw_multi_aff toOld = set.toOld.pullback(made.map);
  bool dropped = in.request.pad && !storage.guarded;
  InstanceMap from{in.names.executor, in.request.statement, toOld,
                   dropped && set.hasPadding()};
  from.merged = !set.eliminated.empty();
  from.calls = callsOfMap(set.nest, made.map, toOld, made.statement);
  // A statement that needs no iterator of the old loops still has one.
  for (const auto &[name, call] : made.listed)
    if (!made.statement.calls.count(name))
      from.calls.emplace(name, call);
  return from;
}

llvm::Expected<CompactedExecutor> ExecutorMaker::make() const {
  Positioned made =
      positioned(guardedSource(), in.names.executor, set.outer, set.inner);
  Statement &executor = made.statement;
  std::optional<isl::set> members;
  if (!set.single)
    members =
        positions.membersOf(executor, made.bounds, insidePosition(executor));
  if (members && set.shared)
    members = poly::withoutSizes(*members, callsOf(executor));
  if (llvm::Error error = requireNoEliminated(made))
    return error;

  std::map<unsigned, unsigned> place;
  for (unsigned dim : set.outer)
    place.emplace(dim, unsigned(place.size()));
  std::optional<unsigned> position;
  if (!set.single)
    position = unsigned(place.size());
  for (unsigned dim : set.inner)
    place.emplace(dim, unsigned(place.size()) + (set.single ? 0 : 1));
  storage.placeAccesses(executor, place, position);
  executor.location = in.old.statement(in.request.statement).location;
  executor.span = in.old.statement(in.request.statement).span;
  InstanceMap map = instanceMap(made);
  CompactedExecutor result{std::move(executor), std::move(map), position,
                           std::move(members)};
  if (set.distinct && !set.single)
    for (const MovedArray &array : storage.moved)
      result.gathers.push_back(gathering(array));
  return result;
}

/// The executor has no loop to find an eliminated iterator's value.
llvm::Error ExecutorMaker::requireNoEliminated(const Positioned &made) const {
  const Statement &executor = made.statement;
  for (unsigned dim : set.eliminated) {
    if (!executor.calls.count(made.unknown.at(dim)))
      continue;
    std::set<std::string> readers;
    for (const Access &access : set.nest.accesses())
      if (llvm::any_of(access.subscripts, [&](const isl::pw_aff &subscript) {
            return poly::involvesDim(subscript, dim);
          }))
        readers.insert(access.array);
    for (const MovedArray &array : storage.moved)
      readers.erase(array.from);
    bool canMove = !readers.empty();
    for (const auto &[name, call] : set.nest.calls)
      if (callsArray(executor, call.function) &&
          poly::involvesDim(call.arguments[0], dim))
        canMove = !readers.insert(call.function).second && canMove;
    return refuse("loop '" + set.name(dim) +
                  "' goes away, but the statement still needs it as a "
                  "subscript of " +
                  llvm::join(readers, ", ") +
                  (canMove ? "; move them too"
                           : ", which index others and stay; coalesce({\"" +
                                 in.request.loops.front() + "\", \"" +
                                 set.name(dim) +
                                 "\"}) keeps the value for each instance"));
  }
  return llvm::Error::success();
}

/// Over the executor's own places: `array[p, dims] = old[subscripts at
/// index(p)]`.
Statement ExecutorMaker::gathering(const MovedArray &array) const {
  Dims outer = set.leading(), inner, others;
  for (unsigned dim : array.dims)
    (llvm::is_contained(set.outer, dim) ? outer : inner).push_back(dim);
  llvm::sort(outer);
  for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
    if (!llvm::is_contained(outer, dim) && !llvm::is_contained(inner, dim) &&
        !llvm::is_contained(set.keys, dim))
      others.push_back(dim);
  Statement nest = set.nest;
  nest.assignment = Assignment{Expr::access(array.to, {}, array.type),
                               Update::Set, storage.broughtValue(array)};
  nest.constraints = set.beyondList(nest);
  for (unsigned dim : others) {
    nest.constraints = withoutLoop(nest.constraints, dim, nest);
    nest.domain = withoutLoop(nest.domain, dim, nest);
  }
  nest.domain = set.withoutKeyBounds(nest.domain);
  Statement made =
      positioned(nest, "gather_" + array.to, outer, inner).statement;
  std::map<unsigned, unsigned> place;
  for (unsigned dim : outer)
    place.emplace(dim, unsigned(place.size()));
  unsigned at = unsigned(place.size());
  for (unsigned dim : inner)
    place.emplace(dim, unsigned(place.size()) + 1);
  made.assignment->target.subscripts = storage.subscripts(
      array, made.space(), place, poly::dimension(made.space(), at));
  made.sharing[array.to].segment = in.numbersIn(made, set.outerKeys, place);
  return made;
}

} // namespace

llvm::Expected<CompactedExecutor>
makeExecutor(const CompactionInput &in, const PositionStrategy &positions,
             const CompactedStorage &storage) {
  return ExecutorMaker(in, positions, storage).make();
}

} // namespace sparsec
