//===- LoopConditions.cpp - what loops imply, and what is left ------------===//

#include "sparsec/Poly/LoopConditions.h"

#include "sparsec/Poly/AstBuild.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <optional>

namespace sparsec::poly {
namespace {

/// \p values, `{ L[outer.., v] }`, with the outer dimensions as parameters.
isl::set lineOf(const isl::set &values) {
  const unsigned last = values.tuple_dim() - 1;
  isl_set *line = values.copy();
  for (unsigned pos = 0; pos < last; ++pos)
    line =
        isl_set_set_dim_id(line, isl_dim_set, pos,
                           makeId(values.ctx(), iteratorName(pos)).release());
  line =
      isl_set_move_dims(line, isl_dim_param, isl_set_dim(line, isl_dim_param),
                        isl_dim_set, 0, last);
  return isl::manage(isl_set_reset_tuple_id(line));
}

/// The opposite of lineOf.
isl::set fromLine(const isl::set &line, const isl::set &values) {
  const unsigned last = values.tuple_dim() - 1;
  isl_set *set = line.copy();
  for (unsigned pos = 0; pos < last; ++pos) {
    isl::id id = makeId(values.ctx(), iteratorName(pos));
    const int param = isl_set_find_dim_by_id(set, isl_dim_param, id.get());
    set = isl_set_move_dims(set, isl_dim_set, pos, isl_dim_param,
                            unsigned(param), 1);
  }
  return isl::manage(
      isl_set_set_tuple_id(set, isl_set_get_tuple_id(values.get())));
}

/// The least or greatest value of \p line; nothing where isl finds none.
std::optional<isl::pw_aff> boundOf(const isl::set &line, bool isLower) {
  isl_pw_aff *found = isLower ? isl_set_dim_min(line.copy(), 0)
                              : isl_set_dim_max(line.copy(), 0);
  if (!found) {
    // Unbounded through a hidden dimension: isl can only say so by an error.
    isl_ctx_reset_error(line.ctx().get());
    return std::nullopt;
  }
  // A bound is a number also where the loop has no iterations.
  isl::pw_aff bound = isl::manage(found);
  return bound.gist(bound.domain()).coalesce();
}

/// `{ [v] }`, from \p bound on, or up to it.
isl::set beyond(const isl::pw_aff &bound, bool isLower) {
  isl::set least = isl::manage(isl_set_from_pw_aff(bound.copy()));
  isl_space *space = isl_set_get_space(least.get());
  return least.apply(
      isl::manage(isLower ? isl_map_lex_le(space) : isl_map_lex_ge(space)));
}

} // namespace

LoopInterval intervalOf(const isl::set &values) {
  const isl::set line = lineOf(values);
  const isl::set all = isl::set::universe(values.space());
  const LoopInterval unbounded{all, all};
  if (isl_set_dim_has_any_lower_bound(line.get(), isl_dim_set, 0) !=
          isl_bool_true ||
      isl_set_dim_has_any_upper_bound(line.get(), isl_dim_set, 0) !=
          isl_bool_true)
    return unbounded;
  LoopInterval result = unbounded;
  for (bool isLower : {true, false}) {
    auto bound = boundOf(line, isLower);
    if (!bound)
      return unbounded;
    isl::set known = isl::set::universe(line.space())
                         .intersect_params(bound->domain().coalesce());
    result.known = result.known.intersect(fromLine(known, values)).coalesce();
    result.within =
        result.within.intersect(fromLine(beyond(*bound, isLower), values));
  }
  return result;
}

isl::set withInnerDims(isl::set set, unsigned dims) {
  isl_id *tuple = isl_set_get_tuple_id(set.get());
  const unsigned more = dims - set.tuple_dim();
  isl_set *result = isl_set_add_dims(set.release(), isl_dim_set, more);
  return isl::manage(isl_set_set_tuple_id(result, tuple));
}

isl::set conjunctionAround(const isl::set &set) {
  return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(set.copy())));
}

std::string conditionText(const isl::set &set,
                          const std::vector<std::string> &names) {
  isl::ctx ctx = set.ctx();
  if (isl_set_plain_is_universe(set.get()) == isl_bool_true)
    return "";
  isl::id_list ids(ctx, int(names.size()));
  for (const std::string &name : names)
    ids = ids.add(makeId(ctx, name));
  isl::ast_build build =
      isl::ast_build::from_context(isl::set::universe(isl::space::unit(ctx)));
  return build.expr_from(set.bind(isl::multi_id(set.space(), ids))).to_C_str();
}

} // namespace sparsec::poly
