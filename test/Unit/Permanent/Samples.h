//===- Samples.h - small matrices of all kinds as texts ---------*- C++ -*-===//
#ifndef SPARSEC_TEST_PERMANENT_SAMPLES_H
#define SPARSEC_TEST_PERMANENT_SAMPLES_H

#include "sparsec/Permanent/Plan.h"

#include <gmpxx.h>

#include <random>
#include <string>
#include <vector>

namespace sparsec::permanent {

/// A rational complex number.
struct Exact {
  mpq_class real, imaginary;

  bool isZero() const { return real == 0 && imaginary == 0; }
};
inline Exact operator+(const Exact &a, const Exact &b) {
  return {a.real + b.real, a.imaginary + b.imaginary};
}
inline Exact operator-(const Exact &a, const Exact &b) {
  return {a.real - b.real, a.imaginary - b.imaginary};
}
inline Exact operator*(const Exact &a, const Exact &b) {
  return {a.real * b.real - a.imaginary * b.imaginary,
          a.real * b.imaginary + a.imaginary * b.real};
}

using Dense = std::vector<std::vector<Exact>>;

/// The definition: the sum over all permutations of the products.
Exact permanentByDefinition(const Dense &matrix);

/// A matrix as the text of a file, and as what that text means.
struct Sample {
  std::string kind, text;
  Dense dense;

  int size() const { return static_cast<int>(dense.size()); }
};

/// Kinds 0 .. sampleKinds - 1: reals, integers, 0/1, symmetric, skew,
/// Hermitian, duplicates, zeros that are written, scales, no perfect matching.
constexpr int sampleKinds = 15;
Sample makeSample(int kind, int size, double density, std::mt19937 &random);

} // namespace sparsec::permanent

#endif // SPARSEC_TEST_PERMANENT_SAMPLES_H
