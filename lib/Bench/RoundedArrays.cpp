//===- RoundedArrays.cpp - what another order computes otherwise ----------===//
#include "RoundedArrays.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::bench {
namespace {

/// Whether evaluating \p value rounds: not copies, signs and choices of
/// numbers.
bool computes(const Expr &value) {
  static constexpr llvm::StringLiteral exact[] = {
      "fabs", "fmin", "fmax", "floor", "ceil", "trunc", "round", "copysign"};
  bool found = false;
  value.walk([&](const Expr &node) {
    llvm::StringRef name = node.text;
    name.consume_back("f");
    found |=
        node.type.isFloating() &&
        (node.kind == Expr::Kind::Binary ||
         (node.kind == Expr::Kind::Call && !llvm::is_contained(exact, name)));
  });
  return found;
}

/// Whether \p body leaves a floating-point number that another order of
/// operations would round in another way.
bool rounds(const Assignment &body) {
  const bool isArithmetic =
      body.op != Update::Set && operatorOf(body.op) != Operator::None;
  return body.target.type.isFloating() &&
         (isArithmetic || computes(body.value));
}

} // namespace

bool readsRounded(const Expr &value, const std::set<std::string> &rounded) {
  bool found = false;
  value.walk([&](const Expr &node) {
    found |= node.kind == Expr::Kind::Access && rounded.count(node.text);
  });
  return found;
}

std::set<std::string> roundedArrays(const Program &program) {
  std::set<std::string> rounded;
  for (size_t before = ~size_t{0}; before != rounded.size();) {
    before = rounded.size();
    for (const auto &entry : program.statements)
      if (const auto &body = entry.second.assignment)
        if (rounds(*body) || readsRounded(body->value, rounded))
          rounded.merge(body->written());
  }
  return rounded;
}

} // namespace sparsec::bench
