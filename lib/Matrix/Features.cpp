//===- Features.cpp - numbers that tell matrices apart --------------------===//
#include "sparsec/Matrix/Features.h"

#include <algorithm>
#include <cmath>

namespace sparsec::bench {
namespace {

/// How many of all \p size x \p size blocks have an entry.
int64_t touchedBlocks(const CsrMatrix &matrix, int64_t size) {
  std::vector<int64_t> lastRow(static_cast<size_t>(matrix.columns / size + 1),
                               -1);
  int64_t touched = 0;
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t e = matrix.pointer[row]; e < matrix.pointer[row + 1]; ++e) {
      int64_t &last = lastRow[static_cast<size_t>(matrix.column[e] / size)];
      touched += last != row / size;
      last = row / size;
    }
  return touched;
}

int64_t touchedDiagonals(const CsrMatrix &matrix) {
  std::vector<bool> seen(static_cast<size_t>(matrix.rows + matrix.columns));
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t e = matrix.pointer[row]; e < matrix.pointer[row + 1]; ++e)
      seen[static_cast<size_t>(matrix.column[e] - row + matrix.rows)] = true;
  return std::count(seen.begin(), seen.end(), true);
}

double part(double one, double of) { return of > 0 ? one / of : 0; }

} // namespace

std::map<std::string, double> featuresOf(const CsrMatrix &matrix) {
  const auto rows = static_cast<double>(matrix.rows),
             entries = static_cast<double>(matrix.entries());
  const double mean = part(entries, rows);
  double squares = 0, distance = 0;
  for (int64_t row = 0; row < matrix.rows; ++row) {
    const auto length =
        static_cast<double>(matrix.pointer[row + 1] - matrix.pointer[row]);
    squares += (length - mean) * (length - mean);
    for (int64_t e = matrix.pointer[row]; e < matrix.pointer[row + 1]; ++e)
      distance += std::fabs(static_cast<double>(matrix.column[e] - row));
  }
  std::map<std::string, double> features = {
      {"matrix.rows", rows},
      {"matrix.columns", static_cast<double>(matrix.columns)},
      {"matrix.entries", entries},
      {"matrix.row_mean", mean},
      {"matrix.row_longest", static_cast<double>(matrix.maxRowLength())},
      {"matrix.row_deviation", std::sqrt(part(squares, rows))},
      {"matrix.diagonal_distance", part(distance, entries)},
      {"matrix.diagonals", static_cast<double>(touchedDiagonals(matrix))}};
  for (int64_t size : {2, 3, 4, 8})
    features["matrix.fill_" + std::to_string(size)] =
        part(static_cast<double>(touchedBlocks(matrix, size) * size * size),
             entries);
  return features;
}

} // namespace sparsec::bench
