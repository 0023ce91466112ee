//===- DataValue.cpp - affine values in which data stands -----------------===//
///
/// \file
/// isl writes the value down as C would, which takes pieces apart into minima
/// and conditions; of that everything that the data is not in becomes affine
/// again, so that later steps and the generator see through it.
///
//===----------------------------------------------------------------------===//

#include "Support/DataValue.h"

#include "sparsec/Poly/AstBuild.h"

namespace sparsec {
namespace {

using poly::AstOp;

/// The operator of C that does \p op; None where there is none.
Operator operatorFor(AstOp op) {
  switch (op) {
  case AstOp::Add:
    return Operator::Add;
  case AstOp::Sub:
    return Operator::Subtract;
  case AstOp::Mul:
    return Operator::Multiply;
  case AstOp::Div: // Without remainder.
  case AstOp::PlainDiv:
    return Operator::Divide;
  case AstOp::PlainMod:
  case AstOp::ZeroMod:
    return Operator::Remainder;
  case AstOp::And:
    return Operator::LogicalAnd;
  case AstOp::Or:
    return Operator::LogicalOr;
  case AstOp::Equal:
    return Operator::Equal;
  case AstOp::Less:
    return Operator::Less;
  case AstOp::LessEqual:
  case AstOp::Min:
    return Operator::LessEqual;
  case AstOp::Greater:
    return Operator::Greater;
  case AstOp::GreaterEqual:
  case AstOp::Max:
    return Operator::GreaterEqual;
  default:
    return Operator::None;
  }
}

/// \p left \p op \p right as one value, where that is affine.
std::optional<isl::pw_aff> joined(AstOp op, const isl::pw_aff &left,
                                  const isl::pw_aff &right) {
  if (op == AstOp::Add)
    return left.add(right);
  if (op == AstOp::Sub)
    return left.sub(right);
  if (op == AstOp::Mul && (poly::isConstant(left) || poly::isConstant(right)))
    return left.mul(right);
  if (op == AstOp::Min)
    return left.min(right);
  if (op == AstOp::Max)
    return left.max(right);
  return std::nullopt;
}

Expr select(Expr condition, Expr yes, Expr no) {
  Expr result;
  result.kind = Expr::Kind::Select;
  result.type = yes.type;
  result.operands = {std::move(condition), std::move(yes), std::move(no)};
  return result;
}

/// What isl calls dimension \p dim meanwhile: no parameter has such a name.
std::string nameOf(unsigned dim) { return "iterator:" + std::to_string(dim); }

} // namespace

DataValue::DataValue(const Statement &user, std::string parameter, Expr data,
                     isl::set known)
    : space(user.space()), parameter(std::move(parameter)),
      data(std::move(data)), known(std::move(known)) {}

Expr DataValue::number(isl::pw_aff value) const {
  return Expr::affine(std::move(value), data.type);
}

std::optional<Expr> DataValue::of(const isl::pw_aff &value) const {
  if (!poly::involvesParam(value, parameter))
    return number(value);
  const isl::ctx ctx = value.ctx();
  isl::id_list ids(ctx, 0);
  const unsigned dims = isl::set::universe(space).tuple_dim();
  for (unsigned dim = 0; dim < dims; ++dim)
    ids = ids.add(poly::makeId(ctx, nameOf(dim)));
  const isl::pw_aff bound =
      value.coalesce().bind_domain(isl::multi_id(value.space().domain(), ids));
  return convert(isl::ast_build::from_context(known).expr_from(bound));
}

std::optional<Expr> DataValue::convert(const isl::ast_expr &value) const {
  if (value.isa<isl::ast_expr_int>()) {
    auto whole = poly::longValue(value.as<isl::ast_expr_int>().val());
    return whole ? std::optional(number(poly::constant(space, *whole)))
                 : std::nullopt;
  }
  if (!value.isa<isl::ast_expr_id>())
    return operation(value.as<isl::ast_expr_op>());
  const std::string name = value.as<isl::ast_expr_id>().id().name();
  if (name == parameter)
    return data;
  const unsigned dims = isl::set::universe(space).tuple_dim();
  for (unsigned dim = 0; dim < dims; ++dim)
    if (name == nameOf(dim))
      return number(poly::dimension(space, dim));
  return number(poly::parameter(space, name));
}

std::optional<Expr> DataValue::operation(const isl::ast_expr_op &value) const {
  std::vector<Expr> args;
  for (unsigned pos = 0, end = value.n_arg(); pos < end; ++pos)
    if (std::optional<Expr> arg = convert(value.arg(int(pos))))
      args.push_back(std::move(*arg));
    else
      return std::nullopt;
  const AstOp op = poly::opOf(value);
  if (op == AstOp::Select)
    return select(args[0], args[1], args[2]);
  if (op == AstOp::Negate)
    args.insert(args.begin(), number(poly::constant(space, 0)));
  const AstOp done = op == AstOp::Negate ? AstOp::Sub : op;
  // Minima, maxima, and, or of several: from the left.
  Expr result = args[0];
  for (size_t pos = 1; pos < args.size(); ++pos) {
    const Expr &arg = args[pos];
    const bool isAffine =
        result.kind == Expr::Kind::Affine && arg.kind == Expr::Kind::Affine;
    const auto both =
        isAffine ? joined(done, result.subscripts[0], arg.subscripts[0])
                 : std::nullopt;
    if (!both && operatorFor(done) == Operator::None)
      return std::nullopt;
    if (both)
      result = number(*both);
    else if (done == AstOp::Min || done == AstOp::Max)
      result =
          select(Expr::binary(operatorFor(done), result, arg), result, arg);
    else
      result = Expr::binary(operatorFor(done), result, arg);
  }
  return result;
}

} // namespace sparsec
