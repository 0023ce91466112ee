//===- ConstantFolding.h - computations of numbers, done now ----*- C++ -*-===//
#ifndef SPARSEC_LIB_CODEGEN_CONSTANTFOLDING_H
#define SPARSEC_LIB_CODEGEN_CONSTANTFOLDING_H

#include "sparsec/CodeGen/LoopExpr.h"

#include <optional>
#include <variant>

namespace sparsec {

/// An integer, or a number of C's type double.
using Number = std::variant<long, double>;

/// What \p expr computes where it is made of numbers alone and every operation
/// of it is one of integers or doubles that C defines: not of floats, and no
/// overflow or division by zero.
std::optional<Number> numberOf(const LoopExpr &expr);
/// The integer, if it is one.
std::optional<long> integerOf(const LoopExpr &expr);
/// \p value as an expression; doubles are exact hexadecimal literals.
LoopExpr expressionOf(const Number &value);
/// Integers as doubles.
double doubleOf(const Number &value);
bool isFinite(const Number &value);

/// \p expr with its computations of numbers done.
LoopExpr folded(const LoopExpr &expr);

} // namespace sparsec

#endif // SPARSEC_LIB_CODEGEN_CONSTANTFOLDING_H
