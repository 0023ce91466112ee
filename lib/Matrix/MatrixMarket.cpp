//===- MatrixMarket.cpp - reads .mtx and .mtx.gz --------------------------===//
///
/// \file
/// Reader of the Matrix Market exchange format (Boisvert, Pozo, Remington,
/// NISTIR 5935, 1996). The file is inflated into memory and scanned once.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Matrix/MatrixMarket.h"

#include "MarketScanner.h"

#include "sparsec/Support/Memory.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>

namespace sparsec::bench {

CsrMatrix toCsr(MarketMatrix matrix) {
  matrix.entries.imaginary = std::move(matrix.imaginary);
  return toCsr(matrix.entries);
}

namespace {

enum class Field { Real, Integer, Pattern, Complex };
enum class Symmetry { General, Symmetric, Skew, Hermitian };

/// One value as it stands in the file; `whole` counts for field Integer.
struct Value {
  double real = 0, imaginary = 0;
  int64_t whole = 0;
};

/// Indices are stored in 32 bits.
constexpr int64_t largestDimension = std::numeric_limits<int32_t>::max() - 1;

class Parser : MarketScanner {
public:
  Parser(llvm::StringRef text, const std::string &name, MarketFields fields)
      : MarketScanner(text, name), fields(fields) {}

  llvm::Expected<MarketMatrix> run() {
    if (llvm::Error failure = parseHeader())
      return failure;
    if (llvm::Error failure = coordinate ? parseCoordinates() : parseArray())
      return failure;
    if (nextLine())
      return error("there are more entries than the " +
                   std::to_string(announced) + " that line " +
                   std::to_string(sizeLine) + " announces");
    return std::move(result);
  }

private:
  MarketFields fields;
  size_t sizeLine = 0;
  int64_t announced = 0;
  bool coordinate = true;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  MarketMatrix result;

