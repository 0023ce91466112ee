//===- SingleValued.cpp - whether relations are functions -----------------===//

#include "sparsec/Poly/SingleValued.h"

#include <isl/map.h>

namespace sparsec::poly {

bool isSingleValued(const isl::map &map) {
  isl_map *origin = map.copy();
  const unsigned dims = unsigned(isl_map_dim(origin, isl_dim_in));
  for (unsigned pos = 0; pos < dims; ++pos)
    origin = isl_map_fix_si(origin, isl_dim_in, pos, 0);
  return isl::manage(origin).is_single_valued() && map.is_single_valued();
}

bool isSubset(const isl::set &part, const isl::set &whole) {
  isl_bool isEqual = isl_set_plain_is_equal(part.get(), whole.get());
  return isEqual == isl_bool_true || part.is_subset(whole);
}

} // namespace sparsec::poly
