//===- ListedRule.cpp - what the values of a list have in common ----------===//
///
/// \file
/// A list has the values at which its inspector records them, and nothing else:
///
///     for i                                  forall p: 0 <= p < count =>
///       if (index[i + 1] - index[i] > 9)  =>   index[list[p] + 1]
///         record i                               - index[list[p]] > 9
///
/// The executor does not ask again. Steps that have to know that rows of two
/// lists are different ones (fuse_kernels) do.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compactor.h"

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

void Compactor::addListedRule(const std::string &recorder) {
  if (recorder.empty() || !set.outer.empty() || positions.listsMore())
    return;
  Statement visitor = next.statement(recorder);
  const CompactedDomain::Dims visit = set.visit();
  if (visitor.iterators.size() != visit.size())
    return;
  const isl::space space = poly::tupleSpace(next.context.ctx(), "", 1);
  const isl::pw_aff place = poly::dimension(space, 0);
  CallTable lists;
  std::vector<isl::pw_aff> values;
  for (unsigned at = 0; at < visit.size(); ++at) {
    auto list = indices.find(visit[at]);
    if (list != indices.end() && llvm::is_contained(set.keys, visit[at])) {
      values.push_back(addCall(lists, {list->second, {place}}, {"p"}, space));
      continue;
    }
    values.push_back(poly::constant(space, 0));
    visitor.constraints = withoutLoop(visitor.constraints, at, visitor);
  }
  visitor.assignment.reset();
  visitor.action.reset();
  dropUnusedCalls(visitor);
  // What bounds alone say is known of the list's range.
  if (lists.empty() || visitor.calls.empty())
    return;
  const isl::set whole = isl::set::universe(space);
  const Statement listed =
      pullBack(visitor, "", {"p"}, poly::makeMap(space, visitor.name, values),
               lists, whole, whole);
  const isl::pw_aff count =
      poly::onSpace(poly::parameter(in.parameters(), in.names.count), space);
  Fact fact = provedFact(Fact::Kind::Rule, {indices.begin()->second});
  fact.rule = Fact::Rule{
      listed.calls,
      poly::constant(space, 0).le_set(place).intersect(place.lt_set(count)),
      listed.constraints};
  fact.text =
      "what the values of " + indices.begin()->second + " are listed for";
  next.facts.push_back(std::move(fact));
}

} // namespace sparsec
