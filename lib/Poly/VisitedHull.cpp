//===- VisitedHull.cpp - where generated loops may go ---------------------===//

#include "sparsec/Poly/VisitedHull.h"
#include "sparsec/Poly/SingleValued.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace sparsec::poly {

/// `{ [t..] : t_pos = value }` where \p set has one value of dimension \p pos
/// for those before it; null where there may be several. Of it isl makes no
/// loop, so that its bounds, `i < n` of 0 <= i <= 1 by twos, are conditions on
/// what is left.
static isl::set fixedValue(const isl::set &set, unsigned pos) {
  const unsigned dims = unsigned(isl_set_dim(set.get(), isl_dim_set));
  isl_set *outer =
      isl_set_project_out(set.copy(), isl_dim_set, pos + 1, dims - pos - 1);
  isl::map map = isl::manage(isl_map_move_dims(
      isl_map_from_range(outer), isl_dim_in, 0, isl_dim_out, 0, pos));
  if (!isSingleValued(map))
    return isl::set();
  isl_set *graph = isl_set_empty(isl_set_get_space(set.get()));
  map.as_pw_multi_aff().foreach_piece([&](const isl::set &,
                                          const isl::multi_aff &value) {
    isl_map *everywhere =
        isl_map_move_dims(isl_map_from_multi_aff(value.copy()), isl_dim_out, 0,
                          isl_dim_in, 0, pos);
    graph = isl_set_union(graph, isl_set_insert_dims(isl_map_range(everywhere),
                                                     isl_dim_set, pos + 1,
                                                     dims - pos - 1));
  });
  return isl::manage(graph);
}

/// Whether some of \p set is given by floors, as every other iteration is.
static bool hasFloors(const isl::set &set) {
  bool has = false;
  set.foreach_basic_set([&](const isl::basic_set &part) {
    has |= isl_basic_set_dim(part.get(), isl_dim_div) > 0;
  });
  return has;
}

/// \p all with floors that have one value replaced by it, `floor(t / 64)` of 0
/// <= t < 64. isl leaves them where a map to [floor(i / 64), i % 64] made them.
static isl::set withoutSettledFloors(const isl::set &all) {
  isl::set result = isl::set::empty(all.space());
  isl::set known = isl::manage(isl_set_compute_divs(all.copy()));
  known.foreach_basic_set([&](const isl::basic_set &part) {
    isl::set settled(part);
    const int floors = isl_basic_set_dim(part.get(), isl_dim_div);
    for (int pos = 0; pos < floors; ++pos) {
      isl::aff value =
          isl::manage(isl_basic_set_get_div(part.get(), pos)).floor();
      isl::val least = isl::manage(isl_set_min_val(settled.get(), value.get()));
      isl::val most = isl::manage(isl_set_max_val(settled.get(), value.get()));
      if (least.is_int() && least.eq(most))
        settled = settled.intersect(isl::pw_aff(value).eq_set(
            isl::pw_aff(all.space().zero_aff_on_domain()).add_constant(least)));
    }
    result = result.unite(settled);
  });
  return result;
}

isl::set visitedHull(const isl::set &given) {
  const isl::set set = hasFloors(given) ? withoutSettledFloors(given) : given;
  const unsigned dims = unsigned(isl_set_dim(set.get(), isl_dim_set));
  isl_basic_set *hull = isl_set_simple_hull(
      isl_set_remove_divs_involving_dims(set.copy(), isl_dim_set, 0, dims));
  isl::set fixed = isl::set::universe(set.space());
  for (unsigned pos = 0; hasFloors(set) && pos < dims; ++pos)
    if (isl::set value = fixedValue(set, pos); !value.is_null()) {
      fixed = fixed.intersect(value);
      hull = isl_basic_set_eliminate(hull, isl_dim_set, pos, 1);
    }
  hull = isl_basic_set_drop_constraints_not_involving_dims(hull, isl_dim_set, 0,
                                                           dims);
  return isl::manage(isl_set_from_basic_set(hull)).intersect(fixed);
}

} // namespace sparsec::poly
