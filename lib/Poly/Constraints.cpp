//===- Constraints.cpp - constraints of sets ------------------------------===//

#include "sparsec/Poly/Constraints.h"

#include <isl/set.h>

namespace sparsec::poly {

isl::set withoutConstraintsOn(isl::set set, const std::string &param) {
  isl::id id = makeId(set.ctx(), param);
  const int pos = isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get());
  if (pos < 0)
    return set;
  set = isl::manage(isl_set_drop_constraints_involving_dims(
      set.release(), isl_dim_param, unsigned(pos), 1));
  return set.project_out_param(id);
}

} // namespace sparsec::poly
