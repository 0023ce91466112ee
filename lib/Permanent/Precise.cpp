//===- Precise.cpp - numbers of as many bits as asked for -----------------===//

#include "sparsec/Permanent/Precise.h"

#include <algorithm>

namespace sparsec::permanent {

Float::Float(double value, mpfr_prec_t bits) {
  mpfr_init2(number, bits);
  mpfr_set_d(number, value, MPFR_RNDN);
}

Float::Float(const mpz_class &value, mpfr_prec_t bits) {
  mpfr_init2(number, bits);
  mpfr_set_z(number, value.get_mpz_t(), MPFR_RNDN);
}

Float::Float(const Float &other) : Float() {
  if (other.isEmpty())
    return;
  mpfr_init2(number, other.bits());
  mpfr_set(number, other.number, MPFR_RNDN);
}

/// Keeps the value.
void Float::makeRoom(mpfr_prec_t bits) {
  if (isEmpty()) {
    mpfr_init2(number, bits);
    mpfr_set_zero(number, 1);
  } else if (this->bits() < bits) {
    mpfr_prec_round(number, bits, MPFR_RNDN);
  }
}

void Float::add(const Float &other, mpfr_rnd_t rounding) {
  if (other.isEmpty())
    return;
  makeRoom(other.bits());
  mpfr_add(number, number, other.number, rounding);
}

void Float::addProduct(const Float &a, const Float &b, mpfr_rnd_t rounding) {
  if (a.isEmpty() || b.isEmpty())
    return;
  makeRoom(std::max(a.bits(), b.bits()));
  mpfr_fma(number, a.number, b.number, number, rounding);
}

void Float::negate() {
  if (!isEmpty())
    mpfr_neg(number, number, MPFR_RNDN);
}

void Float::scale(int64_t exponent) {
  if (!isEmpty())
    mpfr_mul_2si(number, number, exponent, MPFR_RNDN);
}

std::pair<mpz_class, int64_t> Float::parts() const {
  mpz_class mantissa = 0;
  if (isZero())
    return {mantissa, 0};
  int64_t exponent = mpfr_get_z_2exp(mantissa.get_mpz_t(), number);
  return {mantissa, exponent};
}

void Precise::add(const Precise &other) {
  real.add(other.real);
  imaginary.add(other.imaginary);
  magnitude.add(other.magnitude, MPFR_RNDU);
}

void Precise::addProduct(const Precise &a, const Precise &b) {
  real.addProduct(a.real, b.real);
  if (!a.imaginary.isZero() && !b.imaginary.isZero()) {
    Float negative = a.imaginary;
    negative.negate();
    real.addProduct(negative, b.imaginary);
  }
  imaginary.addProduct(a.real, b.imaginary);
  imaginary.addProduct(a.imaginary, b.real);
  magnitude.addProduct(a.magnitude, b.magnitude, MPFR_RNDU);
}

Precise operator+(Precise a, const Precise &b) {
  a.add(b);
  return a;
}

Precise operator*(const Precise &a, const Precise &b) {
  Precise product;
  product.addProduct(a, b);
  return product;
}

} // namespace sparsec::permanent
