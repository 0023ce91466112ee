//===- RisingValues.cpp - values that rise with outer loops ---------------===//

#include "sparsec/Analysis/RisingValues.h"

#include "InstancePair.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/Poly/Meet.h"

namespace sparsec {

bool risesWith(const Program &program, const Statement &nest,
               const std::vector<unsigned> &outer, unsigned dim) {
  return proves(program.context.ctx(), [&] {
    const isl::space pair = pairSpace(nest, nest);
    UninterpretedFunctionSolver facts(program, pair);
    const auto first = facts.import(nest.calls,
                                    pair.unwrap().domain_map_pw_multi_aff()),
               second = facts.import(nest.calls,
                                     pair.unwrap().range_map_pw_multi_aff());
    auto inBoth = [&](unsigned iterator) {
      return std::pair(first.value(nest.iterator(iterator)),
                       second.value(nest.iterator(iterator)));
    };
    isl::set earlier = isl::set::empty(facts.space()),
             equal = isl::set::universe(facts.space());
    for (unsigned loop : outer) {
      const auto [one, other] = inBoth(loop);
      earlier = earlier.unite(equal.intersect(one.lt_set(other)));
      equal = equal.intersect(one.eq_set(other));
    }
    const auto [one, other] = inBoth(dim);
    isl::set points =
        poly::meet(first.set(nest.instances()), second.set(nest.instances()));
    points = poly::meetParams(
        points, contextOf(program, mentionedParameters(program, nest)));
    return facts.provesEmpty(
        points.intersect(earlier).intersect(other.lt_set(one)));
  });
}

} // namespace sparsec
