//===- ConstantFolding.h - computations of numbers, done now ----*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_CONSTANTFOLDING_H
#define SPARSEC_LOOPIR_CONSTANTFOLDING_H

#include "sparsec/LoopIR/LoopExpr.h"

#include <complex>
#include <optional>
#include <variant>

namespace sparsec {

/// An integer, or a number of C's type double or double _Complex.
using Number = std::variant<long, double, std::complex<double>>;

/// What \p expr computes where it is made of numbers alone and every operation
/// of it is one of integers or doubles that C defines: not of floats, and no
/// overflow or division by zero. Products of complex numbers are those of the
/// textbook.
std::optional<Number> numberOf(const LoopExpr &expr);
/// The integer, if it is one.
std::optional<long> integerOf(const LoopExpr &expr);
/// \p value as an expression; doubles are exact hexadecimal literals. A complex
/// number without imaginary part is a double.
LoopExpr expressionOf(const Number &value);
bool isReal(const Number &value);
/// Integers as doubles; of real numbers only.
double doubleOf(const Number &value);
/// Whether \p value is \p real.
bool isEqual(const Number &value, double real);
bool isFinite(const Number &value);

/// \p expr with its computations of numbers done; its type stays.
LoopExpr folded(const LoopExpr &expr);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_CONSTANTFOLDING_H
