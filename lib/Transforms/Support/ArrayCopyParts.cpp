//===- ArrayCopyParts.cpp - copies of several iterations, side by side ----===//
///
/// \file
/// One block may run several iterations of a loop at once, each of which works
/// on a copy of its own. The copies are then parts of one array:
///
///     for b (block)                   double w_shared[4][64]
///       for i in [0, 4) (thread)      for b (block)
///         .. w[index[4*b+i] + k] ..     for i in [0, 4) (thread)
///                                         .. w_shared[i][k] ..
///
/// The array has a dimension for each such loop, before those of the copied
/// one: `{ S[..] -> [value of the loop - its first value] }`.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/IR/DeviceLimits.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Sets the positions of \p loops among the loops outside the place.
llvm::Error ArrayCopy::placeParts(const std::vector<std::string> &loops) {
  const std::vector<const ScheduleTree *> around = tree.loopsAround(statement);
  for (const std::string &loop : loops) {
    auto found = llvm::find_if(
        around, [&](const ScheduleTree *each) { return each->name == loop; });
    const auto pos = unsigned(found - around.begin());
    if (pos >= depth)
      return refuse("loop '" + loop + "' is inside of " + place.text() +
                    ", whose iteration has one copy; name loops around it, or "
                    "itself");
    if (!apart.empty() && apart.back() >= pos)
      return refuse("name loops whose copies are apart once, from the "
                    "outermost in");
    apart.push_back(pos);
  }
  return llvm::Error::success();
}

/// The values that the loops of the parts have, `{ O[..] -> P[values] }` for
/// the loops outside all of them.
llvm::Error ArrayCopy::findParts(const std::vector<std::string> &loops) {
  if (loops.empty())
    return llvm::Error::success();
  if (llvm::Error error = placeParts(loops))
    return error;
  for (const std::string &user : users)
    if (!callsOf(user).empty())
      return refuse("'" + array +
                    "' is an index array; copies of these are one for all "
                    "threads of a block");
  partsView.emplace(before, tree, statement, apart.front());
  std::optional<OuterRelation> values;
  for (const std::string &user : users) {
    OuterRelation seen = partsView->see(user, "P", partsOf(user));
    seen.relation = seen.relation.intersect_params(before.context);
    if (values)
      values->unite(seen);
    else
      values = seen;
  }
  parts = constantBox(values->relation.coalesce());
  if (!parts)
    return refuse("no constant number of iterations bounds loop '" +
                  loops.front() +
                  "', each of which is to have a part of the "
                  "copy; tile it");
  const long bytes = long(before.arrays.at(array).type.bytes);
  const long most = device::maxStaticSharedBytesPerBlock / bytes;
  const long each = box->elements(most);
  if (each * parts->elements(most) > most)
    return refuse("the copies of '" + array + "' for loop '" + loops.front() +
                  "' together would need more than " +
                  llvm::Twine(device::maxStaticSharedBytesPerBlock / 1024) +
                  " KiB; use smaller tiles");
  return llvm::Error::success();
}

/// The extents of the temporary: of the ring, of the parts, and of each part.
std::vector<long> ArrayCopy::sizes(long pad) const {
  std::vector<long> all;
  if (parts)
    all = parts->sizes;
  for (unsigned pos : order)
    all.push_back(box->sizes[pos]);
  if (!all.empty())
    all.back() += pad;
  if (stages > 1)
    all.insert(all.begin(), stages);
  return all;
}

/// `{ S[..] -> [value] }` of the loops of the parts around \p user.
std::vector<isl::pw_aff> ArrayCopy::partsOf(const std::string &user) const {
  const std::vector<const ScheduleTree *> around = tree.loopsAround(user);
  std::vector<isl::pw_aff> values;
  for (unsigned pos : apart)
    values.push_back(around[pos]->values.at(user));
  return values;
}

/// Puts the subscripts of its part before those of an element that \p user
/// touches, whose outer loops are \p toOuter, `{ S[..] -> O[outer] }`.
void ArrayCopy::addParts(Statement &user, const isl::pw_multi_aff &toOuter,
                         std::vector<isl::pw_aff> &subscripts) const {
  if (apart.empty())
    return;
  std::vector<isl::pw_aff> outside, inParts;
  for (unsigned pos = 0; pos < apart.front(); ++pos)
    outside.push_back(isl::pw_aff(toOuter.at(int(pos))));
  const isl::pw_multi_aff prefix = poly::makeMap(user.space(), "O", outside);
  for (unsigned pos = 0; pos < apart.size(); ++pos) {
    const isl::pw_aff first(parts->corner.at(int(pos)));
    inParts.push_back(isl::pw_aff(toOuter.at(int(apart[pos])))
                          .sub(partsView->lookFrom(user, prefix, first))
                          .coalesce());
  }
  subscripts.insert(subscripts.begin(), inParts.begin(), inParts.end());
}

} // namespace sparsec