  llvm::Error parseHeader();
  llvm::Error parseQualifiers(llvm::ArrayRef<llvm::StringRef> words);
  llvm::Error parseCoordinates();
  llvm::Error parseArray();
  llvm::Error checkSize(uint64_t entries) const;
  llvm::Error dimension(int64_t &value, const char *what);
  llvm::Error index(int64_t &value, int64_t limit, const char *what);
  llvm::Error parseField(const std::string &kind);
  llvm::Error parseSymmetry(const std::string &symmetric,
                            const std::string &kind);
  llvm::Error entryValue(Value &value);
  llvm::Error coordinateEntry();
  Value mirrored(Value value) const;
  void add(int64_t row, int64_t column, const Value &value);
  void addOne(int64_t row, int64_t column, const Value &value);
};

llvm::Error Parser::parseHeader() {
  const char *start = position;
  skipLine();
  llvm::SmallVector<llvm::StringRef, 6> words;
  llvm::SplitString(llvm::StringRef(start, position - start), words);
  if (words.size() != 5 || !words[0].equals_insensitive("%%MatrixMarket") ||
      !words[1].equals_insensitive("matrix"))
    return error("not a Matrix Market file: the first line must read "
                 "'%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  if (llvm::Error failure = parseQualifiers(words))
    return failure;
  if (!nextLine())
    return error("the file ends before the line with the sizes");
  sizeLine = lineNumber;
  if (llvm::Error failure = dimension(result.entries.rows, "number of rows"))
    return failure;
  if (llvm::Error failure =
          dimension(result.entries.columns, "number of columns"))
    return failure;
  if (symmetry != Symmetry::General &&
      result.entries.rows != result.entries.columns)
    return error("a symmetric matrix must be square");
  if (!coordinate)
    return endOfLine();
  if (llvm::Error failure = number(announced, "number of entries"))
    return failure;
  if (announced < 0)
    return error("the number of entries is negative");
  return endOfLine();
}

llvm::Error Parser::parseQualifiers(llvm::ArrayRef<llvm::StringRef> words) {
  std::string format = words[2].lower(), kind = words[3].lower(),
              symmetric = words[4].lower();
  if (format != "coordinate" && format != "array")
    return error("format '" + format +
                 "' is not known; it is coordinate or array");
  coordinate = format == "coordinate";
  if (llvm::Error failure = parseField(kind))
    return failure;
  result.hasValues = field != Field::Pattern;
  return parseSymmetry(symmetric, kind);
}

llvm::Error Parser::parseField(const std::string &kind) {
  bool complex = fields == MarketFields::AlsoComplex;
  if (kind == "real" || kind == "double")
    field = Field::Real;
  else if (kind == "integer")
    field = Field::Integer;
  else if (kind == "pattern" && coordinate)
    field = Field::Pattern;
  else if (kind == "complex" && complex)
    field = Field::Complex;
  else
    return error("field '" + kind + "' is not supported for format " +
                 (coordinate ? "coordinate" : "array") +
                 "; supported are real, integer" +
                 (complex ? ", complex and" : " and") +
                 ", with coordinate, pattern");
  return llvm::Error::success();
}

llvm::Error Parser::parseSymmetry(const std::string &symmetric,
                                  const std::string &kind) {
  if (symmetric == "general")
    symmetry = Symmetry::General;
  else if (symmetric == "symmetric")
    symmetry = Symmetry::Symmetric;
  else if (symmetric == "skew-symmetric" && field != Field::Pattern)
    symmetry = Symmetry::Skew;
  else if (symmetric == "hermitian" && field == Field::Complex)
    symmetry = Symmetry::Hermitian;
  else
    return error("symmetry '" + symmetric + "' is not supported for field " +
                 kind +
                 "; supported are general, symmetric and, with values, "
                 "skew-symmetric");
  return llvm::Error::success();
}

llvm::Error Parser::dimension(int64_t &value, const char *what) {
  if (llvm::Error failure = number(value, what))
    return failure;
  if (value < 0)
    return error(std::string("the ") + what + " is negative");
  if (value > largestDimension)
    return error(std::string("the ") + what + " is above the limit of " +
                 std::to_string(largestDimension));
  return llvm::Error::success();
}

llvm::Error Parser::index(int64_t &value, int64_t limit, const char *what) {
  if (llvm::Error failure = number(value, what))
    return failure;
  if (value < 1 || value > limit)
    return error(std::string(what) + " " + std::to_string(value) +
                 " is out of range 1.." + std::to_string(limit));
  --value;
  return llvm::Error::success();
}

llvm::Error Parser::entryValue(Value &value) {
  switch (field) {
  case Field::Pattern:
    value.real = 1.0;
    break;
  case Field::Integer:
    if (llvm::Error failure = number(value.whole, "an integer value"))
      return failure;
    if (symmetry == Symmetry::Skew &&
        value.whole == std::numeric_limits<int64_t>::min())
      return error("the opposite of " + std::to_string(value.whole) +
                   " is too large");
    value.real = static_cast<double>(value.whole);
    break;
  case Field::Real:
    return number(value.real, "a value");
  case Field::Complex:
    if (llvm::Error failure = number(value.real, "a real part"))
      return failure;
    return number(value.imaginary, "an imaginary part");
  }
  return llvm::Error::success();
}

/// What a value below the diagonal says of the place across.
Value Parser::mirrored(Value value) const {
  if (symmetry == Symmetry::Skew)
    return {-value.real, -value.imaginary, -value.whole};
  if (symmetry == Symmetry::Hermitian)
    value.imaginary = -value.imaginary;
  return value;
}

void Parser::addOne(int64_t row, int64_t column, const Value &value) {
  result.entries.add(row, column, value.real);
  if (field == Field::Complex)
    result.imaginary.push_back(value.imaginary);
  if (field == Field::Integer)
    result.integers.push_back(value.whole);
}

void Parser::add(int64_t row, int64_t column, const Value &value) {
  addOne(row, column, value);
  if (symmetry != Symmetry::General && row != column)
    addOne(column, row, mirrored(value));
}

llvm::Error Parser::coordinateEntry() {
  int64_t row = 0, column = 0;
  Value value;
  if (llvm::Error failure = index(row, result.entries.rows, "row"))
    return failure;
  if (llvm::Error failure = index(column, result.entries.columns, "column"))
    return failure;
  if (llvm::Error failure = entryValue(value))
    return failure;
  if (symmetry == Symmetry::Skew && row == column)
    return error("a skew-symmetric matrix has no diagonal entries");
  if (symmetry == Symmetry::Hermitian && row == column && value.imaginary != 0)
    return error("the diagonal of a Hermitian matrix is real");
  if (symmetry != Symmetry::General && column > row)
    return error("entry (" + std::to_string(row + 1) + ", " +
                 std::to_string(column + 1) +
                 ") lies above the diagonal; symmetric files hold the lower "
                 "triangle");
  add(row, column, value);
  return endOfLine();
}

llvm::Error Parser::parseCoordinates() {
  // An entry takes at least four bytes: a false size allocates nothing.
  int64_t possible = (end - position) / 4 + 1;
  size_t copies = symmetry == Symmetry::General ? 1 : 2;
  if (llvm::Error failure = checkSize(copies * std::min(announced, possible)))
    return failure;
  result.entries.reserve(copies * std::min(announced, possible));
  for (int64_t e = 0; e < announced; ++e) {
    if (!nextLine())
      return error("the file ends after " + std::to_string(e) + " of " +
                   std::to_string(announced) + " entries");
    if (llvm::Error failure = coordinateEntry())
      return failure;
  }
  return llvm::Error::success();
}

llvm::Error Parser::checkSize(uint64_t entries) const {
  const uint64_t perEntry = 2 * (2 * sizeof(int32_t) + sizeof(double));
  return checkMemory(perEntry * entries, name + ": a matrix of " +
                                             llvm::Twine(entries) + " entries");
}

llvm::Error Parser::parseArray() {
  // Without rows nothing would end a walk over two billion columns early.
  int64_t rows = result.entries.rows;
  int64_t columns = rows > 0 ? result.entries.columns : 0;
  for (int64_t c = 0; c < columns; ++c) {
    int64_t first = symmetry == Symmetry::General ? 0
                    : symmetry == Symmetry::Skew  ? c + 1
                                                  : c;
    for (int64_t r = first; r < rows; ++r, ++announced) {
      Value value;
      if (!nextLine())
        return error("the file ends after " + std::to_string(announced) +
                     " values of the array");
      if (llvm::Error failure = entryValue(value))
        return failure;
      if (llvm::Error failure = endOfLine())
        return failure;
      add(r, c, value);
    }
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<MarketMatrix> parseMatrixMarket(llvm::StringRef text,
                                               const std::string &name,
                                               MarketFields fields) {
  return Parser(text, name, fields).run();
}

llvm::Expected<MarketMatrix> readMatrixMarket(const std::string &path,
                                              MarketFields fields) {
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  return parseMatrixMarket(*text, path, fields);
}

llvm::Error checkCompressible(const MarketMatrix &matrix,
                              const std::string &name) {
  const uint64_t lines =
      uint64_t(matrix.entries.rows) + 1 + uint64_t(matrix.entries.columns);
  return checkMemory(2 * sizeof(int64_t) * lines,
                     name + ": a matrix of " +
                         llvm::Twine(matrix.entries.rows) + " rows and " +
                         llvm::Twine(matrix.entries.columns) + " columns");
}

} // namespace sparsec::bench
