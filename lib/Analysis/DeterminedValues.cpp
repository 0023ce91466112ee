//===- DeterminedValues.cpp - values that follow from others --------------===//

#include "sparsec/Analysis/DeterminedValues.h"

#include "InstancePair.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool determine(const Program &program, const std::string &statement,
               const std::vector<isl::pw_aff> &given,
               const std::vector<isl::pw_aff> &asked) {
  const Statement &user = program.statement(statement);
  InstancePair pair(program, program, user, user);
  isl::set equal = pair.instances();
  for (const isl::pw_aff &value : given)
    equal = poly::meet(equal, pair.first.import.value(value).eq_set(
                                  pair.second.import.value(value)));
  return llvm::all_of(asked, [&](const isl::pw_aff &value) {
    // Of two instances that differ, one has the smaller value.
    const isl::set smaller =
        pair.first.import.value(value).lt_set(pair.second.import.value(value));
    return proves(program.context.ctx(), [&] {
      return pair.facts.provesEmpty(poly::meet(equal, smaller));
    });
  });
}

} // namespace sparsec
