//===- Matrix.cpp - from a file's entries to a square matrix --------------===//

#include "sparsec/Permanent/Matrix.h"

#include <algorithm>
#include <climits>
#include <cmath>

namespace sparsec::permanent {
namespace {

template <typename... Arguments>
llvm::Error error(const char *format, Arguments... arguments) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), format,
                                 arguments...);
}

bool isFinite(const bench::MarketMatrix &file, size_t entry) {
  return std::isfinite(file.entries.value[entry]) &&
         (file.imaginary.empty() || std::isfinite(file.imaginary[entry]));
}

llvm::Error check(const bench::MarketMatrix &file) {
  const bench::Coordinates &entries = file.entries;
  if (entries.rows != entries.columns)
    return error("the permanent is that of a square matrix; this one has %lld "
                 "rows and %lld columns",
                 (long long)entries.rows, (long long)entries.columns);
  for (size_t e = 0; e < entries.entries(); ++e)
    if (!isFinite(file, e))
      return error("entry (%d, %d) is not finite", entries.row[e] + 1,
                   entries.column[e] + 1);
  return llvm::Error::success();
}

/// Sorts each row, adds entries of one place, drops zeros.
template <typename Number>
void tidy(Square<Number> &square) {
  using Entry = typename Square<Number>::Entry;
  for (std::vector<Entry> &row : square.rows) {
    std::stable_sort(
        row.begin(), row.end(),
        [](const Entry &a, const Entry &b) { return a.column < b.column; });
    std::vector<Entry> sums;
    for (Entry &entry : row)
      if (!sums.empty() && sums.back().column == entry.column)
        sums.back().value = sums.back().value + entry.value;
      else
        sums.push_back(std::move(entry));
    std::erase_if(sums, [](const Entry &e) { return isZero(e.value); });
    row = std::move(sums);
  }
}

RoundedSquare roundedSquare(const bench::MarketMatrix &file) {
  RoundedSquare square;
  square.rows.resize(file.entries.rows);
  for (size_t e = 0; e < file.entries.entries(); ++e) {
    std::complex<double> value(file.entries.value[e],
                               file.imaginary.empty() ? 0 : file.imaginary[e]);
    square.rows[file.entries.row[e]].push_back(
        {file.entries.column[e], {value, std::abs(value)}});
  }
  tidy(square);
  // Duplicates that cancel exactly are no entries.
  for (auto &row : square.rows)
    std::erase_if(row, [](const auto &entry) {
      return entry.value.value == std::complex<double>(0);
    });
  return square;
}

/// What a file has, in \p bits: doubles as they are, if these are enough.
PreciseSquare preciseSquare(const bench::MarketMatrix &file, unsigned bits) {
  PreciseSquare square;
  square.rows.resize(file.entries.rows);
  for (size_t e = 0; e < file.entries.entries(); ++e) {
    Float real(file.entries.value[e], bits), imaginary;
    if (!file.integers.empty())
      real = Float(mpz_class(static_cast<long>(file.integers[e])), bits);
    // |a + bi| <= |a| + |b|
    Float magnitude(std::abs(real.toDouble()), magnitudeBits);
    if (!file.imaginary.empty() && file.imaginary[e] != 0) {
      imaginary = Float(file.imaginary[e], bits);
      magnitude.add(Float(std::abs(file.imaginary[e]), magnitudeBits),
                    MPFR_RNDU);
    }
    square.rows[file.entries.row[e]].push_back(
        {file.entries.column[e],
         {std::move(real), std::move(imaginary), std::move(magnitude)}});
  }
  tidy(square);
  // Duplicates that cancel exactly are no entries.
  for (auto &row : square.rows)
    std::erase_if(row, [](const auto &entry) {
      return entry.value.real.isZero() && entry.value.imaginary.isZero();
    });
  return square;
}

IntegerSquare integerSquare(const bench::MarketMatrix &file) {
  IntegerSquare square;
  square.rows.resize(file.entries.rows);
  for (size_t e = 0; e < file.entries.entries(); ++e) {
    mpz_class value = file.integers.empty()
                          ? mpz_class(file.entries.value[e])
                          : mpz_class(static_cast<long>(file.integers[e]));
    square.rows[file.entries.row[e]].push_back(
        {file.entries.column[e], std::move(value)});
  }
  tidy(square);
  return square;
}

