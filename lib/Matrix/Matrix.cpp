//===- Matrix.cpp - sparse matrices as coordinates and as CSR -------------===//
///
/// \file
/// Conversion of coordinates to CSR by counting, and adaptation of a matrix to
/// what a kernel's facts ask for (sorted, triangular, ...).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Matrix/Matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparsec::bench {

void Coordinates::reserve(size_t count) {
  row.reserve(count);
  column.reserve(count);
  value.reserve(count);
}

int64_t CsrMatrix::maxRowLength() const {
  int64_t longest = 0;
  for (int64_t r = 0; r < rows; ++r)
    longest = std::max(longest, pointer[r + 1] - pointer[r]);
  return longest;
}

CsrMatrix toCsr(const Coordinates &entries) {
  CsrMatrix matrix;
  matrix.rows = entries.rows;
  matrix.columns = entries.columns;
  matrix.pointer.assign(entries.rows + 1, 0);
  for (int32_t r : entries.row)
    ++matrix.pointer[r + 1];
  std::partial_sum(matrix.pointer.begin(), matrix.pointer.end(),
                   matrix.pointer.begin());

  matrix.column.resize(entries.entries());
  matrix.value.resize(entries.entries());
  matrix.imaginary.resize(entries.imaginary.size());
  std::vector<int64_t> next(matrix.pointer.begin(), matrix.pointer.end() - 1);
  for (size_t e = 0; e < entries.entries(); ++e) {
    int64_t place = next[entries.row[e]]++;
    matrix.column[place] = entries.column[e];
    matrix.value[place] = entries.value[e];
    if (!entries.imaginary.empty())
      matrix.imaginary[place] = entries.imaginary[e];
  }
  return matrix;
}

namespace {

Coordinates toCoordinates(const CsrMatrix &matrix) {
  Coordinates entries;
  entries.rows = matrix.rows;
  entries.columns = matrix.columns;
  entries.reserve(matrix.entries());
  for (int64_t r = 0; r < matrix.rows; ++r)
    for (int64_t e = matrix.pointer[r]; e < matrix.pointer[r + 1]; ++e)
      entries.add(r, matrix.column[e], matrix.value[e]);
  entries.imaginary = matrix.imaginary;
  return entries;
}

/// Whether the shape admits an entry at (r, c) of an n x n matrix; \p
/// ownDiagonal: the diagonal is made anew.
bool admits(const MatrixShape &shape, int64_t r, int64_t c) {
  if (shape.lower && (shape.strict ? c >= r : c > r))
    return false;
  if (shape.upper && (shape.strict ? c <= r : c < r))
    return false;
  return !(shape.diagonal && r == c);
}

Coordinates selectEntries(const Coordinates &all, const MatrixShape &shape) {
  Coordinates kept;
  kept.rows = all.rows;
  kept.columns = all.columns;
  if (shape.square || shape.diagonal || shape.symmetric)
    kept.rows = kept.columns = std::min(all.rows, all.columns);
  for (size_t e = 0; e < all.entries(); ++e) {
    int64_t r = all.row[e], c = all.column[e];
    if (r < kept.rows && c < kept.columns && admits(shape, r, c))
      kept.addFrom(all, e, r, c);
    if (shape.symmetric && r != c && r < kept.rows && c < kept.columns &&
        admits(shape, c, r))
      kept.addFrom(all, e, c, r);
  }
  return kept;
}

/// Makes every diagonal entry dominate its row, last in a lower triangular row
/// and first in an upper triangular one. One of a triangle dominates its column
/// as well: the symmetric matrix that it stands for is positive definite.
Coordinates withDiagonal(const Coordinates &entries, bool isTriangle) {
  std::vector<double> sum(entries.rows, 1.0);
  const bool isComplex = !entries.imaginary.empty();
  for (size_t e = 0; e < entries.entries(); ++e) {
    const double size = std::fabs(entries.value[e]) +
                        (isComplex ? std::fabs(entries.imaginary[e]) : 0);
    sum[entries.row[e]] += size;
    if (isTriangle)
      sum[entries.column[e]] += size;
  }
  Coordinates result;
  result.rows = entries.rows;
  result.columns = entries.columns;
  for (size_t e = 0; e < entries.entries(); ++e)
    if (entries.column[e] < entries.row[e])
      result.addFrom(entries, e, entries.row[e], entries.column[e]);
  for (int64_t r = 0; r < entries.rows; ++r) {
    result.add(r, r, sum[r]);
    if (isComplex)
      result.imaginary.push_back(0);
  }
  for (size_t e = 0; e < entries.entries(); ++e)
    if (entries.column[e] > entries.row[e])
      result.addFrom(entries, e, entries.row[e], entries.column[e]);
  return result;
}

/// A column where row \p r may have an entry; none: -1.
int64_t freeColumn(const Coordinates &entries, const MatrixShape &shape,
                   int64_t r) {
  for (int64_t c : {r, r - 1, r + 1, entries.columns - 1})
    if (c >= 0 && c < entries.columns && admits(shape, r, c) &&
        (c == r || !shape.symmetric))
      return c;
  return -1;
}

/// With an entry in rows that have none.
Coordinates withFilledRows(const Coordinates &entries,
                           const MatrixShape &shape) {
  std::vector<bool> isFilled(entries.rows);
  for (int32_t r : entries.row)
    isFilled[r] = true;
  Coordinates result = entries;
  for (int64_t r = 0; r < entries.rows; ++r) {
    const int64_t c = isFilled[r] ? -1 : freeColumn(entries, shape, r);
    if (c < 0)
      continue;
    result.add(r, c, 1.0);
    if (!entries.imaginary.empty())
      result.imaginary.push_back(0);
  }
  return result;
}

/// Sorts, removes duplicates and shortens the rows one by one.
CsrMatrix tidyRows(const CsrMatrix &matrix, const MatrixShape &shape) {
  const Coordinates all = toCoordinates(matrix);
  Coordinates entries;
  entries.rows = matrix.rows;
  entries.columns = matrix.columns;
  bool unique = shape.unique || shape.symmetric;
  std::vector<int64_t> order, lastRow(matrix.columns, -1);
  for (int64_t r = 0; r < matrix.rows; ++r) {
    order.resize(matrix.pointer[r + 1] - matrix.pointer[r]);
    std::iota(order.begin(), order.end(), matrix.pointer[r]);
    if (shape.sorted)
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        return matrix.column[a] < matrix.column[b];
      });
    int64_t kept = 0;
    for (int64_t e : order) {
      int32_t c = matrix.column[e];
      bool seen = unique && lastRow[c] == r;
      lastRow[c] = r;
      bool full = shape.maxRowLength >= 0 && kept >= shape.maxRowLength;
      if (seen || (full && !(shape.diagonal && c == r)))
        continue;
      entries.addFrom(all, size_t(e), r, c);
      ++kept;
    }
  }
  return toCsr(entries);
}

