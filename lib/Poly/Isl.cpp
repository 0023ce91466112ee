//===- Isl.cpp - the calls that isl/cpp.h lacks ---------------------------===//
///
/// \file
/// One-line wrappers around isl's C functions; see Poly/Isl.h.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Poly/Isl.h"

#include "sparsec/Poly/LinearRows.h"

#include <isl/aff.h>
#include <isl/ast_build.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/version.h>

#include <algorithm>
#include <climits>

namespace sparsec {

static isl_ctx *allocContext() {
  isl_ctx *raw = isl_ctx_alloc();
  isl_options_set_on_error(raw, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_detect_min_max(raw, 1);
  isl_options_set_ast_build_exploit_nested_bounds(raw, 1);
  return raw;
}

Session::Session() : context(allocContext()) {}
Session::~Session() { isl_ctx_free(context.get()); }

namespace poly {

OperationLimit::OperationLimit(isl::ctx ctx, unsigned long operations)
    : ctx(ctx) {
  isl_ctx_reset_operations(ctx.get());
  isl_ctx_set_max_operations(ctx.get(), operations);
}

OperationLimit::~OperationLimit() {
  isl_ctx_set_max_operations(ctx.get(), 0);
  isl_ctx_reset_operations(ctx.get());
}

std::string islVersion() {
  std::string version = isl_version();
  while (!version.empty() && version.back() == '\n')
    version.pop_back();
  return version;
}

isl::id makeId(isl::ctx ctx, const std::string &name) {
  return isl::manage(isl_id_alloc(ctx.get(), name.c_str(), nullptr));
}

std::vector<std::string> dimNames(const isl::set &set) {
  std::vector<std::string> names;
  for (unsigned pos = 0, end = set.tuple_dim(); pos < end; ++pos) {
    const char *name = isl_set_get_dim_name(set.get(), isl_dim_set, pos);
    names.emplace_back(name ? name : "");
  }
  return names;
}

std::vector<std::string> paramNames(const isl::space &space) {
  std::vector<std::string> names;
  int count = isl_space_dim(space.get(), isl_dim_param);
  for (int pos = 0; pos < count; ++pos) {
    const char *name = isl_space_get_dim_name(space.get(), isl_dim_param, pos);
    names.emplace_back(name ? name : "");
  }
  return names;
}

isl::set withDimNames(isl::set set, const std::vector<std::string> &names) {
  isl::ctx ctx = set.ctx();
  for (unsigned pos = 0; pos < names.size(); ++pos)
    set = isl::manage(isl_set_set_dim_id(set.release(), isl_dim_set, pos,
                                         makeId(ctx, names[pos]).release()));
  return set;
}

isl::space tupleSpace(isl::ctx ctx, const std::string &tuple, unsigned dims) {
  return isl::space::unit(ctx).add_named_tuple(makeId(ctx, tuple), dims);
}

isl::pw_aff dimension(const isl::space &space, unsigned pos) {
  return isl::manage(isl_pw_aff_var_on_domain(
      isl_local_space_from_space(space.copy()), isl_dim_set, pos));
}

isl::pw_aff parameter(const isl::space &space, const std::string &param) {
  isl::id id = makeId(space.ctx(), param);
  return isl::pw_aff(space.add_param(id).param_aff_on_domain(id));
}

isl::pw_aff constant(const isl::space &space, long value) {
  return isl::pw_aff(space.zero_aff_on_domain()).add_constant(value);
}

isl::pw_aff floorDiv(isl::pw_aff value, long divisor) {
  return value.scale_down(isl::val(value.ctx(), divisor)).floor();
}

isl::pw_aff modulo(isl::pw_aff value, long divisor) {
  return value.mod(isl::val(value.ctx(), divisor));
}

/// `{ S[..] -> [values] }` for values without pieces. Of products of pieces isl
/// looks for equalities that simplify them: with floors in them for long.
static isl::pw_multi_aff wholeMap(const isl::space &domain,
                                  const std::vector<isl::pw_aff> &values) {
  isl_ctx *ctx = domain.ctx().get();
  isl_aff_list *list = isl_aff_list_alloc(ctx, int(values.size()));
  for (const isl::pw_aff &value : values)
    list = isl_aff_list_add(list, value.as_aff().release());
  isl_space *space = isl_space_from_domain(domain.copy());
  space = isl_space_add_dims(space, isl_dim_out, unsigned(values.size()));
  return isl::manage(isl_pw_multi_aff_from_multi_aff(
      isl_multi_aff_from_aff_list(space, list)));
}

isl::pw_multi_aff makeMap(const isl::space &space, const std::string &tuple,
                          const std::vector<isl::pw_aff> &values) {
  isl::ctx ctx = space.ctx();
  if (values.empty()) {
    isl_space *range = isl_space_align_params(
        tupleSpace(ctx, tuple, 0).release(), space.copy());
    return isl::manage(isl_pw_multi_aff_from_multi_aff(isl_multi_aff_zero(
        isl_space_map_from_domain_and_range(space.copy(), range))));
  }
  isl::pw_aff first = values.front();
  if (std::all_of(values.begin(), values.end(),
                  [](const isl::pw_aff &value) { return value.isa_aff(); }))
    return wholeMap(first.space().domain(), values)
        .set_range_tuple(makeId(ctx, tuple));
  isl::pw_multi_aff result(first);
  for (size_t pos = 1; pos < values.size(); ++pos)
    result = result.flat_range_product(isl::pw_multi_aff(values[pos]));
  return result.set_range_tuple(makeId(ctx, tuple));
}

bool involvesDim(const isl::set &set, unsigned pos) {
  return isl_set_involves_dims(set.get(), isl_dim_set, pos, 1) == isl_bool_true;
}

bool involvesDim(const isl::pw_aff &value, unsigned pos) {
  return isl_pw_aff_involves_dims(value.get(), isl_dim_in, pos, 1) ==
         isl_bool_true;
}

isl::set projectOutDims(isl::set set, unsigned first, unsigned count,
                        const std::string &tuple) {
  isl::ctx ctx = set.ctx();
  set = isl::manage(
      isl_set_project_out(set.release(), isl_dim_set, first, count));
  return isl::manage(
      isl_set_set_tuple_id(set.release(), makeId(ctx, tuple).release()));
}

bool isOnParameters(const isl::pw_aff &value) {
  isl::space domain = isl::manage(isl_pw_aff_get_domain_space(value.get()));
  return isl_space_is_params(domain.get()) == isl_bool_true;
}

isl::set eliminateDims(isl::set set, const std::vector<unsigned> &dims) {
  for (unsigned dim : dims)
    set = isl::manage(isl_set_eliminate(set.release(), isl_dim_set, dim, 1));
  return set;
}

isl::set dropConstraints(isl::set set, unsigned dim) {
  return isl::manage(isl_set_drop_constraints_involving_dims(
      set.release(), isl_dim_set, dim, 1));
}

bool isConstant(const isl::pw_aff &value) {
  return isl_pw_aff_is_cst(value.get()) == isl_bool_true;
}

/// `{ [value] }`: what \p value can be. isl's own min_val and max_val of an
/// isl::pw_aff fail for (n - r)/2 where it is whole: they want whole
/// coefficients.
static isl::set valuesOf(const isl::pw_aff &value) {
  if (isOnParameters(value))
    return isl::manage(isl_set_from_pw_aff(value.copy()));
  return isl::manage(isl_map_range(isl_map_from_pw_aff(value.copy())));
}

isl::val leastValue(const isl::pw_aff &value) {
  return valuesOf(value).dim_min_val(0);
}

isl::val greatestValue(const isl::pw_aff &value) {
  return valuesOf(value).dim_max_val(0);
}

std::optional<long> constantValue(const isl::pw_aff &value) {
  if (value.isa_aff() && isConstant(value))
    return longValue(value.as_aff().constant_val());
  isl::pw_aff simple = value.coalesce();
  isl::val lowest = leastValue(simple), highest = greatestValue(simple);
  if (lowest.is_nan() || !lowest.is_int() || !lowest.eq(highest))
    return std::nullopt;
  return longValue(lowest);
}

std::optional<long> longValue(const isl::val &value) {
  isl::val most(value.ctx(), LONG_MAX);
  if (!value.is_int() || value.gt(most) || value.neg().gt(most))
    return std::nullopt;
  return value.num_si();
}

std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
parameterBounds(const isl::set &set, unsigned pos) {
  isl_set *line = set.copy();
  unsigned dims = set.tuple_dim();
  line = isl_set_project_out(line, isl_dim_set, pos + 1, dims - pos - 1);
  line = isl_set_project_out(line, isl_dim_set, 0, pos);
  if (isl_set_dim_has_any_lower_bound(line, isl_dim_set, 0) != isl_bool_true ||
      isl_set_dim_has_any_upper_bound(line, isl_dim_set, 0) != isl_bool_true) {
    isl_set_free(line);
    return std::nullopt;
  }
  // One unbounded part of a union is enough for isl to fail.
  isl_pw_aff *least = isl_set_dim_min(isl_set_copy(line), 0);
  isl_pw_aff *most = isl_set_dim_max(line, 0);
  if (!least || !most) {
    isl_pw_aff_free(least);
    isl_pw_aff_free(most);
    isl_ctx_reset_error(set.ctx().get());
    return std::nullopt;
  }
  isl::pw_aff lower = isl::manage(least), upper = isl::manage(most);
  lower = lower.gist(lower.domain()).coalesce();
  upper = upper.gist(upper.domain()).coalesce();
  return std::make_pair(lower, upper);
}

isl::pw_aff onSpace(const isl::pw_aff &value, const isl::space &space) {
  isl_pw_aff *raw = isl_pw_aff_insert_domain(value.copy(), space.copy());
  return isl::manage(raw);
}

/// Whether two sums are equal everywhere; nothing where one is no sum.
static std::optional<bool> areEqualSums(const isl::pw_aff &a,
                                        const isl::pw_aff &b) {
  std::optional<LinearSum> first = linearSumOf(a);
  if (!first)
    return std::nullopt;
  std::optional<LinearSum> second = linearSumOf(b);
  if (!second)
    return std::nullopt;
  for (LinearSum *sum : {&*first, &*second})
    std::sort(sum->factors.begin(), sum->factors.end());
  return first->constant == second->constant &&
         first->factors == second->factors;
}

bool equalOn(const isl::pw_aff &a, const isl::pw_aff &b,
             const isl::set &context) {
  // Sums differ somewhere unless they are the same; of few is more asked.
  const std::optional<bool> areEqual = areEqualSums(a, b);
  if (areEqual &&
      (*areEqual || isl_set_plain_is_universe(context.get()) == isl_bool_true))
    return *areEqual;
  // Piece by piece: mostly the expressions are the same, and isl looks for
  // equalities of every piece of eq_set().
  bool equal = true;
  a.foreach_piece([&](isl::set inA, isl::multi_aff x) {
    b.foreach_piece([&](isl::set inB, isl::multi_aff y) {
      if (!equal || x.plain_is_equal(y))
        return;
      isl::set both = inA.intersect(inB).intersect(context);
      equal = both.intersect(isl::pw_aff(x.at(0)).ne_set(isl::pw_aff(y.at(0))))
                  .is_empty();
    });
  });
  return equal;
}

std::string text(const isl::pw_aff &value) {
  char *raw = isl_pw_aff_to_str(value.get());
  std::string result = raw ? raw : "";
  free(raw);
  return result;
}

std::string text(const isl::set &set) {
  char *raw = isl_set_to_str(set.get());
  std::string result = raw ? raw : "";
  free(raw);
  return result;
}

} // namespace poly
} // namespace sparsec
