//===- Polynomial.cpp - subscripts such as `i*n + k` ----------------------===//
///
/// \file
/// Arithmetic on products of parameters with affine coefficients.
///
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include <algorithm>
#include <numeric>

namespace sparsec {

isl::pw_aff ParameterSum::value(const isl::space &space) const {
  isl::pw_aff sum = poly::constant(space, constant);
  for (const auto &[name, factor] : factors)
    sum = sum.add(
        poly::parameter(space, name).mul(poly::constant(space, factor)));
  return sum;
}

Polynomial Polynomial::parameter(const std::string &name,
                                 const isl::space &space) {
  Polynomial result(space);
  result.terms.emplace(Monomial{{{{name, 1}}}}, poly::constant(space, 1));
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
    sum = sum.add(monomial[0].value(space).mul(coefficient));
  }
  return sum;
}

bool Polynomial::isConstant() const {
  const std::optional<isl::pw_aff> value = affine();
  return value && poly::constantValue(*value);
}

Polynomial Polynomial::withWholeSum() const {
  ParameterSum sum;
  for (const auto &[monomial, coefficient] : terms) {
    const std::optional<long> number = poly::constantValue(coefficient);
    if (monomial.size() > 1 || !number)
      return *this;
    sum.constant += monomial.empty() ? *number : *number * monomial[0].constant;
    for (const ParameterSum &part : monomial)
      for (const auto &[name, factor] : part.factors)
        sum.factors[name] += *number * factor;
  }
  std::erase_if(sum.factors, [](const auto &entry) { return !entry.second; });
  if (sum.factors.empty())
    return *this;
  long common = sum.constant;
  for (const auto &[name, factor] : sum.factors)
    common = std::gcd(common, factor);
  if (sum.factors.begin()->second < 0)
    common = -common;
  sum.constant /= common;
  for (auto &[name, factor] : sum.factors)
    factor /= common;
  return product({sum}, poly::constant(space, common), space);
}

std::vector<Monomial> Polynomial::nonAffineMonomials() const {
  std::vector<Monomial> result;
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

std::vector<long> factorsOf(const FlatShape &shape) {
  std::vector<long> factors;
  for (const FlatLevel &level : shape)
    factors.push_back(std::gcd(factors.empty() ? 0 : factors.back(),
                               level.factor ? level.factor : 1));
  factors.push_back(1);
  return factors;
}

std::optional<std::vector<isl::pw_aff>> rowLengths(const FlatShape &shape,
                                                   const isl::space &space) {
  const std::vector<long> factors = factorsOf(shape);
  std::vector<isl::pw_aff> lengths;
  for (size_t level = 0; level < shape.size(); ++level) {
    const bool isLast = level + 1 == shape.size();
    const std::optional<Monomial> rest = quotient(
        shape[level].monomial, isLast ? Monomial() : shape[level + 1].monomial);
    if (!rest || rest->size() != 1)
      return std::nullopt;
    lengths.push_back(rest->front().value(space).mul(
        poly::constant(space, factors[level] / factors[level + 1])));
  }
  return lengths;
}

} // namespace sparsec
