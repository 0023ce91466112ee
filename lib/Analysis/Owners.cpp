//===- Owners.cpp - whose copy of an array an instance uses ---------------===//

#include "sparsec/Analysis/Owners.h"

namespace sparsec {

std::vector<isl::pw_aff> ownerOf(const Array &array, const Statement &statement,
                                 const ScheduleTree &tree) {
  std::vector<isl::pw_aff> owner;
  auto known = statement.sharing.find(array.name);
  if (known != statement.sharing.end() && !known->second.owner.empty())
    return known->second.owner;
  if (array.privateDepth <= 0 || array.liveOut)
    return owner;
  size_t depth = size_t(array.privateDepth);
  if (array.isScalar())
    for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
      owner.push_back(statement.iterator(pos));
  else
    for (const ScheduleTree *loop : tree.loopsAround(statement.name))
      owner.push_back(loop->values.at(statement.name));
  if (owner.size() > depth)
    owner.erase(owner.begin() + long(depth), owner.end());
  return owner;
}

} // namespace sparsec