bool rowHasShape(const CsrMatrix &matrix, const MatrixShape &shape, int64_t r,
                 std::vector<int64_t> &lastRow) {
  bool diagonal = false;
  int64_t begin = matrix.pointer[r], end = matrix.pointer[r + 1];
  if (shape.maxRowLength >= 0 && end - begin > shape.maxRowLength)
    return false;
  if (shape.filled && begin == end)
    return false;
  for (int64_t e = begin; e < end; ++e) {
    int64_t c = matrix.column[e];
    if (shape.sorted && e > begin && matrix.column[e - 1] > c)
      return false;
    if (shape.unique && lastRow[c] == r)
      return false;
    if ((shape.lower && c > r) || (shape.upper && c < r))
      return false;
    if (shape.strict && (shape.lower || shape.upper) && c == r)
      return false;
    lastRow[c] = r;
    diagonal |= c == r;
  }
  return diagonal || !shape.diagonal;
}

} // namespace

bool hasShape(const CsrMatrix &matrix, const MatrixShape &shape) {
  if ((shape.square || shape.diagonal) && matrix.rows != matrix.columns)
    return false;
  std::vector<int64_t> lastRow(matrix.columns, -1);
  for (int64_t r = 0; r < matrix.rows; ++r)
    if (!rowHasShape(matrix, shape, r, lastRow))
      return false;
  if (!shape.symmetric)
    return true;
  // Equal patterns of the matrix and its transpose, as sorted pairs.
  std::vector<std::pair<int32_t, int32_t>> forward, backward;
  Coordinates entries = toCoordinates(matrix);
  for (size_t e = 0; e < entries.entries(); ++e) {
    forward.emplace_back(entries.row[e], entries.column[e]);
    backward.emplace_back(entries.column[e], entries.row[e]);
  }
  std::sort(forward.begin(), forward.end());
  std::sort(backward.begin(), backward.end());
  return forward == backward;
}

CsrMatrix adaptTo(const CsrMatrix &matrix, const MatrixShape &shape) {
  Coordinates entries = selectEntries(toCoordinates(matrix), shape);
  if (shape.diagonal)
    entries = withDiagonal(entries, shape.lower || shape.upper);
  else if (shape.filled)
    entries = withFilledRows(entries, shape);
  CsrMatrix result = tidyRows(toCsr(entries), shape);
  result.name = matrix.name;
  return result;
}

CsrMatrix resizedTo(const CsrMatrix &matrix, int64_t rows, int64_t columns) {
  const Coordinates all = toCoordinates(matrix);
  Coordinates kept;
  kept.rows = rows;
  kept.columns = columns;
  for (int64_t row = 0, column = 0;
       all.entries() && row < rows && column < columns;
       row += all.rows, column += all.columns)
    for (size_t e = 0; e < all.entries(); ++e) {
      const int64_t r = row + all.row[e], c = column + all.column[e];
      if (r < rows && c < columns)
        kept.addFrom(all, e, r, c);
    }
  CsrMatrix result = toCsr(kept);
  result.name = matrix.name;
  return result;
}

} // namespace sparsec::bench
