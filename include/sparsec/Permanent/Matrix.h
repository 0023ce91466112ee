//===- Matrix.h - square sparse matrices ------------------------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_MATRIX_H
#define SPARSEC_PERMANENT_MATRIX_H

#include "sparsec/Matrix/MatrixMarket.h"
#include "sparsec/Permanent/Precise.h"

#include <gmpxx.h>

#include <complex>
#include <variant>
#include <vector>

namespace sparsec::permanent {

/// A rounded number with the same expression over absolute values beside it:
/// what is lost to rounding is at most a small multiple of `magnitude`.
struct Rounded {
  std::complex<double> value;
  double magnitude = 0;

  bool isZero() const { return magnitude == 0; }
};

inline Rounded operator+(const Rounded &a, const Rounded &b) {
  return {a.value + b.value, a.magnitude + b.magnitude};
}
inline Rounded operator*(const Rounded &a, const Rounded &b) {
  return {a.value * b.value, a.magnitude * b.magnitude};
}
inline bool isZero(const Rounded &a) { return a.isZero(); }
inline bool isZero(const mpz_class &a) { return sgn(a) == 0; }

/// Entries by row, columns ascending, no place twice, no zeros.
template <typename Number>
struct Square {
  struct Entry {
    int column;
    Number value;
  };
  std::vector<std::vector<Entry>> rows;

  int size() const { return static_cast<int>(rows.size()); }
  size_t entries() const {
    size_t count = 0;
    for (const std::vector<Entry> &row : rows)
      count += row.size();
    return count;
  }
};

template <typename Number>
Square<Number> transposed(const Square<Number> &square) {
  Square<Number> result;
  result.rows.resize(square.rows.size());
  for (int row = 0; row < square.size(); ++row)
    for (const auto &entry : square.rows[row])
      result.rows[entry.column].push_back({row, entry.value});
  return result;
}

using IntegerSquare = Square<mpz_class>;
using RoundedSquare = Square<Rounded>;
using PreciseSquare = Square<Precise>;

/// The matrix times 2^-exponent: integers stand for themselves (exponent 0),
/// and for doubles if asked (every double is an integer times a power of two).
struct Matrix {
  std::variant<IntegerSquare, RoundedSquare, PreciseSquare> square;
  int64_t exponent = 0; ///< of the permanent, that is of all rows together
  bool isComplex = false;
  /// The size of a matrix with fewer entries than rows, of which `square` has
  /// the rows and columns that are not empty, and one that is.
  int emptied = 0;

  int size() const {
    if (emptied > 0)
      return emptied;
    return std::visit([](const auto &s) { return s.size(); }, square);
  }
};

constexpr unsigned doubleBits = 53;

enum class Arithmetic {
  Automatic, ///< exact for integer and pattern files, else rounded
  Exact,     ///< doubles are taken as the binary fractions that they are
  Rounded    ///< in floating point, whatever the file says
};

/// Adds duplicates, drops zeros. Refuses what is not square, not finite, or
/// complex and asked for exactly. \p bits: of rounded numbers; doubles have 53.
llvm::Expected<Matrix> toMatrix(const bench::MarketMatrix &file,
                                Arithmetic arithmetic,
                                unsigned bits = doubleBits);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_MATRIX_H
