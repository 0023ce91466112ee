//===- Guard.cpp - what the calls of a guard depend on --------------------===//

#include "Compaction/Guard.h"

#include "Compaction/CompactedDomain.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

bool argumentsInvolve(const Statement &nest, const std::string &name,
                      unsigned dim) {
  const UninterpretedCall &call = nest.calls.at(name);
  return llvm::any_of(call.arguments,
                      [&](const isl::pw_aff &argument) {
                        return poly::involvesDim(argument, dim);
                      }) ||
         llvm::any_of(nestedCalls(call, nest.calls),
                      [&](const std::string &nested) {
                        return argumentsInvolve(nest, nested, dim);
                      });
}

std::vector<std::string> callsOfGuard(const Statement &nest) {
  std::vector<std::string> pending, result;
  for (const auto &entry : nest.calls)
    if (poly::involvesParam(nest.constraints, entry.first))
      pending.push_back(entry.first);
  while (!pending.empty()) {
    const std::string name = pending.back();
    pending.pop_back();
    if (llvm::is_contained(result, name))
      continue;
    result.push_back(name);
    llvm::append_range(pending, nestedCalls(nest.calls.at(name), nest.calls));
  }
  return result;
}

bool involvesLoop(const Statement &nest, const isl::pw_aff &value,
                  unsigned dim) {
  return poly::involvesDim(value, dim) ||
         llvm::any_of(nest.calls, [&](const auto &entry) {
           return poly::involvesParam(value, entry.first) &&
                  argumentsInvolve(nest, entry.first, dim);
         });
}

bool areEqual(const isl::pw_aff &a, const isl::pw_aff &b) {
  return poly::constantValue(poly::dropUnusedParams(a.sub(b))) == 0;
}

/// Whether the loops but \p dim leave one value of the call \p name.
static bool isValueFixed(const Statement &nest, const isl::set &guard,
                         const std::string &name, unsigned dim) {
  isl::set values = poly::eliminateDims(guard, {dim});
  isl::set others = poly::renameParam(values, name, "other:" + name);
  isl::set differ = poly::parameter(nest.space(), name)
                        .ne_set(poly::parameter(nest.space(), "other:" + name));
  return values.intersect(others).intersect(differ).is_empty();
}

/// Whether pointers(r) <= dim < pointers(r + 1) for an r of other loops.
static bool isInSegment(const Statement &nest, const isl::set &guard,
                        unsigned dim, const std::string &pointers) {
  isl::pw_aff value = nest.iterator(dim);
  for (const auto &low : nest.calls) {
    UninterpretedCall end = low.second;
    if (end.function != pointers || argumentsInvolve(nest, low.first, dim))
      continue;
    end.arguments[0] = end.arguments[0].add_constant(1);
    std::string endName = callName(end, nest.iterators);
    if (!nest.calls.count(endName))
      continue;
    isl::space space = nest.space();
    if (guard.is_subset(poly::parameter(space, low.first).le_set(value)) &&
        guard.is_subset(value.lt_set(poly::parameter(space, endName))))
      return true;
  }
  return false;
}

std::vector<SegmentList>
listsOfEliminated(const CompactedDomain &set, const isl::set &guard,
                  const std::vector<std::string> &guardCalls) {
  std::vector<SegmentList> lists;
  if (set.eliminated.size() != 1)
    return lists;
  const unsigned dim = set.eliminated.front();
  std::set<std::string> functions;
  for (const auto &entry : set.nest.calls)
    functions.insert(entry.second.function);
  for (const std::string &name : guardCalls) {
    const UninterpretedCall &call = set.nest.calls.at(name);
    if (call.arguments.size() != 1 ||
        !areEqual(call.arguments[0], set.nest.iterator(dim)) ||
        !isValueFixed(set.nest, guard, name, dim))
      continue;
    for (const std::string &pointers : functions)
      if (isInSegment(set.nest, guard, dim, pointers))
        lists.push_back({call.function, pointers});
  }
  return lists;
}

bool isUnique(const Program &program, const SegmentList &list) {
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    const bool tellsApart = fact.kind == Fact::Kind::Unique ||
                            (fact.kind == Fact::Kind::Sorted && fact.strict);
    return tellsApart && fact.arrays[0] == list.values &&
           fact.arrays[1] == list.pointers;
  });
}

} // namespace sparsec
