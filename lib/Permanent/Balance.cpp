//===- Balance.cpp - power-of-two scaling of rows and columns -------------===//

#include "sparsec/Permanent/Reduce.h"

#include <algorithm>
#include <cmath>

namespace sparsec::permanent {
namespace {

constexpr int sweeps = 8;
constexpr int none = -100000; // below any exponent of a double

using Exponents = std::vector<int>;

/// Half the distance of the largest scaled exponent from zero, at least 1 of 1.
int halfStep(int largest) {
  if (largest < none / 2)
    return 0;
  return largest > 0 ? (largest + 1) / 2 : -((1 - largest) / 2);
}

int exponentOf(const Rounded &value) {
  return value.isZero() ? none : std::ilogb(value.magnitude);
}

/// One step of Ruiz's equilibration, in exponents.
void sweep(const RoundedSquare &square, Exponents &row, Exponents &column) {
  Exponents rowLargest(row.size(), none), columnLargest(row.size(), none);
  for (int r = 0; r < square.size(); ++r)
    for (const auto &entry : square.rows[r]) {
      int exponent = exponentOf(entry.value) - row[r] - column[entry.column];
      rowLargest[r] = std::max(rowLargest[r], exponent);
      columnLargest[entry.column] =
          std::max(columnLargest[entry.column], exponent);
    }
  for (size_t i = 0; i < row.size(); ++i) {
    row[i] += halfStep(rowLargest[i]);
    column[i] += halfStep(columnLargest[i]);
  }
}

Rounded scaled(const Rounded &number, int exponent) {
  return {{std::ldexp(number.value.real(), exponent),
           std::ldexp(number.value.imag(), exponent)},
          std::ldexp(number.magnitude, exponent)};
}

} // namespace

int64_t balance(RoundedSquare &square) {
  Exponents row(square.size(), 0), column(square.size(), 0);
  for (int i = 0; i < sweeps; ++i)
    sweep(square, row, column);
  int64_t total = 0;
  for (int r = 0; r < square.size(); ++r) {
    total += row[r] + column[r];
    for (auto &entry : square.rows[r])
      entry.value = scaled(entry.value, -row[r] - column[entry.column]);
  }
  return total;
}

int64_t balance(IntegerSquare &) { return 0; }
int64_t balance(PreciseSquare &) { return 0; }

} // namespace sparsec::permanent
