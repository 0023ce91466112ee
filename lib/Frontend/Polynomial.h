//===- Polynomial.h - subscripts such as `i*n + k` --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_POLYNOMIAL_H
#define SPARSEC_LIB_FRONTEND_POLYNOMIAL_H

#include "Kernel.h"

#include <optional>

namespace sparsec {

/// A sum of products of parameters with affine coefficients over the
/// statement's space: `i*n + k` is { n: { S[i,k] -> [i] }, 1: { S -> [k] } }.
/// Coefficients hold no parameters of their own except calls.
class Polynomial {
public:
  explicit Polynomial(isl::space space) : space(std::move(space)) {}
  Polynomial(const isl::pw_aff &value, const isl::space &space)
      : space(space), terms({{Monomial(), value}}) {}

  static Polynomial parameter(const std::string &name, const isl::space &space);

  Polynomial plus(const Polynomial &other) const;
  Polynomial scaled(long factor) const;
  /// None when two factors both vary: `i * j`.
  std::optional<Polynomial> times(const Polynomial &other) const;
  /// A sum of parameters as a multiple of one ParameterSum; others as they are.
  Polynomial withWholeSum() const;
  bool isConstant() const;

  /// The value when every parameter has a constant coefficient.
  std::optional<isl::pw_aff> affine() const;
  /// The products that keep the value from being affine.
  std::vector<Monomial> nonAffineMonomials() const;
  /// Removes and returns the coefficient of \p monomial (zero if absent).
  isl::pw_aff take(const Monomial &monomial);

  const std::map<Monomial, isl::pw_aff> &products() const { return terms; }
  /// \p monomial times \p coefficient.
  static Polynomial product(const Monomial &monomial,
                            const isl::pw_aff &coefficient,
                            const isl::space &space);

private:
  isl::space space;
  std::map<Monomial, isl::pw_aff> terms;
};

/// \p whole / \p part as products of parameters; none when not a divisor.
std::optional<Monomial> quotient(const Monomial &whole, const Monomial &part);

/// What indices of \p shape are multiplied by beside its products, level by
/// level, and 1: each divides the one before.
std::vector<long> factorsOf(const FlatShape &shape);
/// How long the rows of an array are inside each of its levels; none where the
/// products of one are no multiples of those of the next.
std::optional<std::vector<isl::pw_aff>> rowLengths(const FlatShape &shape,
                                                   const isl::space &space);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_POLYNOMIAL_H
