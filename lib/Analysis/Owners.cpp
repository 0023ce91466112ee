//===- Owners.cpp - whose copy of an array an instance uses ---------------===//

#include "sparsec/Analysis/Owners.h"

#include "InstancePair.h"

#include "llvm/ADT/STLExtras.h"

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

/// Whether an instance of \p a and one of \p b may use one copy of \p array,
/// and one of them writes it.
static bool mayShare(const Program &program, const std::string &array,
                     const Statement &a, const Statement &b) {
  for (const auto &[first, second] : conflictingTouches(a, b)) {
    if (first.array != array)
      continue;
    const InstancePair pair(program, program, a, b);
    const isl::set touching = pair.instances().intersect(
        pair.sameElement(pair.first, first, pair.second, second));
    if (!proves(program.context.ctx(),
                [&] { return pair.facts.provesEmpty(touching); }))
      return true;
  }
  return false;
}

std::string otherUser(const Program &program, const std::string &array,
                      const std::vector<std::string> &users) {
  for (const auto &[name, other] : program.statements)
    for (const std::string &user : users)
      if (!llvm::is_contained(users, name) &&
          mayShare(program, array, program.statement(user), other))
        return name;
  return "";
}

} // namespace sparsec
