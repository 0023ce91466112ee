//===- Reference.h - permanents straight from the definition ----*- C++ -*-===//
#ifndef SPARSEC_TEST_PERMANENT_REFERENCE_H
#define SPARSEC_TEST_PERMANENT_REFERENCE_H

#include "sparsec/Permanent/Plan.h"

#include <gtest/gtest.h>

#include <random>

namespace sparsec::permanent {

/// Expansion row by row over sets of used columns: f(S) is the permanent of the
/// first |S| rows and the columns S. 2^n values, for n up to 20.
template <typename Number>
Number expansion(const Square<Number> &square) {
  std::vector<Number> values(size_t{1} << square.size());
  values[0] = 1;
  for (size_t set = 1; set < values.size(); ++set)
    for (const auto &entry : square.rows[__builtin_popcountll(set) - 1])
      if (set >> entry.column & 1)
        values[set] += entry.value * values[set ^ (size_t{1} << entry.column)];
  return values.back();
}

inline std::complex<double> expansion(const RoundedSquare &square) {
  Square<std::complex<double>> plain;
  for (const auto &row : square.rows) {
    auto &target = plain.rows.emplace_back();
    for (const auto &entry : row)
      target.push_back({entry.column, entry.value.value});
  }
  return expansion(plain);
}

/// A matrix as a file would give it.
inline Matrix matrixOf(const bench::MarketMatrix &file,
                       Arithmetic arithmetic = Arithmetic::Automatic) {
  return llvm::cantFail(toMatrix(file, arithmetic));
}

inline Value permanentOf(const Matrix &matrix, Resources resources = {}) {
  resources.search.leastVisits = 1e4; // the matrices are small
  Plan plan = llvm::cantFail(Plan::make(matrix, resources));
  return llvm::cantFail(plan.run());
}

/// n by n, about density * n^2 entries, value(random) each.
template <typename Maker>
bench::MarketMatrix randomMatrix(int n, double density, std::mt19937 &random,
                                 const Maker &addValue) {
  bench::MarketMatrix result;
  result.entries.rows = result.entries.columns = n;
  std::uniform_real_distribution<double> chance(0, 1);
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      if (chance(random) < density)
        addValue(result, row, column);
  return result;
}

inline void addInteger(bench::MarketMatrix &matrix, int row, int column,
                       int64_t value) {
  matrix.entries.add(row, column, static_cast<double>(value));
  matrix.integers.push_back(value);
}

} // namespace sparsec::permanent

#endif // SPARSEC_TEST_PERMANENT_REFERENCE_H
