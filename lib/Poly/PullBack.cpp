//===- PullBack.cpp - values and sets seen through a map ------------------===//

#include "sparsec/Poly/PullBack.h"

#include <isl/aff.h>

namespace sparsec::poly {

static std::string marked(const std::string &name) { return "old:" + name; }

/// \p old through a map, by \p pull. Names that change are marked on the way,
/// as the map may speak of others that are called so.
template <typename Object, typename Pull>
static Object renamed(Object old, const Renaming &names, Pull pull) {
  std::vector<std::pair<std::string, std::string>> changed;
  for (const std::string &name : paramNames(old.space()))
    if (auto found = names.find(name);
        found != names.end() && found->second != name)
      changed.emplace_back(name, found->second);
  for (const auto &[from, to] : changed)
    old = renameParam(old, from, marked(from));
  Object result = pull(old);
  for (const auto &[from, to] : changed)
    result = renameParam(result, marked(from), to);
  return result;
}

/// What isl's pullback does without a look at domains, of which there are none.
static isl::pw_aff whole(const isl::aff &value, const isl::multi_aff &map) {
  isl_aff *old =
      isl_aff_align_params(value.copy(), isl_multi_aff_get_space(map.get()));
  isl_multi_aff *through =
      isl_multi_aff_align_params(map.copy(), isl_aff_get_space(old));
  return isl::manage(
      isl_pw_aff_from_aff(isl_aff_pullback_multi_aff(old, through)));
}

isl::pw_aff pullBack(isl::pw_aff value, const isl::pw_multi_aff &map,
                     const Renaming &names) {
  auto pull = [&](const isl::pw_aff &old) {
    if (old.isa_aff() && map.isa_multi_aff())
      return whole(old.as_aff(), map.as_multi_aff());
    return old.pullback(map).coalesce();
  };
  return renamed(std::move(value), names, pull);
}

isl::set pullBack(isl::set set, const isl::pw_multi_aff &map,
                  const Renaming &names) {
  return renamed(std::move(set), names,
                 [&](const isl::set &old) { return old.preimage(map); });
}

} // namespace sparsec::poly
