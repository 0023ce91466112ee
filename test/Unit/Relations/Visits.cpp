//===- Visits.cpp - the pairs that an inspector would visit ---------------===//

#include "Visits.h"

#include "sparsec/Transforms/LoopNest.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::test {

/// \p nest with the dimensions \p own and \p other counted the other way.
static Statement turned(const Statement &nest, unsigned own, unsigned other) {
  isl::space space = nest.space();
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < nest.iterators.size(); ++dim) {
    isl::pw_aff value = poly::dimension(space, dim);
    values.push_back(dim == own || dim == other ? value.neg() : value);
  }
  isl::set all = isl::set::universe(space);
  return pullBack(nest, nest.name, nest.iterators,
                  poly::makeMap(space, nest.name, values), {}, all, all);
}

std::optional<Visits> Visits::make(const Program &program,
                                   const ScheduleTree &loop) {
  Visits result;
  std::optional<Reading> time = Reading::of(loop.values.begin()->second);
  if (!time)
    return std::nullopt;
  result.sign = time->isNegated ? -1 : 1;
  IterationOrder order = iterationOrder(program, program.executePhase(), loop);
  for (PairVisit &visit : order.visits) {
    Statement body = visit.nest;
    Action action;
    if (visit.key)
      action.record = {poly::parameter(body.space(), *visit.key)};
    body.action = std::move(action);
    Statement statement = projectNest(std::move(body), "visit", visit.dims);
    Nest nest;
    nest.other =
        size_t(llvm::find(visit.dims, visit.other) - visit.dims.begin());
    if (time->isNegated)
      statement = turned(statement, 0, unsigned(nest.other));
    nest.statement = ConcreteStatement::make(statement);
    if (!nest.statement || !visit.isCheap)
      return std::nullopt;
    if (visit.key) {
      nest.key = Reading::of(statement.action->record.front());
      if (!nest.key)
        return std::nullopt;
    } else {
      nest.other =
          size_t(llvm::find(visit.dims, visit.other) - visit.dims.begin());
    }
    result.nests.push_back(std::move(nest));
  }
  return result;
}

void Visits::run(const Numbers &numbers) {
  pairs.clear();
  withKey.clear();
  for (size_t number = 0; number < nests.size(); ++number) {
    const Nest &nest = nests[number];
    for (const Point &point : nest.statement->instances(numbers)) {
      if (!nest.key) {
        pairs.insert({sign * point[0], sign * point[nest.other]});
        continue;
      }
      long key = nest.key->in(nest.statement->at(point, numbers));
      withKey[{number, key}].insert(sign * point[0]);
    }
  }
}

bool Visits::order(long first, long second) const {
  return pairs.count({first, second}) || pairs.count({second, first}) ||
         llvm::any_of(withKey, [&](const auto &entry) {
           return entry.second.count(first) && entry.second.count(second);
         });
}

} // namespace sparsec::test
