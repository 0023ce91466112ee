//===- InstancePair.cpp - two instances, their order and elements ---------===//

#include "InstancePair.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/Poly/Meet.h"
#include "sparsec/Poly/WorkLimit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>

namespace sparsec {

std::vector<Touch> touchesOf(const Statement &statement) {
  std::vector<Touch> touches;
  for (const Access &access : statement.accesses()) {
    Touch touch{access.array,    access.subscripts, {},
                access.isWrite,  access.isRead,     access.reduction,
                access.isAtomic, access.span,       access.isAwaited};
    if (access.isWhole)
      touch.subscripts.reset();
    touches.push_back(std::move(touch));
  }
  for (const auto &entry : statement.calls)
    touches.push_back({entry.second.function,
                       entry.second.arguments,
                       {},
                       false,
                       true,
                       Update::None,
                       false,
                       {},
                       false});
  for (Touch &touch : touches)
    if (auto known = statement.sharing.find(touch.array);
        known != statement.sharing.end())
      touch.segment = known->second.segment;
  return touches;
}

std::map<std::string, bool> arraysOf(const Statement &statement) {
  std::map<std::string, bool> arrays;
  for (const Access &access : statement.accesses())
    arrays[access.array] |= access.isWrite;
  for (const auto &entry : statement.calls)
    arrays.emplace(entry.second.function, false);
  return arrays;
}

bool touches(const Statement &statement, const std::string &array,
             bool onlyWrites) {
  const std::map<std::string, bool> arrays = arraysOf(statement);
  auto found = arrays.find(array);
  return found != arrays.end() && (found->second || !onlyWrites);
}

std::vector<std::pair<size_t, size_t>>
conflictingPlaces(const std::vector<Touch> &touches,
                  const std::vector<Touch> &others) {
  // By array, so that a long expression costs what it writes, not its square.
  std::map<llvm::StringRef, std::vector<size_t>> all, writes;
  for (size_t place = 0; place < others.size(); ++place) {
    all[others[place].array].push_back(place);
    if (others[place].isWrite)
      writes[others[place].array].push_back(place);
  }
  std::vector<std::pair<size_t, size_t>> result;
  for (size_t place = 0; place < touches.size(); ++place) {
    const auto &candidates = touches[place].isWrite ? all : writes;
    auto found = candidates.find(touches[place].array);
    if (found != candidates.end())
      for (size_t other : found->second)
        result.emplace_back(place, other);
  }
  return result;
}

bool areSame(const std::vector<isl::pw_aff> &first,
             const std::vector<isl::pw_aff> &second) {
  return llvm::equal(first, second,
                     [](const isl::pw_aff &a, const isl::pw_aff &b) {
                       return a.plain_is_equal(b);
                     });
}

/// Whether two touches of one statement differ in nothing but their place in
/// the source.
static bool areAlike(const Touch &first, const Touch &second) {
  return first.array == second.array && first.isWrite == second.isWrite &&
         first.isRead == second.isRead && first.reduction == second.reduction &&
         first.isAtomic == second.isAtomic &&
         first.isAwaited == second.isAwaited && first.subscripts &&
         second.subscripts && areSame(*first.subscripts, *second.subscripts);
}

std::vector<std::pair<Touch, Touch>>
conflictingTouches(const Statement &first, const Statement &second) {
  const std::vector<Touch> touches = touchesOf(first),
                           others = touchesOf(second);
  std::vector<std::pair<Touch, Touch>> result;
  for (const auto &[place, other] : conflictingPlaces(touches, others)) {
    const Touch &a = touches[place], &b = others[other];
    if (llvm::none_of(result, [&](const std::pair<Touch, Touch> &known) {
          return areAlike(known.first, a) && areAlike(known.second, b);
        }))
      result.emplace_back(a, b);
  }
  return result;
}

bool areReductions(const Touch &first, const Touch &second) {
  return first.reduction != Update::None && first.reduction == second.reduction;
}

bool mayChangePlaces(const Program &program, const Touch &first,
                     const Touch &second, bool mayRound) {
  return areReductions(first, second) &&
         (mayRound || program.isExactReduction(first.array, first.reduction));
}

std::vector<TimeStep> timeSteps(const ScheduleTree &tree,
                                const Statement &statement) {
  std::vector<TimeStep> steps;
  const ScheduleTree *node = &tree;
  while (node && !node->isLeaf()) {
    const ScheduleTree *next = nullptr;
    for (size_t pos = 0; pos < node->children.size() && !next; ++pos) {
      if (!node->children[pos].contains(statement.name))
        continue;
      next = &node->children[pos];
      if (node->isLoop())
        steps.push_back({node, node->values.at(statement.name)});
      else
        steps.push_back(
            {nullptr, poly::constant(statement.space(), long(pos))});
    }
    node = next;
  }
  return steps;
}

/// The calls of \p statement; an index array that its own phase writes may
/// have another value at each instance, which a call without arguments says.
static CallTable callsOf(const Program &program, const Statement &statement) {
  CallTable calls = statement.calls;
  const Phase *phase = program.phaseOf(statement.name);
  if (!phase || calls.empty())
    return calls;
  for (const std::string &name : phase->tree.statements())
    for (const Access &access : program.statement(name).accesses())
      if (access.isWrite)
        for (auto &[text, call] : calls)
          if (call.function == access.array)
            call.arguments.clear();
  return calls;
}

CallTable callsWithMap(const Program &program, const Statement &statement,
                       const isl::pw_multi_aff &map, const CallTable &ofMap) {
  CallTable calls = statement.calls;
  calls.insert(ofMap.begin(), ofMap.end());
  for (const std::string &name : poly::paramNames(map.space()))
    if (!program.findParameter(name) && !program.calls.count(name) &&
        poly::involvesParam(map.as_map().wrap(), name))
      calls.emplace(name, UninterpretedCall{name, {}});
  return calls;
}

View InstancePair::seenAs(const View &side, const Statement &old,
                          const ScheduleTree &tree,
                          const std::optional<isl::pw_multi_aff> &map,
                          const CallTable &ofMap) {
  if (!map)
    return {old, tree, side.import};
  return {old, tree,
          facts.import(callsOf(arrays, old), mapOf(side, *map, ofMap))};
}

isl::pw_multi_aff InstancePair::mapOf(const View &side,
                                      const isl::pw_multi_aff &map,
                                      const CallTable &ofMap) {
  isl::space pair = facts.space().unwrap();
  isl::pw_multi_aff toSide = &side == &first ? pair.domain_map_pw_multi_aff()
                                             : pair.range_map_pw_multi_aff();
  return facts.import(callsWithMap(program, side.statement, map, ofMap), toSide)
      .map(map);
}

isl::space pairSpace(const Statement &first, const Statement &second) {
  isl::ctx ctx = first.domain.ctx();
  return poly::tupleSpace(ctx, first.name, first.domain.tuple_dim())
      .product(poly::tupleSpace(ctx, second.name, second.domain.tuple_dim()));
}

InstancePair::InstancePair(const Program &program, const Program &arrays,
                           const Statement &first, const Statement &second)
    : InstancePair(program, arrays, first, second, pairSpace(first, second)) {}

InstancePair::InstancePair(const Program &program, const Program &arrays,
                           const Statement &first, const Statement &second,
                           const isl::space &pair)
    : facts(program, pair),
      first{first, program.phaseOf(first.name)->tree,
            facts.import(callsOf(program, first),
                         pair.unwrap().domain_map_pw_multi_aff())},
      second{second, program.phaseOf(second.name)->tree,
             facts.import(callsOf(program, second),
                          pair.unwrap().range_map_pw_multi_aff())},
      program(program), arrays(arrays) {}

isl::set InstancePair::instances() const {
  std::set<std::string> mentioned =
      mentionedParameters(program, first.statement);
  mentioned.merge(mentionedParameters(program, second.statement));
  isl::set both = poly::meet(first.import.set(first.statement.instances()),
                             second.import.set(second.statement.instances()));
  return poly::meetParams(both, contextOf(program, mentioned));
}

/// \p points with equal values; all of them when the values are of two kinds.
static isl::set whereEqual(isl::set points, const View &a,
                           const std::vector<isl::pw_aff> &valuesA,
                           const View &b,
                           const std::vector<isl::pw_aff> &valuesB) {
  if (valuesA.size() != valuesB.size())
    return points;
  for (size_t pos = 0; pos < valuesA.size(); ++pos)
    points = poly::meet(
        points,
        a.import.value(valuesA[pos]).eq_set(b.import.value(valuesB[pos])));
  return points;
}

isl::set InstancePair::sameElement(const View &a, const Touch &touchA,
                                   const View &b, const Touch &touchB) const {
  isl::set result = isl::set::universe(facts.space());
  auto found = arrays.arrays.find(touchA.array);
  if (found != arrays.arrays.end()) {
    std::vector<isl::pw_aff> ownerA =
        ownerOf(found->second, a.statement, a.tree);
    std::vector<isl::pw_aff> ownerB =
        ownerOf(found->second, b.statement, b.tree);
    size_t shared = std::min(ownerA.size(), ownerB.size());
    ownerA.resize(shared);
    ownerB.resize(shared);
    result = whereEqual(result, a, ownerA, b, ownerB);
  }
  return poly::meet(result, samePlace(a, touchA, b, touchB));
}

isl::set InstancePair::samePlace(const View &a, const Touch &touchA,
                                 const View &b, const Touch &touchB) const {
  isl::set result = isl::set::universe(facts.space());
  result = whereEqual(result, a, touchA.segment, b, touchB.segment);
  if (!touchA.subscripts || !touchB.subscripts)
    return result;
  return whereEqual(result, a, *touchA.subscripts, b, *touchB.subscripts);
}

std::vector<OrderLevel> InstancePair::orderLevels(const View &a,
                                                  const View &b) const {
  assert(&a.tree == &b.tree && "instances of one tree have an order");
  std::vector<OrderLevel> levels;
  std::vector<TimeStep> timeA = timeSteps(a.tree, a.statement);
  std::vector<TimeStep> timeB = timeSteps(b.tree, b.statement);
  isl::set equal = isl::set::universe(facts.space());
  for (size_t k = 0; k < std::min(timeA.size(), timeB.size()); ++k) {
    isl::pw_aff valueA = a.import.value(timeA[k].value);
    isl::pw_aff valueB = b.import.value(timeB[k].value);
    isl::set order = poly::meet(equal, valueA.lt_set(valueB));
    if (!order.is_empty())
      levels.push_back({order, timeA[k].loop, k});
    equal = poly::meet(equal, valueA.eq_set(valueB));
    if (equal.is_empty())
      break;
  }
  return levels;
}

isl::set InstancePair::sameTime(const View &a, const View &b) const {
  std::vector<TimeStep> timeA = timeSteps(a.tree, a.statement);
  std::vector<TimeStep> timeB = timeSteps(b.tree, b.statement);
  isl::set equal = isl::set::universe(facts.space());
  for (size_t k = 0; k < std::min(timeA.size(), timeB.size()); ++k)
    equal = poly::meet(
        equal,
        a.import.value(timeA[k].value).eq_set(b.import.value(timeB[k].value)));
  return equal;
}

bool proves(isl::ctx ctx, const std::function<bool()> &decide,
            unsigned long operations) {
  poly::WorkLimit limit(ctx, operations);
  try {
    return decide() && !limit.isReached();
  } catch (const isl::exception &) {
    return false;
  }
}

} // namespace sparsec
