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
/// lists are different ones (fuse_kernels) do. Loops that are not listed are
/// projected out; an element that is read where one of them stands, as
/// `col[j]` in `col[j] == k` is, has another value in each of its iterations,
/// and there is no rule.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compactor.h"
#include "Compaction/Guard.h"

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Whether the constraints of \p visitor still ask for an element that is read
/// at a place that one of \p loops, projected out of them, decides.
static bool readsAtLoops(const Statement &visitor,
                         const std::vector<unsigned> &loops) {
  return llvm::any_of(callsOfGuard(visitor), [&](const std::string &call) {
    return llvm::any_of(loops, [&](unsigned loop) {
      return argumentsInvolve(visitor, call, loop);
    });
  });
}

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
  std::vector<unsigned> projected;
  for (unsigned at = 0; at < visit.size(); ++at) {
    auto list = indices.find(visit[at]);
    if (list != indices.end() && llvm::is_contained(set.keys, visit[at])) {
      values.push_back(addCall(lists, {list->second, {place}}, {"p"}, space));
      continue;
    }
    // Any value: nothing that is left depends on it.
    values.push_back(poly::constant(space, 0));
    projected.push_back(at);
    visitor.constraints = withoutLoop(visitor.constraints, at, visitor);
  }
  if (readsAtLoops(visitor, projected))
    return;
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
