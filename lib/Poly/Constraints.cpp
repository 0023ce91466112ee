//===- Constraints.cpp - constraints of sets ------------------------------===//

#include "sparsec/Poly/Constraints.h"

#include <isl/constraint.h>
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

bool isFixed(const isl::set &set, const std::string &param) {
  isl::id id = makeId(set.ctx(), param);
  const int pos = isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get());
  return pos >= 0 && isl::manage(isl_set_plain_get_val_if_fixed(
                                     set.get(), isl_dim_param, unsigned(pos)))
                         .is_int();
}

/// Whether \p constraint is one on parameters alone. Quotients that it was
/// given with, but does not use, count for nothing.
static bool isOfSizes(const isl::set &constraint) {
  auto involvesDims = [](const isl::set &set) {
    return isl_set_involves_dims(set.get(), isl_dim_set, 0,
                                 unsigned(set.tuple_dim())) != isl_bool_false;
  };
  if (!involvesDims(constraint))
    return true;
  const isl::set bare = isl::manage(isl_set_remove_divs(constraint.copy()));
  return !involvesDims(bare) && bare.is_subset(constraint);
}

/// \p set with the constraints on parameters alone, but for \p others, or
/// without them.
static isl::set withSizes(const isl::set &set, bool with,
                          const std::vector<std::string> &others) {
  isl::set result = isl::set::empty(set.space());
  set.foreach_basic_set([&](const isl::basic_set &part) {
    isl::set left = isl::set::universe(set.space());
    for (const isl::set &one : constraintsOf(isl::set(part))) {
      bool isSize = isOfSizes(one);
      for (const std::string &param : others)
        isSize &= !involvesParam(one, param);
      if (isSize == with)
        left = left.intersect(one);
    }
    result = result.unite(left);
  });
  return result.coalesce();
}

isl::set withoutSizes(const isl::set &set,
                      const std::vector<std::string> &kept) {
  return withSizes(set, false, kept);
}

isl::set sizesOf(const isl::set &set, const std::vector<std::string> &kept) {
  return withSizes(set, true, kept);
}

bool isBoundBy(const isl::set &set, unsigned dim, const std::string &param) {
  const isl::id id = makeId(set.ctx(), param);
  const int at = isl_set_find_dim_by_id(set.get(), isl_dim_param, id.get());
  if (at < 0)
    return false;
  struct Question {
    unsigned dim, param;
    bool isMet = false;
  } question{dim, unsigned(at)};
  auto ask = [](isl_constraint *constraint, void *user) {
    auto &asked = *static_cast<Question *>(user);
    asked.isMet |=
        isl_constraint_involves_dims(constraint, isl_dim_set, asked.dim, 1) ==
            isl_bool_true &&
        isl_constraint_involves_dims(constraint, isl_dim_param, asked.param,
                                     1) == isl_bool_true;
    isl_constraint_free(constraint);
    return isl_stat_ok;
  };
  set.foreach_basic_set([&](const isl::basic_set &part) {
    isl_basic_set_foreach_constraint(part.get(), ask, &question);
  });
  return question.isMet;
}

std::vector<isl::set> constraintsOf(const isl::set &set) {
  std::vector<isl::set> all;
  auto add = [](isl_constraint *constraint, void *user) {
    isl_basic_set *one = isl_basic_set_from_constraint(constraint);
    static_cast<std::vector<isl::set> *>(user)->push_back(
        isl::manage(isl_set_from_basic_set(one)));
    return isl_stat_ok;
  };
  isl::set convex = set;
  isl_basic_set *only = isl_set_simple_hull(convex.release());
  isl_stat done = isl_basic_set_foreach_constraint(only, add, &all);
  isl_basic_set_free(only);
  if (done != isl_stat_ok)
    isl::exception::throw_last_error(set.ctx());
  return all;
}

} // namespace sparsec::poly
