//===- Params.cpp - parameters by their names -----------------------------===//
///
/// \file
/// Dropping, renaming, replacing and looking for parameters; see Poly/Isl.h.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Poly/Isl.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace sparsec::poly {

static bool contains(const std::vector<std::string> &names,
                     const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

isl::set keepParams(isl::set set, const std::vector<std::string> &keep) {
  isl::ctx ctx = set.ctx();
  for (const std::string &name : paramNames(set.space()))
    if (!contains(keep, name))
      set = set.project_out_param(makeId(ctx, name));
  return set;
}

isl::set dropUnusedParams(isl::set set) {
  return isl::manage(isl_set_drop_unused_params(set.release()));
}

isl::pw_aff dropUnusedParams(isl::pw_aff value) {
  return isl::manage(isl_pw_aff_drop_unused_params(value.release()));
}

/// Position of parameter \p name in \p space, or -1.
static int paramPosition(const isl::space &space, const std::string &name) {
  return isl_space_find_dim_by_name(space.get(), isl_dim_param, name.c_str());
}

/// `[from, to] -> { : from = to }`
static isl::set equated(isl::ctx ctx, const std::string &from,
                        const std::string &to) {
  isl::space params = isl::space::unit(ctx)
                          .add_param(makeId(ctx, from))
                          .add_param(makeId(ctx, to));
  return isl::pw_aff(params.param_aff_on_domain(makeId(ctx, from)))
      .eq_set(isl::pw_aff(params.param_aff_on_domain(makeId(ctx, to))));
}

isl::set dropParam(isl::set set, const std::string &param) {
  if (paramPosition(set.space(), param) < 0)
    return set;
  isl::id id = makeId(set.ctx(), param);
  return set.project_out_param(id);
}

isl::set renameParam(isl::set set, const std::string &from,
                     const std::string &to) {
  if (from == to)
    return set;
  isl::ctx ctx = set.ctx();
  int pos = paramPosition(set.space(), from);
  if (pos < 0)
    return set;
  if (paramPosition(set.space(), to) < 0)
    return isl::manage(isl_set_set_dim_id(set.release(), isl_dim_param, pos,
                                          makeId(ctx, to).release()));
  return set.intersect_params(equated(ctx, from, to))
      .project_out_param(makeId(ctx, from));
}

isl::pw_aff renameParam(isl::pw_aff value, const std::string &from,
                        const std::string &to) {
  if (from == to)
    return value;
  isl::ctx ctx = value.ctx();
  int pos = paramPosition(value.space(), from);
  if (pos < 0)
    return value;
  if (paramPosition(value.space(), to) < 0)
    return isl::manage(isl_pw_aff_set_dim_id(value.release(), isl_dim_param,
                                             pos, makeId(ctx, to).release()));
  isl::map map = value.as_map().intersect_params(equated(ctx, from, to));
  map = isl::manage(isl_map_project_out(map.copy(), isl_dim_param,
                                        paramPosition(map.space(), from), 1));
  return map.as_pw_multi_aff().at(0);
}

isl::pw_aff substituteParam(const isl::pw_aff &value, const std::string &param,
                            const isl::pw_aff &by) {
  if (!involvesParam(value, param))
    return value;
  isl::pw_aff self = parameter(value.space().domain(), param);
  isl::map map = value.as_map().intersect_domain(self.eq_set(by));
  map = isl::manage(isl_map_project_out(map.copy(), isl_dim_param,
                                        paramPosition(map.space(), param), 1));
  return map.as_pw_multi_aff().at(0).coalesce();
}

isl::set substituteParam(const isl::set &set, const std::string &param,
                         const isl::pw_aff &by) {
  if (!involvesParam(set, param))
    return set;
  isl::pw_aff self = parameter(set.space(), param);
  return set.intersect(self.eq_set(by))
      .project_out_param(makeId(set.ctx(), param));
}

bool involvesParam(const isl::set &set, const std::string &param) {
  int pos = paramPosition(set.space(), param);
  return pos >= 0 && isl_set_involves_dims(set.get(), isl_dim_param, pos, 1) ==
                         isl_bool_true;
}

bool involvesParam(const isl::pw_aff &value, const std::string &param) {
  int pos = paramPosition(value.space(), param);
  return pos >= 0 && isl_pw_aff_involves_dims(value.get(), isl_dim_param, pos,
                                              1) == isl_bool_true;
}

} // namespace sparsec::poly
