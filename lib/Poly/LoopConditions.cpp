//===- LoopConditions.cpp - what loops imply, and what is left ------------===//

#include "sparsec/Poly/LoopConditions.h"

#include "sparsec/Poly/AstBuild.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include "llvm/Support/ErrorHandling.h"

#include <optional>

namespace sparsec::poly {
namespace {

/// \p values, `{ L[outer.., v] }`, with the outer dimensions as parameters that
/// are called \p names.
isl::set lineOf(const isl::set &values, const std::vector<std::string> &names) {
  const unsigned last = values.tuple_dim() - 1;
  isl_set *line = values.copy();
  for (unsigned pos = 0; pos < last; ++pos)
    line = isl_set_set_dim_id(line, isl_dim_set, pos,
                              makeId(values.ctx(), names[pos]).release());
  line =
      isl_set_move_dims(line, isl_dim_param, isl_set_dim(line, isl_dim_param),
                        isl_dim_set, 0, last);
  return isl::manage(isl_set_reset_tuple_id(line));
}

/// The opposite of lineOf.
isl::set fromLine(const isl::set &line, const isl::set &values,
                  const std::vector<std::string> &names) {
  const unsigned last = values.tuple_dim() - 1;
  isl_set *set = line.copy();
  for (unsigned pos = 0; pos < last; ++pos) {
    isl::id id = makeId(values.ctx(), names[pos]);
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
  return isl::manage(found).coalesce();
}

/// Reads isl's expressions as readers of them do: for all values of what they
/// mention. isl writes them for the domain of what they stand for, and relies
/// on it: the last of several pieces has no condition, a division leaves no
/// rest. So the set that a bound was made of is not what its text says.
class Reading {
public:
  explicit Reading(const isl::space &line) : space(line) {}

  /// `{ [v] }`, from \p bound on, or up to it.
  isl::set beyond(const isl::ast_expr &bound, bool isLower) const {
    const AstOp op = operationOf(bound);
    if (op == AstOp::Max || op == AstOp::Min) {
      isl::set result = beyond(argument(bound, 0), isLower);
      for (unsigned pos = 1, end = arguments(bound); pos < end; ++pos) {
        isl::set other = beyond(argument(bound, pos), isLower);
        result = (op == AstOp::Max) == isLower ? result.intersect(other)
                                               : result.unite(other);
      }
      return result;
    }
    if (op == AstOp::Select) {
      const isl::set first = condition(argument(bound, 0));
      return first.intersect(beyond(argument(bound, 1), isLower))
          .unite(beyond(argument(bound, 2), isLower).subtract(first));
    }
    const isl::pw_aff v = dimension(space, 0);
    return isLower ? v.ge_set(value(bound)) : v.le_set(value(bound));
  }

private:
  static AstOp operationOf(const isl::ast_expr &expr) {
    return expr.isa<isl::ast_expr_op>() ? opOf(expr) : AstOp::Other;
  }
  static unsigned arguments(const isl::ast_expr &expr) {
    return expr.as<isl::ast_expr_op>().n_arg();
  }
  static isl::ast_expr argument(const isl::ast_expr &expr, unsigned pos) {
    return expr.as<isl::ast_expr_op>().arg(int(pos));
  }
  static isl::val number(const isl::ast_expr &expr) {
    return expr.as<isl::ast_expr_int>().val();
  }

  isl::pw_aff value(const isl::ast_expr &expr) const {
    if (expr.isa<isl::ast_expr_int>())
      return constant(space, 0).add_constant(number(expr));
    if (expr.isa<isl::ast_expr_id>())
      return parameter(space, expr.as<isl::ast_expr_id>().id().name());
    const AstOp op = operationOf(expr);
    if (op == AstOp::Select) {
      const isl::set first = condition(argument(expr, 0));
      return value(argument(expr, 1))
          .intersect_domain(first)
          .union_add(value(argument(expr, 2)).subtract_domain(first));
    }
    isl::pw_aff result = value(argument(expr, 0));
    if (op == AstOp::Negate)
      return result.neg();
    for (unsigned pos = 1, end = arguments(expr); pos < end; ++pos)
      result = combined(op, result, argument(expr, pos));
    return result;
  }

  isl::pw_aff combined(AstOp op, const isl::pw_aff &left,
                       const isl::ast_expr &right) const {
    switch (op) {
    case AstOp::Max:
      return left.max(value(right));
    case AstOp::Min:
      return left.min(value(right));
    case AstOp::Add:
      return left.add(value(right));
    case AstOp::Sub:
      return left.sub(value(right));
    case AstOp::Mul:
      return left.mul(value(right));
    case AstOp::Div:
    case AstOp::FloorDiv:
    case AstOp::PlainDiv:
      return left.scale_down(number(right)).floor();
    case AstOp::PlainMod:
    case AstOp::ZeroMod:
      return left.mod(number(right));
    default:
      llvm_unreachable("isl writes no such values");
    }
  }

  isl::set condition(const isl::ast_expr &expr) const {
    if (expr.isa<isl::ast_expr_int>())
      return number(expr).is_zero() ? isl::set::empty(space)
                                    : isl::set::universe(space);
    const isl::ast_expr left = argument(expr, 0), right = argument(expr, 1);
    switch (operationOf(expr)) {
    case AstOp::And:
      return condition(left).intersect(condition(right));
    case AstOp::Or:
      return condition(left).unite(condition(right));
    case AstOp::Equal:
      return value(left).eq_set(value(right));
    case AstOp::LessEqual:
      return value(left).le_set(value(right));
    case AstOp::Less:
      return value(left).lt_set(value(right));
    case AstOp::GreaterEqual:
      return value(left).ge_set(value(right));
    case AstOp::Greater:
      return value(left).gt_set(value(right));
    default:
      llvm_unreachable("isl writes no such conditions");
    }
  }

  isl::space space;
};

isl::ast_build anywhere(isl::ctx ctx) {
  return isl::ast_build::from_context(
      isl::set::universe(isl::space::unit(ctx)));
}

} // namespace

LoopInterval intervalOf(const isl::set &values,
                        const std::vector<std::string> &names) {
  if (values.is_empty())
    return {LoopInterval::None, isl::set::empty(values.space())};
  const isl::set line = lineOf(values, names);
  const LoopInterval unbounded{"all values",
                               isl::set::universe(values.space())};
  if (isl_set_dim_has_any_lower_bound(line.get(), isl_dim_set, 0) !=
          isl_bool_true ||
      isl_set_dim_has_any_upper_bound(line.get(), isl_dim_set, 0) !=
          isl_bool_true)
    return unbounded;
  isl::set within = isl::set::universe(line.space());
  std::string text;
  for (bool isLower : {true, false}) {
    auto bound = boundOf(line, isLower);
    if (!bound)
      return unbounded;
    const isl::ast_expr written = anywhere(values.ctx()).expr_from(*bound);
    text += (isLower ? "[" : ", ") + written.to_C_str();
    within = within.intersect(Reading(line.space()).beyond(written, isLower));
  }
  return {text + "]", fromLine(within.coalesce(), values, names)};
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
  const isl::set simple = set.coalesce();
  return anywhere(ctx)
      .expr_from(simple.bind(isl::multi_id(simple.space(), ids)))
      .to_C_str();
}

} // namespace sparsec::poly
