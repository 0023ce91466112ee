//===- LoopExpr.cpp - expressions of lowered loops, folded ----------------===//

#include "sparsec/LoopIR/LoopExpr.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <iterator>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// The folded form of a node whose operands are folded.
LoopExpr fold(LoopExpr expr) {
  auto &operands = expr.operands;
  auto reduce = [&](LoopExpr (*combine)(const LoopExpr &, const LoopExpr &)) {
    LoopExpr result = operands[0];
    for (const LoopExpr &operand : llvm::drop_begin(operands))
      result = combine(result, operand);
    return result;
  };
  switch (expr.kind) {
  case Kind::Add:
    return reduce(operator+);
  case Kind::Mul:
    return reduce(operator*);
  case Kind::FloorDiv:
    return reduce(floorDiv);
  case Kind::Div:
    return reduce(plainDiv);
  case Kind::Mod:
    return reduce(plainMod);
  case Kind::Min:
    return reduce(minOf);
  case Kind::Max:
    return reduce(maxOf);
  case Kind::Less:
    return reduce(less);
  case Kind::LessEqual:
    return reduce(lessEqual);
  case Kind::Equal:
    return reduce(equal);
  case Kind::And:
    return reduce(logicalAnd);
  case Kind::Or:
    return reduce(logicalOr);
  case Kind::Select:
    return LoopExpr::select(operands[0], operands[1], operands[2]);
  case Kind::Widen:
    return LoopExpr::widen(operands[0]);
  default:
    return expr;
  }
}

} // namespace

ExprList::ExprList(std::vector<LoopExpr> operands)
    : list(operands.empty() ? nullptr
                            : std::make_shared<const std::vector<LoopExpr>>(
                                  std::move(operands))) {}

bool ExprList::operator==(const ExprList &other) const {
  // From the back: that is the short side of `a + b + c + ...`.
  return list == other.list ||
         (size() == other.size() &&
          std::equal(std::make_reverse_iterator(end()),
                     std::make_reverse_iterator(begin()),
                     std::make_reverse_iterator(other.end())));
}

ExprList ExprList::mapped(
    const std::function<LoopExpr(const LoopExpr &)> &rewrite) const {
  std::vector<LoopExpr> result;
  result.reserve(size());
  for (const LoopExpr &operand : *this)
    result.push_back(rewrite(operand));
  return result;
}

LoopExpr LoopExpr::node(Kind kind, std::string name,
                        std::vector<LoopExpr> operands) {
  LoopExpr expr;
  expr.kind = kind;
  expr.name = std::move(name);
  expr.operands = std::move(operands);
  if (kind != Kind::Load)
    for (const LoopExpr &operand : expr.operands)
      expr.wide |= operand.wide;
  return expr;
}

LoopExpr LoopExpr::integer(long value) {
  LoopExpr expr;
  expr.value = value;
  expr.wide = value < INT_MIN || value > INT_MAX;
  return expr;
}

LoopExpr LoopExpr::variable(std::string name, bool wide) {
  LoopExpr expr = node(Kind::Variable, std::move(name), {});
  expr.wide = wide;
  return expr;
}

LoopExpr LoopExpr::gpuIndex(sparsec::GpuIndex index) {
  LoopExpr expr = node(Kind::GpuIndex, "", {});
  expr.value = 3 * long(index.of) + index.dimension;
  return expr;
}

GpuIndex LoopExpr::gpuIndex() const {
  assert(kind == Kind::GpuIndex);
  return {sparsec::GpuIndex::Of(value / 3), unsigned(value % 3)};
}

LoopExpr LoopExpr::load(std::string array, std::vector<LoopExpr> subscripts,
                        bool wide) {
  LoopExpr expr = node(Kind::Load, std::move(array), std::move(subscripts));
  expr.wide = wide;
  return expr;
}

LoopExpr LoopExpr::literal(std::string text) {
  return node(Kind::Literal, std::move(text), {});
}

LoopExpr LoopExpr::cast(LoopType type, LoopExpr operand) {
  LoopExpr expr = node(Kind::Cast, "", {std::move(operand)});
  expr.type = std::move(type);
  return expr;
}

LoopExpr LoopExpr::sizeOf(LoopType type) {
  LoopExpr expr = node(Kind::SizeOf, "", {});
  expr.type = std::move(type);
  return expr;
}

LoopExpr LoopExpr::unary(Operator op, LoopExpr operand) {
  assert(operandsOf(op) == 1);
  LoopExpr expr = node(Kind::Unary, "", {std::move(operand)});
  expr.op = op;
  return expr;
}

LoopExpr LoopExpr::binary(Operator op, LoopExpr left, LoopExpr right) {
  assert(operandsOf(op) == 2);
  LoopExpr expr = node(Kind::Binary, "", {std::move(left), std::move(right)});
  expr.op = op;
  return expr;
}

LoopExpr LoopExpr::select(LoopExpr condition, LoopExpr then,
                          LoopExpr otherwise) {
  if (condition.isInteger())
    return condition.value ? then : otherwise;
  if (then == otherwise)
    return then;
  return node(Kind::Select, "",
              {std::move(condition), std::move(then), std::move(otherwise)});
}

LoopExpr LoopExpr::widen(LoopExpr value) {
  if (value.isInteger() || value.wide)
    return value;
  LoopExpr expr = node(Kind::Widen, "", {std::move(value)});
  expr.wide = true;
  return expr;
}

void LoopExpr::walk(const std::function<void(const LoopExpr &)> &visit) const {
  visit(*this);
  for (const LoopExpr &operand : operands)
    operand.walk(visit);
}

bool LoopExpr::mentions(const std::string &variable) const {
  if (isVariable() && name == variable)
    return true;
  return llvm::any_of(operands, [&](const LoopExpr &operand) {
    return operand.mentions(variable);
  });
}

bool LoopExpr::hasLoad() const {
  return kind == Kind::Load ||
         llvm::any_of(operands, [](const LoopExpr &operand) {
           return operand.hasLoad();
         });
}

/// A copy, folded, with \p change applied to every operand.
static LoopExpr
withOperands(const LoopExpr &expr,
             const std::function<LoopExpr(const LoopExpr &)> &change) {
  ExprList operands = expr.operands.mapped(change);
  if (operands == expr.operands)
    return expr;
  LoopExpr copy = expr;
  copy.operands = std::move(operands);
  if (expr.kind != Kind::Load && expr.kind != Kind::Widen &&
      expr.kind != Kind::Member && expr.kind != Kind::Arrow)
    copy.wide =
        llvm::any_of(copy.operands, [](const LoopExpr &o) { return o.wide; });
  return fold(std::move(copy));
}

LoopExpr LoopExpr::map(const std::function<LoopExpr(LoopExpr)> &rewrite) const {
  return rewrite(withOperands(
      *this, [&](const LoopExpr &operand) { return operand.map(rewrite); }));
}

LoopExpr LoopExpr::substitute(const std::string &variable,
                              const LoopExpr &replacement) const {
  // Not by map: `i - 1` with i + 1 for i folds to i, which is done.
  if (isVariable())
    return name == variable ? replacement : *this;
  return withOperands(*this, [&](const LoopExpr &operand) {
    return operand.substitute(variable, replacement);
  });
}

} // namespace sparsec