/// Fewer entries than rows: the rows and columns that are not empty, and one
/// that is, so that a size of millions costs nothing.
bench::MarketMatrix withoutEmptyLines(bench::MarketMatrix file) {
  bench::Coordinates &entries = file.entries;
  auto renumber = [](std::vector<int32_t> &numbers) {
    std::vector<int32_t> used = numbers;
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    for (int32_t &number : numbers)
      number = static_cast<int32_t>(
          std::lower_bound(used.begin(), used.end(), number) - used.begin());
    return used.size();
  };
  entries.rows = entries.columns = static_cast<int64_t>(
      std::max(renumber(entries.row), renumber(entries.column)) + 1);
  return file;
}

llvm::Error checkRange(const RoundedSquare &square) {
  for (int row = 0; row < square.size(); ++row)
    for (const auto &entry : square.rows[row])
      if (!std::isfinite(entry.value.magnitude))
        return error("entry (%d, %d) is beyond the range of a double; "
                     "-precision 64 takes it, and so does -exact if it is real",
                     row + 1, entry.column + 1);
  return llvm::Error::success();
}

/// The exponent e of the last bit of \p value = odd * 2^e; INT_MAX for zero.
int lastBit(double value) {
  if (value == 0)
    return INT_MAX;
  int exponent = 0;
  double fraction = std::frexp(value, &exponent);
  auto mantissa = static_cast<int64_t>(std::ldexp(fraction, 53));
  return exponent - 53 + __builtin_ctzll(mantissa);
}

/// Each row times the power of two that makes its entries integers.
Matrix binaryFractions(const bench::MarketMatrix &file) {
  const bench::Coordinates &entries = file.entries;
  std::vector<int> lowest(entries.rows, INT_MAX);
  for (size_t e = 0; e < entries.entries(); ++e)
    lowest[entries.row[e]] =
        std::min(lowest[entries.row[e]], lastBit(entries.value[e]));
  IntegerSquare square;
  square.rows.resize(entries.rows);
  for (size_t e = 0; e < entries.entries(); ++e) {
    int shift = lastBit(entries.value[e]);
    if (shift == INT_MAX)
      continue;
    mpz_class odd(std::ldexp(entries.value[e], -shift)),
        value = odd << (shift - lowest[entries.row[e]]);
    square.rows[entries.row[e]].push_back({entries.column[e], value});
  }
  tidy(square);
  Matrix result{std::move(square)};
  for (int exponent : lowest)
    result.exponent += exponent == INT_MAX ? 0 : exponent;
  return result;
}

} // namespace

llvm::Expected<Matrix> toMatrix(const bench::MarketMatrix &file,
                                Arithmetic arithmetic, unsigned bits) {
  if (llvm::Error failure = check(file))
    return failure;
  const int64_t rows = file.entries.rows;
  const auto entries = static_cast<int64_t>(file.entries.entries());
  if (entries + 1 < rows) {
    auto rest = toMatrix(withoutEmptyLines(file), arithmetic, bits);
    if (rest)
      rest->emptied = static_cast<int>(rows);
    return rest;
  }
  bool isEmpty = file.entries.entries() == 0; // exact whatever the field
  bool integers = !file.integers.empty() || !file.hasValues || isEmpty;
  bool exact = arithmetic == Arithmetic::Exact ||
               (arithmetic == Arithmetic::Automatic && integers);
  if (exact && !file.imaginary.empty())
    return error("exact arithmetic is for real matrices; this one is complex");
  if (!exact && bits > doubleBits)
    return Matrix{preciseSquare(file, bits), 0, !file.imaginary.empty()};
  if (!exact) {
    RoundedSquare square = roundedSquare(file);
    if (llvm::Error failure = checkRange(square))
      return failure;
    return Matrix{std::move(square), 0, !file.imaginary.empty()};
  }
  if (integers)
    return Matrix{integerSquare(file)};
  return binaryFractions(file);
}

} // namespace sparsec::permanent
