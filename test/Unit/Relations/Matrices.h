//===- Matrices.h - random patterns that satisfy facts ----------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_RELATIONS_MATRICES_H
#define SPARSEC_TEST_UNIT_RELATIONS_MATRICES_H

#include "Concrete.h"

#include "sparsec/Stress/Random.h"

namespace sparsec::test {

/// What is true of a pattern in compressed rows (or columns).
struct Pattern {
  std::string index, col;
  /// col <= row: Lower, strictly: StrictlyLower, ...
  enum Part { All, Lower, StrictlyLower, Upper, StrictlyUpper } part = All;
  /// Within a row; duplicates occur unless columns rise strictly.
  enum Order { Any, Rising, StrictlyRising } order = Any;
  bool hasDiagonal = false;
};

/// Adds index and column array of a random \p rows x \p columns matrix.
void addMatrix(Numbers &numbers, const Pattern &pattern,
               std::pair<long, long> size, stress::Random &random);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RELATIONS_MATRICES_H
