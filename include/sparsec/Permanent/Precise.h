//===- Precise.h - numbers of as many bits as asked for ---------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_PRECISE_H
#define SPARSEC_PERMANENT_PRECISE_H

#include <gmpxx.h>

#include <cstdint>
#include <utility>

#include <mpfr.h>

namespace sparsec::permanent {

/// A binary floating-point number of any precision and nearly any exponent
/// (MPFR). Zero at first, without memory; a sum or product has the precision of
/// the more precise operand.
class Float {
public:
  Float() = default;
  /// Rounded to \p bits.
  Float(double value, mpfr_prec_t bits);
  Float(const mpz_class &value, mpfr_prec_t bits);
  Float(const Float &other);
  Float(Float &&other) noexcept : Float() { swap(other); }
  Float &operator=(Float other) noexcept {
    swap(other);
    return *this;
  }
  ~Float() {
    if (!isEmpty())
      mpfr_clear(number);
  }

  bool isZero() const { return isEmpty() || mpfr_zero_p(number); }
  /// 0 for a zero that came from nowhere.
  mpfr_prec_t bits() const { return isEmpty() ? 0 : mpfr_get_prec(number); }
  /// This += other, and this += a * b, each rounded once.
  void add(const Float &other, mpfr_rnd_t rounding = MPFR_RNDN);
  void addProduct(const Float &a, const Float &b,
                  mpfr_rnd_t rounding = MPFR_RNDN);
  void negate();
  /// Times 2^exponent.
  void scale(int64_t exponent);

  bool isEqual(double other) const {
    return isEmpty() ? other == 0 : mpfr_cmp_d(number, other) == 0;
  }
  double toDouble() const {
    return isEmpty() ? 0 : mpfr_get_d(number, MPFR_RNDN);
  }
  /// mantissa * 2^exponent.
  std::pair<mpz_class, int64_t> parts() const;

private:
  mpfr_t number = {};

  bool isEmpty() const { return !number->_mpfr_d; }
  void swap(Float &other) noexcept { std::swap(number[0], other.number[0]); }
  void makeRoom(mpfr_prec_t bits);
};

/// A real or complex number with the same expression over absolute values
/// beside it, rounded up. A part that is 0 takes neither time nor memory.
struct Precise {
  Float real, imaginary, magnitude;

  Precise() = default;
  Precise(Float real, Float imaginary, Float magnitude)
      : real(std::move(real)), imaginary(std::move(imaginary)),
        magnitude(std::move(magnitude)) {}
  static Precise one() { return {{1, 2}, {}, {1, 2}}; }

  bool isZero() const { return magnitude.isZero(); }
  void add(const Precise &other);
  void addProduct(const Precise &a, const Precise &b);
};

/// Bits of a magnitude: of a bound two digits are enough.
constexpr mpfr_prec_t magnitudeBits = 32;

inline bool isZero(const Precise &number) { return number.isZero(); }
Precise operator+(Precise a, const Precise &b);
Precise operator*(const Precise &a, const Precise &b);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_PRECISE_H
