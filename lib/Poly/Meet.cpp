//===- Meet.cpp - intersections without questions -------------------------===//

#include "sparsec/Poly/Meet.h"

#include <isl/set.h>

namespace sparsec::poly {

/// With the parameters of \p other before its own others.
static isl::set aligned(const isl::set &set, const isl::set &other) {
  return isl::manage(
      isl_set_align_params(set.copy(), isl_set_get_space(other.get())));
}

static isl::basic_set firstOf(const isl::set &set) {
  isl_basic_set_list *list = isl_set_get_basic_set_list(set.get());
  isl_basic_set *first = isl_basic_set_list_get_at(list, 0);
  isl_basic_set_list_free(list);
  return isl::manage(first);
}

isl::set meet(const isl::set &a, const isl::set &b) {
  const isl::set first = aligned(a, b), second = aligned(b, first);
  // The empty set is no conjunction.
  if (first.n_basic_set() != 1 || second.n_basic_set() != 1)
    return first.intersect(second);
  return isl::set(firstOf(first).intersect(firstOf(second)));
}

isl::set meetParams(const isl::set &set, const isl::set &params) {
  const isl::set first = aligned(set, params), second = aligned(params, first);
  if (first.n_basic_set() != 1 || second.n_basic_set() != 1)
    return first.intersect_params(second);
  return isl::set(firstOf(first).intersect_params(firstOf(second)));
}

} // namespace sparsec::poly
