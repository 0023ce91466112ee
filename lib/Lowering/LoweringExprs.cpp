//===- LoweringExprs.cpp - isl's expressions to LoopExpr ------------------===//

#include "LoweringExprs.h"

#include "sparsec/Lowering/ValueRanges.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/Poly/AstBuild.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <climits>
#include <stdexcept>

namespace sparsec {
namespace {

LoopExpr negated(const LoopExpr &value) {
  return LoopExpr::integer(-1) * value;
}

LoopExpr combine(poly::AstOp op, const std::vector<LoopExpr> &args) {
  using poly::AstOp;
  switch (op) {
  case AstOp::And:
    return logicalAnd(args[0], args[1]);
  case AstOp::Or:
    return logicalOr(args[0], args[1]);
  case AstOp::Max:
    return maxOf(args[0], args[1]);
  case AstOp::Min:
    return minOf(args[0], args[1]);
  case AstOp::Negate:
    return negated(args[0]);
  case AstOp::Add:
    return args[0] + args[1];
  case AstOp::Sub:
    return args[0] - args[1];
  case AstOp::Mul:
    return args[0] * args[1];
  case AstOp::PlainDiv:
    return plainDiv(args[0], args[1]);
  case AstOp::Div: // Without remainder, of what may be negative.
  case AstOp::FloorDiv:
    return floorDiv(args[0], args[1]);
  case AstOp::PlainMod:
  case AstOp::ZeroMod:
    return plainMod(args[0], args[1]);
  case AstOp::Select:
    return LoopExpr::select(args[0], args[1], args[2]);
  case AstOp::Equal:
    return equal(args[0], args[1]);
  case AstOp::LessEqual:
    return lessEqual(args[0], args[1]);
  case AstOp::Less:
    return less(args[0], args[1]);
  case AstOp::GreaterEqual:
    return lessEqual(args[1], args[0]);
  case AstOp::Greater:
    return less(args[1], args[0]);
  case AstOp::Other:
    break;
  }
  assert(false && "isl made an expression that lowering does not know");
  return {};
}

} // namespace

LoopExpr convertExpr(const isl::ast_expr &expr, const Resolver &resolve) {
  if (expr.isa<isl::ast_expr_id>())
    return resolve(expr.as<isl::ast_expr_id>().id().name());
  if (expr.isa<isl::ast_expr_int>()) {
    isl::val value = expr.as<isl::ast_expr_int>().val();
    if (std::optional<long> number = poly::longValue(value))
      return LoopExpr::integer(*number);
    throw std::runtime_error("a constant of the loops does not fit in 64 bits");
  }
  auto operation = expr.as<isl::ast_expr_op>();
  std::vector<LoopExpr> args;
  for (unsigned pos = 0, end = operation.n_arg(); pos < end; ++pos)
    args.push_back(convertExpr(operation.arg(int(pos)), resolve));
  poly::AstOp op = poly::opOf(operation);
  // n-ary min, max, and, or: from the left.
  while (args.size() > 2 && op != poly::AstOp::Select) {
    args[0] = combine(op, {args[0], args[1]});
    args.erase(args.begin() + 1);
  }
  if (args.size() == 1 && op != poly::AstOp::Negate)
    return args[0];
  return combine(op, args);
}

LoopExpr integerLoad(const Program &program, const std::string &array,
                     std::vector<LoopExpr> subscripts) {
  auto found = program.arrays.find(array);
  assert(found != program.arrays.end() && "call of an unknown array");
  const ElementType &type = found->second.type;
  bool unsignedWide = !type.isSigned && type.bytes >= 4;
  LoopExpr load = LoopExpr::load(array, std::move(subscripts),
                                 type.bytes > 4 && !unsignedWide);
  return unsignedWide ? LoopExpr::widen(load) : load;
}

std::optional<LoopExpr> resolveParameter(const Program &program,
                                         const std::string &name) {
  if (const Parameter *parameter = program.findParameter(name)) {
    const ElementType &type = parameter->type;
    if (!type.isSigned && type.bytes >= 4)
      return LoopExpr::widen(LoopExpr::variable(name));
    return LoopExpr::variable(name, type.bytes > 4);
  }
  auto call = program.calls.find(name);
  if (call == program.calls.end())
    return std::nullopt;
  std::vector<LoopExpr> subscripts;
  for (const isl::pw_aff &argument : call->second.arguments) {
    llvm::Expected<LoopExpr> value = lowerParameterValue(program, argument);
    if (!value) {
      llvm::consumeError(value.takeError());
      return std::nullopt;
    }
    subscripts.push_back(std::move(*value));
  }
  const std::string &array = call->second.function;
  LoopExpr load = integerLoad(program, array, std::move(subscripts));
  const Parameter *presence = program.presenceOf(array);
  if (!presence)
    return load;
  return LoopExpr::select(
      equal(LoopExpr::variable(presence->name), LoopExpr::integer(1)),
      std::move(load), LoopExpr::integer(0));
}

/// C's division where the dividend cannot be negative.
static LoopExpr withPlainDivisions(const Program &program,
                                   const LoopExpr &value) {
  bool divides = false;
  value.walk([&](const LoopExpr &part) {
    divides |= part.kind == LoopExpr::Kind::FloorDiv;
  });
  if (!divides)
    return value;
  const ConstantBounds bounds(program);
  return value.map([&](LoopExpr part) {
    if (part.kind != LoopExpr::Kind::FloorDiv)
      return part;
    std::optional<long> least = bounds.of(part.operands[0]).least;
    return least && *least >= 0 ? plainDiv(part.operands[0], part.operands[1])
                                : part;
  });
}

llvm::Expected<LoopExpr> lowerParameterValue(const Program &program,
                                             const isl::pw_aff &value,
                                             bool wide) {
  return lowerParameterValue(program, value, program.context, wide);
}

llvm::Expected<LoopExpr> lowerParameterValue(const Program &program,
                                             const isl::pw_aff &value,
                                             const isl::set &known, bool wide) {
  return poly::tryIsl([&]() -> llvm::Expected<LoopExpr> {
    std::string unknown;
    auto resolve = [&](const std::string &name) {
      std::optional<LoopExpr> resolved = resolveParameter(program, name);
      if (!resolved) {
        unknown = name;
        return LoopExpr::variable(name);
      }
      return wide ? LoopExpr::widen(*resolved) : *resolved;
    };
    isl::pw_aff onParameters = value;
    if (!poly::isOnParameters(value))
      onParameters = value.bind_domain(
          isl::multi_id(value.space().domain(), isl::id_list(value.ctx(), 0)));
    isl::ast_build build = isl::ast_build::from_context(known);
    LoopExpr result =
        convertExpr(build.expr_from(onParameters.coalesce()), resolve);
    if (!unknown.empty())
      return llvm::createStringError("'%s' is neither a parameter nor a call "
                                     "with parameter arguments",
                                     unknown.c_str());
    return withPlainDivisions(program, result);
  });
}

/// Whether C computes \p expr as a long long: 64 bits alone may be a long.
static bool isLongLong(const Program &program, const LoopExpr &expr) {
  auto isNamedSo = [](const ElementType &type) {
    return type.spelling == ElementType::int64().spelling;
  };
  switch (expr.kind) {
  case LoopExpr::Kind::Widen:
    return true;
  case LoopExpr::Kind::Variable: {
    const Parameter *parameter = program.findParameter(expr.name);
    return parameter && isNamedSo(parameter->type);
  }
  case LoopExpr::Kind::Load: {
    auto array = program.arrays.find(expr.name);
    return array != program.arrays.end() && isNamedSo(array->second.type);
  }
  case LoopExpr::Kind::Add:
  case LoopExpr::Kind::Mul:
    return llvm::any_of(expr.operands, [&](const LoopExpr &operand) {
      return isLongLong(program, operand);
    });
  default:
    return false;
  }
}

llvm::Expected<LoopExpr> lowerLongLong(const Program &program,
                                       const isl::pw_aff &value) {
  llvm::Expected<LoopExpr> lowered = lowerParameterValue(program, value, true);
  if (!lowered || isLongLong(program, *lowered))
    return lowered;
  if (lowered->isInteger())
    return LoopExpr::literal(std::to_string(lowered->value) + "LL");
  return LoopExpr::node(LoopExpr::Kind::Widen, "", {*lowered});
}

bool isFlat(const Array &array) {
  if (array.owner == Array::Owner::Local)
    return false;
  return array.owner != Array::Owner::Argument || array.isFlat ||
         array.extents.size() < 2;
}

/// Whether every position fits in int: all extents constant and small.
static bool isSmall(const Array &array) {
  double product = 1;
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    std::optional<long> value =
        extent ? poly::constantValue(*extent) : std::nullopt;
    if (!value)
      return false;
    product *= double(*value);
  }
  return product < double(INT_MAX);
}

llvm::Expected<LoopExpr> flatPosition(const Program &program,
                                      const Array &array,
                                      std::vector<LoopExpr> subscripts) {
  assert(subscripts.size() == array.extents.size());
  if (subscripts.empty())
    return LoopExpr::integer(0);
  LoopExpr position = subscripts[0];
  if (subscripts.size() > 1 && !isSmall(array))
    position = LoopExpr::widen(position);
  for (size_t dim = 1; dim < subscripts.size(); ++dim) {
    llvm::Expected<LoopExpr> extent =
        lowerParameterValue(program, *array.extents[dim]);
    if (!extent)
      return extent.takeError();
    position = position * *extent + subscripts[dim];
  }
  return position;
}

} // namespace sparsec
