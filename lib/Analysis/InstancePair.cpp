//===- InstancePair.cpp - two instances, their order and elements ---------===//

#include "InstancePair.h"

#include <algorithm>

namespace sparsec {

std::vector<Touch> touchesOf(const Statement &statement) {
  std::vector<Touch> touches;
  bool isReduction =
      statement.assignment && statement.assignment->isReduction();
  for (const Access &access : statement.accesses()) {
    Touch touch{access.array, access.subscripts, access.isWrite, access.isRead,
                ""};
    if (access.isWrite && isReduction) {
      const std::string &op = statement.assignment->op;
      touch.reduction = op == "-=" ? "+=" : op;
    }
    touches.push_back(std::move(touch));
  }
  for (const auto &entry : statement.calls)
    touches.push_back(
        {entry.second.function, entry.second.arguments, false, true, ""});
  if (!statement.action)
    return touches;
  for (const std::string &array : statement.action->reads)
    touches.push_back({array, std::nullopt, false, true, ""});
  for (const std::string &array : statement.action->writes)
    touches.push_back({array, std::nullopt, true, true, ""});
  return touches;
}

bool mayConflict(const Touch &first, const Touch &second) {
  return first.array == second.array && (first.isWrite || second.isWrite);
}

bool areReductions(const Touch &first, const Touch &second) {
  return !first.reduction.empty() && first.reduction == second.reduction;
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

std::vector<isl::pw_aff> ownerOf(const Array &array, const Statement &statement,
                                 const ScheduleTree &tree) {
  std::vector<isl::pw_aff> owner;
  if (array.privateDepth <= 0 || array.liveOut)
    return owner;
  size_t depth = size_t(array.privateDepth);
  if (array.isScalar())
    for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
      owner.push_back(statement.iterator(pos));
  else
    for (const ScheduleTree *loop : tree.loopsAround(statement.name))
      owner.push_back(loop->values.at(statement.name));
  if (owner.size() > depth)
    owner.erase(owner.begin() + long(depth), owner.end());
  return owner;
}

CallTable callsWithMap(const Program &program, const Statement &statement,
                       const isl::pw_multi_aff &map) {
  CallTable calls = statement.calls;
  for (const std::string &name : poly::paramNames(map.space()))
    if (!program.findParameter(name) && !program.calls.count(name))
      calls.emplace(name, UninterpretedCall{name, {}});
  return calls;
}

View InstancePair::seenAs(const View &side, const Statement &old,
                          const ScheduleTree &tree,
                          const std::optional<isl::pw_multi_aff> &map) {
  if (!map)
    return {old, tree, side.import};
  isl::space pair = facts.space().unwrap();
  isl::pw_multi_aff toSide = &side == &first ? pair.domain_map_pw_multi_aff()
                                             : pair.range_map_pw_multi_aff();
  CallFacts::Import whole =
      facts.import(callsWithMap(program, side.statement, *map), toSide);
  return {old, tree, facts.import(old.calls, whole.map(*map))};
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
            facts.import(first.calls, pair.unwrap().domain_map_pw_multi_aff())},
      second{
          second, program.phaseOf(second.name)->tree,
          facts.import(second.calls, pair.unwrap().range_map_pw_multi_aff())},
      program(program), arrays(arrays) {}

isl::set InstancePair::instances() const {
  return first.import.set(first.statement.instances())
      .intersect(second.import.set(second.statement.instances()))
      .intersect_params(program.context);
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
    for (size_t pos = 0; pos < std::min(ownerA.size(), ownerB.size()); ++pos)
      result = result.intersect(
          a.import.value(ownerA[pos]).eq_set(b.import.value(ownerB[pos])));
  }
  if (!touchA.subscripts || !touchB.subscripts ||
      touchA.subscripts->size() != touchB.subscripts->size())
    return result;
  for (size_t pos = 0; pos < touchA.subscripts->size(); ++pos)
    result = result.intersect(
        a.import.value((*touchA.subscripts)[pos])
            .eq_set(b.import.value((*touchB.subscripts)[pos])));
  return result;
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
    isl::set order = equal.intersect(valueA.lt_set(valueB));
    if (!order.is_empty())
      levels.push_back({order, timeA[k].loop});
    equal = equal.intersect(valueA.eq_set(valueB));
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
    equal = equal.intersect(
        a.import.value(timeA[k].value).eq_set(b.import.value(timeB[k].value)));
  return equal;
}

bool proves(isl::ctx ctx, const std::function<bool()> &decide) {
  // Far above what the kernels in mind need (below 200,000 a question).
  poly::OperationLimit limit(ctx, 5'000'000);
  try {
    return decide();
  } catch (const isl::exception &) {
    return false;
  }
}

} // namespace sparsec
