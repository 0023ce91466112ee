//===- LinearRows.cpp - constraints as numbers ----------------------------===//

#include "sparsec/Poly/LinearRows.h"
#include "ConstraintNames.h"

#include "sparsec/Poly/Differences.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

namespace sparsec::poly {
namespace {

/// The value, which goes; nothing when it does not fit.
std::optional<long> take(isl_val *value) {
  return longValue(isl::manage(value));
}

} // namespace

std::optional<LinearRow> rowOf(isl_constraint *constraint) {
  const int floors = isl_constraint_dim(constraint, isl_dim_div);
  if (floors > 0 && isl_constraint_involves_dims(constraint, isl_dim_div, 0,
                                                 unsigned(floors)))
    return std::nullopt;
  LinearRow row;
  row.isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
  for (isl_dim_type type : {isl_dim_param, isl_dim_set})
    for (int pos = 0; pos < isl_constraint_dim(constraint, type); ++pos) {
      const std::optional<long> factor =
          take(isl_constraint_get_coefficient_val(constraint, type, pos));
      if (!factor)
        return std::nullopt;
      if (*factor != 0)
        row.sum.factors.emplace_back(nameOf(constraint, type, pos), *factor);
    }
  const std::optional<long> constant =
      take(isl_constraint_get_constant_val(constraint));
  if (!constant)
    return std::nullopt;
  row.sum.constant = *constant;
  return row;
}

namespace {

struct Reading {
  std::vector<std::vector<LinearRow>> conjunctions;
  bool isWhole = true;
};

isl_stat addConstraint(isl_constraint *constraint, void *user) {
  auto &reading = *static_cast<Reading *>(user);
  std::optional<LinearRow> row = rowOf(constraint);
  isl_constraint_free(constraint);
  if (row)
    reading.conjunctions.back().push_back(std::move(*row));
  reading.isWhole &= row.has_value();
  return isl_stat_ok;
}

isl_stat addDisjunct(isl_basic_set *set, void *user) {
  static_cast<Reading *>(user)->conjunctions.emplace_back();
  const isl_stat done =
      isl_basic_set_foreach_constraint(set, addConstraint, user);
  isl_basic_set_free(set);
  return done;
}

} // namespace

std::optional<std::vector<std::vector<LinearRow>>>
linearRowsOf(const isl::set &set) {
  Reading reading;
  if (isl_set_foreach_basic_set(set.get(), addDisjunct, &reading) !=
      isl_stat_ok)
    isl::exception::throw_last_error(set.ctx());
  if (!reading.isWhole)
    return std::nullopt;
  return std::move(reading.conjunctions);
}

std::optional<LinearSum> linearSumOf(const isl::pw_aff &value) {
  if (isl_pw_aff_isa_aff(value.get()) != isl_bool_true)
    return std::nullopt;
  const isl::aff whole = isl::manage(isl_pw_aff_as_aff(value.copy()));
  isl_aff *raw = whole.get();
  const int floors = isl_aff_dim(raw, isl_dim_div);
  const isl::val denominator = isl::manage(isl_aff_get_denominator_val(raw));
  if (!denominator.is_one() || isl_aff_is_nan(raw) != isl_bool_false ||
      isl_aff_involves_dims(raw, isl_dim_div, 0, unsigned(floors)) !=
          isl_bool_false)
    return std::nullopt;
  LinearSum sum;
  for (isl_dim_type type : {isl_dim_param, isl_dim_in})
    for (int pos = 0; pos < isl_aff_dim(raw, type); ++pos) {
      const std::optional<long> factor =
          take(isl_aff_get_coefficient_val(raw, type, pos));
      if (!factor)
        return std::nullopt;
      if (*factor != 0)
        sum.factors.emplace_back(
            type == isl_dim_in
                ? dimensionVariable(unsigned(pos))
                : std::string(isl_aff_get_dim_name(raw, type, unsigned(pos))),
            *factor);
    }
  const std::optional<long> constant = take(isl_aff_get_constant_val(raw));
  if (!constant)
    return std::nullopt;
  sum.constant = *constant;
  return sum;
}

} // namespace sparsec::poly
