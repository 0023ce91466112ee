//===- Dependences.cpp - which instances must stay in order ---------------===//
///
/// \file
/// May-dependences within one phase, pair by pair of accesses and level by
/// level of the order. A pair that no index array satisfying the facts allows
/// is dropped (UninterpretedFunctionSolver::provesEmpty); everything else
/// stays.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Dependences.h"

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
/// The conflicts of two statements.
static void
forEachConflict(const Program &program, const Statement &source,
                const Statement &sink,
                const std::function<void(const Conflict &)> &visit) {
  std::optional<InstancePair> pair;
  std::vector<OrderLevel> levels;
  for (const auto &[first, second] : conflictingTouches(source, sink)) {
    if (!pair) {
      pair.emplace(program, program, source, sink);
      levels = pair->orderLevels(pair->first, pair->second);
    }
    isl::set touching = pair->instances().intersect(
        pair->sameElement(pair->first, first, pair->second, second));
    Conflict conflict{source, sink, first, second, *pair, levels};
    for (OrderLevel &level : conflict.levels)
      level.order = level.order.intersect(touching);
    visit(conflict);
  }
}

void forEachConflict(const Program &program, const Phase &phase,
                     const std::function<void(const Conflict &)> &visit) {
  std::vector<std::string> statements = phase.tree.statements();
  for (const std::string &source : statements)
    for (const std::string &sink : statements)
      forEachConflict(program, program.statement(source),
                      program.statement(sink), visit);
}

MayDependence::Kind kindOf(const Touch &first, const Touch &second) {
  if (first.isWrite && second.isRead)
    return MayDependence::Kind::Flow;
  return first.isWrite ? MayDependence::Kind::Output
                       : MayDependence::Kind::Anti;
}

std::string kindText(const Touch &first, const Touch &second) {
  static const char *const kinds[] = {"flow", "anti", "output"};
  if (areReductions(first, second))
    return "reduction";
  return kinds[unsigned(kindOf(first, second))];
}

std::vector<MayDependence> mayDependences(const Program &program,
                                          const Phase &phase) {
  std::vector<MayDependence> result;
  forEachConflict(program, phase, [&](const Conflict &conflict) {
    isl::set possible = isl::set::empty(conflict.pair.facts.space());
    MayDependence dependence;
    for (const OrderLevel &level : conflict.levels) {
      if (proves(program.context.ctx(),
                 [&] { return conflict.pair.facts.provesEmpty(level.order); }))
        continue;
      possible = possible.unite(level.order);
      dependence.loops.push_back(level.loop ? level.loop->name : "");
    }
    if (dependence.loops.empty())
      return;
    dependence.kind = kindOf(conflict.first, conflict.second);
    dependence.source = conflict.source.name;
    dependence.sink = conflict.sink.name;
    dependence.array = conflict.first.array;
    dependence.relation = possible.unwrap();
    dependence.isReduction = areReductions(conflict.first, conflict.second);
    result.push_back(std::move(dependence));
  });
  return result;
}

std::string describe(const MayDependence &dependence, const Program &program) {
  std::string kind =
      dependence.isReduction                         ? "reduction"
      : dependence.kind == MayDependence::Kind::Flow ? "flow dependence"
      : dependence.kind == MayDependence::Kind::Anti ? "anti dependence"
                                                     : "output dependence";
  std::vector<std::string> carriers;
  for (const std::string &loop : dependence.loops)
    carriers.push_back(loop.empty() ? "textual order" : "loop '" + loop + "'");
  return kind + " on '" + dependence.array + "' from " +
         instanceText(program.statement(dependence.source), "") + " to " +
         instanceText(program.statement(dependence.sink), "'") +
         ", carried by " + llvm::join(carriers, ", ");
}

} // namespace sparsec
