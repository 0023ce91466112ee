//===- AstBuild.cpp - isl's AST generation with callbacks -----------------===//

#include "sparsec/Poly/AstBuild.h"

#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/lp.h>
#include <isl/options.h>
#include <isl/set.h>

#include <exception>

namespace sparsec::poly {
namespace {

struct OpenMark {
  isl_id *id; ///< of the schedule, which outlives it
  std::string annotation;
};

/// Callbacks in flight: the open marks, and the first exception.
struct BuildState {
  AstCallbacks callbacks;
  std::vector<OpenMark> openMarks;
  std::exception_ptr failure;
};

isl_ast_node *annotate(isl_ast_node *node, const std::string &text) {
  isl_id *id = isl_id_alloc(isl_ast_node_get_ctx(node), text.c_str(), nullptr);
  return isl_ast_node_set_annotation(node, id);
}

isl_stat enterMark(isl_id *mark, isl_ast_build *build, void *user) {
  auto &state = *static_cast<BuildState *>(user);
  try {
    state.openMarks.push_back(
        {mark, state.callbacks.atMark(isl_id_get_name(mark),
                                      isl::manage_copy(build))});
    return isl_stat_ok;
  } catch (...) {
    state.failure = std::current_exception();
    return isl_stat_error;
  }
}

isl_ast_node *leaveMark(isl_ast_node *node, isl_ast_build *build, void *user) {
  auto &state = *static_cast<BuildState *>(user);
  isl_id *id = isl_ast_node_mark_get_id(node);
  // isl enters marks with nothing in them, but does not leave them.
  while (state.openMarks.back().id != id)
    state.openMarks.pop_back();
  isl_id_free(id);
  std::string text = std::move(state.openMarks.back().annotation);
  state.openMarks.pop_back();
  return annotate(node, text);
}

isl_ast_node *atStatement(isl_ast_node *node, isl_ast_build *build,
                          void *user) {
  auto &state = *static_cast<BuildState *>(user);
  try {
    return annotate(node, state.callbacks.atStatement(isl::manage_copy(build)));
  } catch (...) {
    state.failure = std::current_exception();
    isl_ast_node_free(node);
    return nullptr;
  }
}

isl_id_list *iterators(isl_ctx *ctx, unsigned count) {
  isl_id_list *list = isl_id_list_alloc(ctx, static_cast<int>(count));
  for (unsigned depth = 0; depth < count; ++depth)
    list = isl_id_list_add(
        list, isl_id_alloc(ctx, iteratorName(depth).c_str(), nullptr));
  return list;
}

constexpr unsigned maxDepth = 64;

} // namespace

isl::ast_node buildAst(const isl::schedule &schedule, const isl::set &context,
                       AstCallbacks callbacks) {
  BuildState state{std::move(callbacks), {}, nullptr};
  isl_ctx *ctx = schedule.ctx().get();
  isl_options_set_ast_build_detect_min_max(ctx, 1);
  isl_options_set_ast_build_exploit_nested_bounds(ctx, 1);
  // Loops have the schedule's own values: callers count on that.
  isl_options_set_ast_build_scale_strides(ctx, 0);

  isl_ast_build *build = isl_ast_build_from_context(context.copy());
  build = isl_ast_build_set_iterators(build, iterators(ctx, maxDepth));
  build = isl_ast_build_set_before_each_mark(build, enterMark, &state);
  build = isl_ast_build_set_after_each_mark(build, leaveMark, &state);
  build = isl_ast_build_set_at_each_domain(build, atStatement, &state);
  isl_ast_node *node = isl_ast_build_node_from_schedule(build, schedule.copy());
  isl_ast_build_free(build);
  if (state.failure) {
    isl_ast_node_free(node);
    std::rethrow_exception(state.failure);
  }
  if (!node)
    isl::exception::throw_last_error(schedule.ctx());
  return isl::manage(node);
}

std::string iteratorName(unsigned depth) { return "@" + std::to_string(depth); }

std::string annotation(const isl::ast_node &node) {
  isl_id *id = isl_ast_node_get_annotation(node.get());
  if (!id)
    return "";
  std::string text = isl_id_get_name(id);
  isl_id_free(id);
  return text;
}

AstOp opOf(const isl::ast_expr &operation) {
  switch (isl_ast_expr_get_op_type(operation.get())) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return AstOp::And;
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return AstOp::Or;
  case isl_ast_expr_op_max:
    return AstOp::Max;
  case isl_ast_expr_op_min:
    return AstOp::Min;
  case isl_ast_expr_op_minus:
    return AstOp::Negate;
  case isl_ast_expr_op_add:
    return AstOp::Add;
  case isl_ast_expr_op_sub:
    return AstOp::Sub;
  case isl_ast_expr_op_mul:
    return AstOp::Mul;
  case isl_ast_expr_op_div:
    return AstOp::Div;
  case isl_ast_expr_op_fdiv_q:
    return AstOp::FloorDiv;
  case isl_ast_expr_op_pdiv_q:
    return AstOp::PlainDiv;
  case isl_ast_expr_op_pdiv_r:
    return AstOp::PlainMod;
  case isl_ast_expr_op_zdiv_r:
    return AstOp::ZeroMod;
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return AstOp::Select;
  case isl_ast_expr_op_eq:
    return AstOp::Equal;
  case isl_ast_expr_op_le:
    return AstOp::LessEqual;
  case isl_ast_expr_op_lt:
    return AstOp::Less;
  case isl_ast_expr_op_ge:
    return AstOp::GreaterEqual;
  case isl_ast_expr_op_gt:
    return AstOp::Greater;
  default:
    return AstOp::Other;
  }
}

