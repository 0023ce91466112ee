//===- Divisions.cpp - numbers that a set says exist ----------------------===//

#include "sparsec/Poly/Divisions.h"

#include <isl/set.h>

namespace sparsec::poly {

isl::set withDivisions(const isl::set &set) {
  return isl::manage(isl_set_coalesce(isl_set_compute_divs(set.copy())));
}

} // namespace sparsec::poly
