//===- NumberedLoop.cpp - a loop whose order an inspector finds -----------===//

#include "Inspection/NumberedLoop.h"

#include "Support/LoopCoordinates.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

llvm::Error findStatements(const Program &program, const ScheduleTree &node,
                           NumberedLoop &result) {
  const std::string &loop = node.name;
  for (const std::string &name : node.statements()) {
    if (program.statement(name)
            .instances()
            .intersect_params(program.context)
            .is_empty())
      return refuse("statement '" + name + "' never runs");
    if (!keepsOwners(program, name))
      return refuse("'" + name +
                    "' has a scalar of its own in each iteration of loops that "
                    "are no longer there; reorder loop '" +
                    loop + "' before tile, or scalar_expand it");
    llvm::Expected<LoopNest> nest = nestOf(program, name);
    if (!nest)
      return nest.takeError();
    auto at = llvm::find(nest->statement.iterators, loop);
    unsigned depth = unsigned(at - nest->statement.iterators.begin());
    result.insides.push_back({name, std::move(*nest), depth});
  }
  return llvm::Error::success();
}

/// Whether there are no more values between \p bounds than a constant.
bool hasConstantSize(const std::pair<isl::pw_aff, isl::pw_aff> &bounds) {
  return poly::greatestValue(bounds.second.sub(bounds.first)).is_int();
}

/// How many values \p bounds hold, at a distance of \p step.
isl::pw_aff countOf(const std::pair<isl::pw_aff, isl::pw_aff> &bounds,
                    long step) {
  isl::pw_aff distance = bounds.second.sub(bounds.first);
  if (step > 1)
    distance =
        distance.div(poly::constant(distance.space().domain(), step)).floor();
  return distance.add_constant(1).coalesce();
}

/// The values of the loop, which are numbered from the least one on.
llvm::Error findRange(const Program &program, const std::string &loop,
                      NumberedLoop &result) {
  std::optional<isl::set> values;
  // One statement that visits all values shows that the loop does: another may
  // be for those that a call tells, `if (col[k] == i)`.
  bool wide = false, isBound = false;
  for (const NumberedLoop::Inside &inside : result.insides) {
    const Statement &nest = inside.nest.statement;
    isl::map value =
        poly::makeMap(nest.space(), "V", {nest.iterator(inside.depth)})
            .as_map();
    isl::set own = nest.domain.apply(value);
    values = values ? values->unite(own) : own;
    wide |= mayExceedInt(nest.instances(), inside.depth,
                         typesIn(program, nest.calls));
    isBound |= inside.depth == 0 || !isChosenByCalls(nest, inside.depth);
  }
  const isl::set all = values->intersect_params(program.context).coalesce();
  auto bounds = poly::parameterBounds(all, 0);
  if (!bounds || !(isBound || hasConstantSize(*bounds)))
    return refuse("loop '" + loop +
                  "' has no bounds in the parameters, so its iterations cannot "
                  "be numbered");
  // `i += 2` has every other number only.
  const long step = std::max(poly::longValue(all.stride(0)).value_or(1), 1L);
  result.end = countOf(*bounds, step);
  *bounds = orEmpty(program, *bounds);
  result.range = {bounds->first, countOf(*bounds, step), step};
  if (wide)
    result.indexType = ElementType::int64();
  return llvm::Error::success();
}

} // namespace

const NumberedLoop::Inside &
NumberedLoop::inside(const std::string &statement) const {
  return *llvm::find_if(
      insides, [&](const Inside &one) { return one.name == statement; });
}

llvm::Expected<NumberedLoop> numberedLoop(const Program &program,
                                          const std::string &statement,
                                          const std::string &loop) {
  auto node = requireLoop(program, statement, loop);
  if (!node)
    return node.takeError();
  NumberedLoop result;
  if (llvm::Error error = findStatements(program, **node, result))
    return error;
  if (llvm::Error error = findRange(program, loop, result))
    return error;
  return result;
}

std::string startedBy(const NumberedLoop &loop) {
  for (const NumberedLoop::Inside &inside : loop.insides) {
    const Statement &nest = inside.nest.statement;
    auto stepOf = [&](const isl::set &values) {
      return poly::longValue(values.stride(inside.depth)).value_or(1);
    };
    std::vector<unsigned> inner;
    for (unsigned dim = inside.depth + 1; dim < nest.iterators.size(); ++dim)
      inner.push_back(dim);
    const isl::set values = poly::eliminateDims(nest.domain, inner);
    if (stepOf(values) <= loop.range.step)
      continue;
    for (unsigned dim = 0; dim < inside.depth; ++dim)
      if (stepOf(poly::eliminateDims(values, {dim})) < stepOf(values))
        return nest.iterators[dim];
  }
  return "";
}

InstanceMap permutedInstances(const Program &program,
                              const NumberedLoop::Inside &inside,
                              const std::string &loop, const Statement &made,
                              const isl::pw_multi_aff &map,
                              const std::string &perm, unsigned at,
                              const std::string &lister) {
  isl::pw_multi_aff toOld = inside.nest.toOld.pullback(map);
  InstanceMap from{inside.name, inside.name, toOld};
  UninterpretedCall listedCall{perm, {made.iterator(at)}};
  if (!made.calls.count(callName(listedCall, made.iterators)))
    addCall(from.calls, listedCall, made.iterators, made.space());
  CallTable others = callsOfMap(inside.nest.statement, map, toOld, made);
  from.calls.insert(others.begin(), others.end());
  const ScheduleTree &tree = program.phaseOf(inside.name)->tree;
  isl::pw_aff value = tree.findLoop(inside.name, loop)->values.at(inside.name);
  Enumeration listed;
  listed.inspector = lister;
  listed.visit =
      poly::makeMap(program.statement(inside.name).space(), lister, {value});
  listed.touched = {value};
  listed.position = at;
  listed.mayListMore = true;
  from.listed = std::move(listed);
  return from;
}

void dropListedBounds(Statement &made, const IterationRange &range,
                      const isl::pw_aff &number, const Program &program) {
  isl::set known = range.numbers(number).intersect_params(program.context);
  made.constraints = poly::withDimNames(made.constraints.gist(known).coalesce(),
                                        made.iterators);
}

void addPermutationFacts(Program &program, const std::string &perm,
                         const NumberedLoop &loop) {
  isl::pw_aff zero = poly::constant(isl::space::unit(program.context.ctx()), 0);
  program.facts.push_back(provedRange(perm, zero, loop.end));
  Fact permutation = provedFact(Fact::Kind::Permutation, {perm});
  permutation.upper = loop.range.count;
  program.facts.push_back(permutation);
}

} // namespace sparsec
