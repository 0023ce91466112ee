//===- FixedValues.cpp - loops whose values others tell -------------------===//

#include "sparsec/Analysis/FixedValues.h"

#include "InstancePair.h"

namespace sparsec {

bool isFixedBy(const Program &program, const Statement &statement,
               const std::vector<unsigned> &known, unsigned dim) {
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
    for (unsigned pos : known)
      points =
          points.intersect(first.value(statement.iterator(pos))
                               .eq_set(second.value(statement.iterator(pos))));
    // Of two instances that differ one is the first.
    return facts.provesEmpty(
        points.intersect(first.value(statement.iterator(dim))
                             .lt_set(second.value(statement.iterator(dim)))));
  });
}

} // namespace sparsec