/// Whether isl finds an optimum of dimension \p pos, a function of all others.
static bool hasOptima(const isl::set &set, unsigned pos) {
  isl_set *line = set.copy();
  unsigned dims = set.tuple_dim();
  auto fix = [&](unsigned first, unsigned count) {
    line =
        isl_set_move_dims(line, isl_dim_param, isl_set_dim(line, isl_dim_param),
                          isl_dim_set, first, count);
  };
  fix(pos + 1, dims - pos - 1);
  fix(0, pos);
  isl_pw_aff *lower = isl_set_dim_min(isl_set_copy(line), 0);
  isl_pw_aff *upper = isl_set_dim_max(line, 0);
  bool found = lower && upper;
  if (!found)
    isl_ctx_reset_error(set.ctx().get());
  isl_pw_aff_free(lower);
  isl_pw_aff_free(upper);
  return found;
}

namespace {

/// The directions in which a basic set goes on for ever while all other
/// dimensions and the parameters stand still: `{ [t, hidden dimensions..] }`.
struct Cone {
  unsigned pos;
  isl_basic_set *set;
};

isl_stat addDirection(isl_constraint *constraint, void *user) {
  Cone &cone = *static_cast<Cone *>(user);
  isl_local_space *space =
      isl_local_space_from_space(isl_basic_set_get_space(cone.set));
  isl_constraint *own = isl_constraint_is_equality(constraint)
                            ? isl_constraint_alloc_equality(space)
                            : isl_constraint_alloc_inequality(space);
  isl_val *factor = isl_constraint_get_coefficient_val(constraint, isl_dim_set,
                                                       int(cone.pos));
  own = isl_constraint_set_coefficient_val(own, isl_dim_set, 0, factor);
  int hidden = isl_constraint_dim(constraint, isl_dim_div);
  for (int div = 0; div < hidden; ++div) {
    factor = isl_constraint_get_coefficient_val(constraint, isl_dim_div, div);
    own = isl_constraint_set_coefficient_val(own, isl_dim_set, div + 1, factor);
  }
  cone.set = isl_basic_set_add_constraint(cone.set, own);
  isl_constraint_free(constraint);
  return isl_stat_ok;
}

/// Whether fractions bound dimension \p pos of \p part: hidden dimensions then
/// do so, too, and isl need not look for the optima.
bool isBoundedByFractions(const isl::basic_set &part, unsigned pos) {
  unsigned hidden = unsigned(isl_basic_set_dim(part.get(), isl_dim_div));
  isl_space *space = isl_space_set_alloc(part.ctx().get(), 0, hidden + 1);
  Cone cone{pos, isl_basic_set_universe(space)};
  isl_stat done =
      isl_basic_set_foreach_constraint(part.get(), addDirection, &cone);
  isl::basic_set directions = isl::manage(cone.set);
  if (done != isl_stat_ok)
    isl::exception::throw_last_error(part.ctx());
  isl::aff along = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(directions.space().release()), isl_dim_set,
      0));
  auto isZero = [&](const isl::aff &value) {
    return isl::manage(isl_basic_set_max_lp_val(directions.get(), value.get()))
        .is_zero();
  };
  return isZero(along) && isZero(along.neg());
}

} // namespace

bool isBounded(const isl::set &set, unsigned pos) {
  isl_bool bounded = isl_set_dim_is_bounded(set.get(), isl_dim_set, pos);
  if (bounded < 0)
    isl::exception::throw_last_error(set.ctx());
  // isl takes a dimension for bounded that only a hidden one bounds, which may
  // itself have no bounds: t = 2 * e + f for any e.
  bool hides = false;
  set.foreach_basic_set([&](const isl::basic_set &part) {
    hides |= isl_basic_set_dim(part.get(), isl_dim_div) > 0 &&
             !isBoundedByFractions(part, pos);
  });
  return bounded == isl_bool_true && (!hides || hasOptima(set, pos));
}

} // namespace sparsec::poly
