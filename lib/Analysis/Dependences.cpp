//===- Dependences.cpp - which instances must stay in order ---------------===//
///
/// \file
/// May-dependences within one phase, pair by pair of accesses and level by
/// level of the order. A pair that no index array satisfying the facts allows
/// is dropped (CallFacts::provesEmpty); everything else stays.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Dependences.h"

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// All dependences from instances of one statement to those of another.
void collect(const Program &program, const Phase &phase,
             const Statement &source, const Statement &sink,
             std::vector<MayDependence> &result) {
  std::optional<InstancePair> pair;
  std::vector<OrderLevel> levels;
  for (const Touch &first : touchesOf(source))
    for (const Touch &second : touchesOf(sink)) {
      if (!mayConflict(first, second))
        continue;
      if (!pair) {
        pair.emplace(program, program, source, sink);
        levels = pair->orderLevels(pair->first, pair->second);
      }
      isl::set touching = pair->instances().intersect(
          pair->sameElement(pair->first, first, pair->second, second));
      isl::set possible = isl::set::empty(pair->facts.space());
      MayDependence dependence;
      for (const OrderLevel &level : levels) {
        isl::set points = touching.intersect(level.order);
        if (proves(program.context.ctx(),
                   [&] { return pair->facts.provesEmpty(points); }))
          continue;
        possible = possible.unite(points);
        dependence.loops.push_back(level.loop ? level.loop->name : "");
      }
      if (dependence.loops.empty())
        continue;
      dependence.kind = kindOf(first, second);
      dependence.source = source.name;
      dependence.sink = sink.name;
      dependence.array = first.array;
      dependence.relation = possible.unwrap();
      dependence.isReduction = areReductions(first, second);
      result.push_back(std::move(dependence));
    }
}

} // namespace

MayDependence::Kind kindOf(const Touch &first, const Touch &second) {
  if (first.isWrite && second.isRead)
    return MayDependence::Kind::Flow;
  return first.isWrite ? MayDependence::Kind::Output
                       : MayDependence::Kind::Anti;
}

std::vector<MayDependence> mayDependences(const Program &program,
                                          const Phase &phase) {
  std::vector<MayDependence> result;
  std::vector<std::string> statements = phase.tree.statements();
  for (const std::string &source : statements)
    for (const std::string &sink : statements)
      collect(program, phase, program.statement(source),
              program.statement(sink), result);
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
