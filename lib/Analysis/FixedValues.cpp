//===- FixedValues.cpp - what facts say of values of loops ----------------===//

#include "sparsec/Analysis/FixedValues.h"

#include "InstancePair.h"

namespace sparsec {

bool isFixedBy(const Program &program, const Statement &statement,
               const std::vector<unsigned> &known, unsigned dim) {
  std::vector<isl::pw_aff> values;
  for (unsigned pos : known)
    values.push_back(statement.iterator(pos));
  return isFixedBy(program, statement, values, dim);
}

bool isFixedBy(const Program &program, const Statement &statement,
               const std::vector<isl::pw_aff> &known, unsigned dim) {
  return proves(program.context.ctx(), [&] {
    isl::space pair = pairSpace(statement, statement);
    UninterpretedFunctionSolver facts(program, pair);
    UninterpretedFunctionSolver::Import first =
        facts.import(statement.calls, pair.unwrap().domain_map_pw_multi_aff());
    UninterpretedFunctionSolver::Import second =
        facts.import(statement.calls, pair.unwrap().range_map_pw_multi_aff());
    isl::set points = first.set(statement.instances())
                          .intersect(second.set(statement.instances()))
                          .intersect_params(program.context);
    for (const isl::pw_aff &value : known)
      points = points.intersect(first.value(value).eq_set(second.value(value)));
    // Of two instances that differ one is the first.
    points =
        points.intersect(first.value(statement.iterator(dim))
                             .lt_set(second.value(statement.iterator(dim))));
    // Bounds alone may tell, quotients in them too.
    return points.is_empty() || facts.provesEmpty(points);
  });
}

bool isNeverNegative(const Program &program, const Statement &statement,
                     const isl::pw_aff &value) {
  return proves(program.context.ctx(), [&] {
    const isl::space space = statement.space();
    UninterpretedFunctionSolver facts(program, space);
    UninterpretedFunctionSolver::Import here =
        facts.import(statement.calls, space.identity_multi_aff_on_domain());
    return facts.provesEmpty(
        here.set(statement.instances())
            .intersect_params(program.context)
            .intersect(here.value(value).lt_set(poly::constant(space, 0))));
  });
}

} // namespace sparsec
