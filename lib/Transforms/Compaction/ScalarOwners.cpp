//===- ScalarOwners.cpp - loops that own private scalars ------------------===//

#include "Compaction/ScalarOwners.h"

#include "sparsec/Analysis/DeterminedValues.h"
#include "sparsec/Analysis/Owners.h"

#include <algorithm>

namespace sparsec {

int loopsOfOwner(const Program &program, const std::string &statement,
                 const Array &array) {
  const Statement &user = program.statement(statement);
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  const std::vector<isl::pw_aff> owner = ownerOf(array, user, tree);
  int depth = 0;
  for (const ScheduleTree *loop : tree.loopsAround(statement)) {
    if (!determine(program, statement, owner, {loop->values.at(statement)}))
      break;
    ++depth;
  }
  return depth;
}

bool hasOtherIterators(const Program &program, const std::string &statement,
                       size_t depth) {
  const Statement &of = program.statement(statement);
  const auto loops = program.phaseOf(statement)->tree.loopsAround(statement);
  for (size_t pos = 0; pos < std::min(depth, loops.size()); ++pos)
    if (pos < of.iterators.size() &&
        !loops[pos]->values.at(statement).plain_is_equal(
            of.iterator(unsigned(pos))))
      return true;
  return false;
}

} // namespace sparsec
