//===- Polynomial.cpp - subscripts such as `i*n + k` ----------------------===//
///
/// \file
/// Arithmetic on products of parameters with affine coefficients.
///
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include <algorithm>

namespace sparsec {

Polynomial Polynomial::parameter(const std::string &name,
                                 const isl::space &space) {
  Polynomial result(space);
  result.terms.emplace(Monomial{name}, poly::constant(space, 1));
  return result;
}

Polynomial Polynomial::product(const Monomial &monomial,
                               const isl::pw_aff &coefficient,
                               const isl::space &space) {
  Polynomial result(space);
  result.terms.emplace(monomial, coefficient);
  return result;
}

Polynomial Polynomial::plus(const Polynomial &other) const {
  Polynomial result = *this;
  for (const auto &[monomial, coefficient] : other.terms) {
    auto [place, isNew] = result.terms.emplace(monomial, coefficient);
    if (!isNew)
      place->second = place->second.add(coefficient);
    if (poly::constantValue(place->second) == 0)
      result.terms.erase(place);
  }
  return result;
}

Polynomial Polynomial::scaled(long factor) const {
  Polynomial result(space);
  if (factor == 0)
    return result;
  for (const auto &[monomial, coefficient] : terms)
    result.terms.emplace(monomial,
                         coefficient.mul(poly::constant(space, factor)));
  return result;
}

std::optional<Polynomial> Polynomial::times(const Polynomial &other) const {
  Polynomial result(space);
  for (const auto &[monomial, coefficient] : terms)
    for (const auto &[otherMonomial, otherCoefficient] : other.terms) {
      if (!poly::constantValue(coefficient) &&
          !poly::constantValue(otherCoefficient))
        return std::nullopt;
      Monomial product = monomial;
      product.insert(product.end(), otherMonomial.begin(), otherMonomial.end());
      std::sort(product.begin(), product.end());
      Polynomial term(space);
      term.terms.emplace(product, coefficient.mul(otherCoefficient));
      result = result.plus(term);
    }
  return result;
}

std::optional<isl::pw_aff> Polynomial::affine() const {
  isl::pw_aff sum = poly::constant(space, 0);
  for (const auto &[monomial, coefficient] : terms) {
    if (monomial.empty()) {
      sum = sum.add(coefficient);
      continue;
    }
    if (monomial.size() > 1 || !poly::constantValue(coefficient))
      return std::nullopt;
    sum = sum.add(poly::parameter(space, monomial[0]).mul(coefficient));
  }
  return sum;
}

FlatShape Polynomial::nonAffineMonomials() const {
  FlatShape result;
  for (const auto &[monomial, coefficient] : terms)
    if (monomial.size() > 1 ||
        (monomial.size() == 1 && !poly::constantValue(coefficient)))
      result.push_back(monomial);
  return result;
}

isl::pw_aff Polynomial::take(const Monomial &monomial) {
  auto place = terms.find(monomial);
  if (place == terms.end())
    return poly::constant(space, 0);
  isl::pw_aff coefficient = place->second;
  terms.erase(place);
  return coefficient;
}

std::optional<Monomial> quotient(const Monomial &whole, const Monomial &part) {
  Monomial rest;
  if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end()))
    return std::nullopt;
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(),
                      std::back_inserter(rest));
  return rest;
}

} // namespace sparsec
