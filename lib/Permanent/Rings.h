//===- Rings.h - the numbers a frontier can hold ----------------*- C++ -*-===//
///
/// \file
/// A ring has: Value, what a state holds; zero(); add(sum, coefficient, value),
/// sum += coefficient * value; and finish(sum), the value of a sum. Where sums
/// are wider than values, Sum differs from Value.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_PERMANENT_RINGS_H
#define SPARSEC_LIB_PERMANENT_RINGS_H

#include "sparsec/Permanent/Matrix.h"

#include <algorithm>

namespace sparsec::permanent {

using Wide = unsigned __int128;

/// Integers modulo 2^64 or 2^128: machine arithmetic that wraps.
template <typename Word>
struct WrappingRing {
  using Value = Word;
  using Sum = Word;
  static void add(Sum &sum, Value coefficient, Value value) {
    sum += coefficient * value;
  }
  static void add(Sum &sum, Value value) { sum += value; }
  static Value finish(Sum sum) { return sum; }
  static Value one() { return 1; }
};

/// Integers modulo a prime below 2^60: 65 products fit a sum.
struct PrimeRing {
  using Value = uint64_t;
  using Sum = Wide;
  uint64_t prime;

  static void add(Sum &sum, Value coefficient, Value value) {
    sum += Wide{coefficient} * value;
  }
  static void add(Sum &sum, Value value) { sum += value; }
  Value finish(Sum sum) const { return static_cast<Value>(sum % prime); }
  static Value one() { return 1; }
};

/// Doubles without signs: a value is its own magnitude.
struct PositiveRing {
  using Value = double;
  using Sum = double;
  static void add(Sum &sum, Value coefficient, Value value) {
    sum += coefficient * value;
  }
  static void add(Sum &sum, Value value) { sum += value; }
  static Value finish(Sum sum) { return sum; }
  static Value one() { return 1; }
  static double magnitude(Value value) { return value; }
  static Value of(const Rounded &number) { return number.value.real(); }
  static Rounded toRounded(Value value) { return {value, value}; }
};

/// Doubles, and what they would be without signs.
struct SignedRing {
  struct Value {
    double value, magnitude;
  };
  using Sum = Value;
  static void add(Sum &sum, const Value &coefficient, const Value &value) {
    sum.value += coefficient.value * value.value;
    sum.magnitude += coefficient.magnitude * value.magnitude;
  }
  static void add(Sum &sum, const Value &value) {
    sum.value += value.value;
    sum.magnitude += value.magnitude;
  }
  static Value finish(const Sum &sum) { return sum; }
  static Value one() { return {1, 1}; }
  static double magnitude(const Value &value) { return value.magnitude; }
  static Value of(const Rounded &number) {
    return {number.value.real(), number.magnitude};
  }
  static Rounded toRounded(const Value &value) {
    return {value.value, value.magnitude};
  }
};

struct ComplexRing {
  struct Value {
    double real, imaginary, magnitude;
  };
  using Sum = Value;
  static void add(Sum &sum, const Value &a, const Value &b) {
    sum.real += a.real * b.real - a.imaginary * b.imaginary;
    sum.imaginary += a.real * b.imaginary + a.imaginary * b.real;
    sum.magnitude += a.magnitude * b.magnitude;
  }
  static void add(Sum &sum, const Value &value) {
    sum.real += value.real;
    sum.imaginary += value.imaginary;
    sum.magnitude += value.magnitude;
  }
  static Value finish(const Sum &sum) { return sum; }
  static Value one() { return {1, 0, 1}; }
  static double magnitude(const Value &value) { return value.magnitude; }
  static Value of(const Rounded &number) {
    return {number.value.real(), number.value.imag(), number.magnitude};
  }
  static Rounded toRounded(const Value &value) {
    return {{value.real, value.imaginary}, value.magnitude};
  }
};

/// Numbers of any precision.
struct PreciseRing {
  using Value = Precise;
  using Sum = Precise;
  static void add(Sum &sum, const Value &coefficient, const Value &value) {
    sum.addProduct(coefficient, value);
  }
  static void add(Sum &sum, const Value &value) { sum.add(value); }
  static Value finish(Sum &sum) { return std::move(sum); }
  static Value one() { return Precise::one(); }
};

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_RINGS_H
