//===- ArrayCopyOwners.cpp - copies of arrays that loops own --------------===//
///
/// \file
/// Nothing has to be copied into or out of elements that begin and end inside.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/Analysis/Owners.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// `{ owner[..] }`, the owners of private elements of the array that instances
/// of \p user work on, or more than these.
isl::set ArrayCopy::ownersOf(const Statement &user) const {
  isl::set instances = user.instances();
  isl::set owners =
      instances.apply(poly::makeMap(instances.space(), "owner",
                                    ownerOf(before.arrays.at(array), user,
                                            before.phaseOf(user.name)->tree))
                          .as_map());
  for (const auto &call : user.calls)
    owners = poly::dropParam(owners, call.first);
  return owners;
}

/// Whether \p other and the users may work on one copy of the array.
bool ArrayCopy::sharesOwner(const Statement &other) const {
  isl::set owners = ownersOf(other);
  return llvm::any_of(users, [&](const std::string &name) {
    isl::set used = ownersOf(before.statement(name));
    return used.tuple_dim() != owners.tuple_dim() || !used.is_disjoint(owners);
  });
}

/// Whether no statement beside the users works on a copy that they work on.
bool ArrayCopy::ownersAreUsers() const {
  return llvm::all_of(before.statements, [&](const auto &entry) {
    return llvm::is_contained(users, entry.first) ||
           llvm::none_of(
               entry.second.accesses(),
               [&](const Access &access) { return access.array == array; }) ||
           !sharesOwner(entry.second);
  });
}

/// Whether each run of the place begins with elements that nothing has set: no
/// owner of them, `{ O[outer] -> owner[..] }`, has another run or is elsewhere.
bool ArrayCopy::beginsUnset() {
  const Array &original = before.arrays.at(array);
  if (original.liveOut || original.privateDepth < 0)
    return false;
  std::optional<OuterRelation> owners;
  for (const std::string &name : users) {
    OuterRelation own = view.see(
        name, "owner", ownerOf(original, before.statement(name), tree));
    if (owners &&
        owners->relation.range_tuple_dim() != own.relation.range_tuple_dim())
      return false;
    if (owners)
      owners->unite(own);
    else
      owners = own;
  }
  return owners && owners->relation.reverse().is_single_valued() &&
         ownersAreUsers();
}

/// Whether nothing reads the array once the place has run: its owners begin and
/// end inside, or no run of it reads what another one has left.
bool ArrayCopy::isDeadAfter() const {
  const Array &original = before.arrays.at(array);
  if (original.liveOut || original.privateDepth < 0 ||
      (original.privateDepth < int(depth) && read))
    return false;
  return ownersAreUsers();
}

} // namespace sparsec
