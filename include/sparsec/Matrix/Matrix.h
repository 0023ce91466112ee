//===- Matrix.h - sparse matrices as coordinates and as CSR -----*- C++ -*-===//
#ifndef SPARSEC_MATRIX_MATRIX_H
#define SPARSEC_MATRIX_MATRIX_H

#include <cstdint>
#include <string>
#include <vector>

namespace sparsec::bench {

/// Entries (row[e], column[e], value[e]), 0-based, in any order, duplicates
/// kept.
struct Coordinates {
  int64_t rows = 0, columns = 0;
  std::vector<int32_t> row, column;
  std::vector<double> value;
  /// One per entry of a complex matrix, `value` being the real parts; else
  /// empty.
  std::vector<double> imaginary;

  size_t entries() const { return row.size(); }
  void reserve(size_t count);
  void add(int64_t r, int64_t c, double v) {
    row.push_back(static_cast<int32_t>(r));
    column.push_back(static_cast<int32_t>(c));
    value.push_back(v);
  }
  /// Entry \p e of \p other at another place.
  void addFrom(const Coordinates &other, size_t e, int64_t r, int64_t c) {
    add(r, c, other.value[e]);
    if (!other.imaginary.empty())
      imaginary.push_back(other.imaginary[e]);
  }
};

/// Compressed rows: the entries of row r are [pointer[r], pointer[r + 1]).
struct CsrMatrix {
  std::string name;
  int64_t rows = 0, columns = 0;
  std::vector<int64_t> pointer = {0};
  std::vector<int32_t> column;
  std::vector<double> value;
  std::vector<double> imaginary; ///< as in Coordinates

  int64_t entries() const { return pointer.back(); }
  bool filled = false; ///< no row is empty, where an entry may be there
  int64_t maxRowLength() const;
};

/// Groups the entries by row; entries of one row keep their order.
CsrMatrix toCsr(const Coordinates &entries);

/// What the facts about a kernel's index arrays ask of its matrix.
struct MatrixShape {
  bool sorted = false;       ///< columns ascending in each row
  bool unique = false;       ///< no two entries at one place
  bool square = false;       ///< as many rows as columns
  bool lower = false;        ///< column <= row
  bool upper = false;        ///< column >= row
  bool strict = false;       ///< with lower/upper: no diagonal
  bool diagonal = false;     ///< every diagonal entry is there, and dominates
  bool symmetric = false;    ///< (i,j) is there when (j,i) is
  bool filled = false;       ///< no row is empty, where an entry may be there
  int64_t maxRowLength = -1; ///< at most so many entries a row; -1: any

  bool operator==(const MatrixShape &) const = default;
};

/// Whether \p matrix has the shape already.
bool hasShape(const CsrMatrix &matrix, const MatrixShape &shape);

/// The matrix that has the shape and is nearest to \p matrix: cut to the
/// leading square, to the triangle, mirrored, diagonal added (1 + sum of the
/// row's absolute values, of both parts; of a triangle, those of the column,
/// too), an entry in empty rows, sorted, of duplicates the first kept, long
/// rows cut.
CsrMatrix adaptTo(const CsrMatrix &matrix, const MatrixShape &shape);

/// \p matrix with other numbers of rows and columns: cut, or repeated along the
/// diagonal until one of them is used up.
CsrMatrix resizedTo(const CsrMatrix &matrix, int64_t rows, int64_t columns);

} // namespace sparsec::bench

#endif // SPARSEC_MATRIX_MATRIX_H
