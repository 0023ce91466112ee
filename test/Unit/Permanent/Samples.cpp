//===- Samples.cpp - small matrices of all kinds as texts -----------------===//
#include "Samples.h"

#include <cmath>
#include <cstdio>

namespace sparsec::permanent {
namespace {

Exact expand(const Dense &matrix, size_t row, unsigned used,
             const Exact &product) {
  if (row == matrix.size())
    return product;
  Exact sum;
  for (size_t column = 0; column < matrix.size(); ++column)
    if (!(used >> column & 1) && !matrix[row][column].isZero())
      sum = sum + expand(matrix, row + 1, used | 1U << column,
                         product * matrix[row][column]);
  return sum;
}

std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

enum class Symmetry { General, Symmetric, Skew, Hermitian };

/// Values of one kind of file, and how they are written.
class Writer {
public:
  Writer(int kind, int size, std::mt19937 &random)
      : random(random), size(size), kind(kind) {
    sample.dense.assign(size, std::vector<Exact>(size));
    for (int i = 0; i < size; ++i) {
      rowScale.push_back(below(601) - 300);
      columnScale.push_back(below(601) - 300);
    }
  }

  Sample make(double density) {
    describe();
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        if (isStored(row, column) && uniform() < density)
          put(row, column);
    const std::string n = std::to_string(size);
    sample.text = "%%MatrixMarket matrix coordinate " + sample.kind + "\n" + n +
                  " " + n + " " + std::to_string(entries) + "\n" + body;
    return std::move(sample);
  }

private:
  std::mt19937 &random;
  Sample sample;
  int size, kind, entries = 0;
  std::string field = "real", body;
  Symmetry symmetry = Symmetry::General;
  std::vector<int> rowScale, columnScale;

  double uniform() { return std::ldexp(double(random()), -32); }
  int below(int bound) { return static_cast<int>(uniform() * bound); }
  double signedReal() { return 4 * uniform() - 2; }

  void describe() {
    const char *symmetryName = "general";
    if (kind == 2 || kind == 3)
      field = "integer";
    if (kind == 4)
      field = "pattern";
    if (kind == 7 || kind == 8 || kind == 14)
      field = "complex";
    if (kind == 5) {
      symmetry = Symmetry::Symmetric;
      symmetryName = "symmetric";
    } else if (kind == 6) {
      symmetry = Symmetry::Skew;
      symmetryName = "skew-symmetric";
    } else if (kind == 8) {
      symmetry = Symmetry::Hermitian;
      symmetryName = "hermitian";
    }
    sample.kind = field + " " + symmetryName;
  }

  bool isStored(int row, int column) const {
    if (kind == 13 && row >= size / 2 && column >= (size - 1) / 2)
      return false; // so that too few columns are left for those rows
    return symmetry == Symmetry::General || row > column ||
           (row == column && symmetry != Symmetry::Skew);
  }

  void put(int row, int column) {
    add(row, column);
    if (kind == 9 && uniform() < 0.5) // once more, or taken away again
      uniform() < 0.3 ? write(row, column, {-sample.dense[row][column].real, 0})
                      : add(row, column);
    if (kind == 10 && uniform() < 0.4)
      write(row, column == 0 ? size - 1 : column - 1, {0, 0});
  }

  void add(int row, int column) {
    Exact value;
    if (field == "pattern")
      value.real = 1;
    else if (kind == 2)
      value.real = below(19) - 9;
    else if (kind == 3)
      value.real = static_cast<long>((uint64_t(random()) << 30 ^ random()) *
                                     (random() % 2 ? 1 : -1));
    else
      value.real = scaled(kind == 1 ? uniform() : signedReal(), row, column);
    if (field == "complex" && !(kind == 8 && row == column))
      value.imaginary = scaled(signedReal(), row, column);
    write(row, column, value);
  }

  double scaled(double value, int row, int column) {
    if (kind == 11 || kind == 14)
      return std::ldexp(value, rowScale[row] + columnScale[column]);
    return kind == 12 ? std::ldexp(value, below(1001) - 500) : value;
  }

  void write(int row, int column, const Exact &value) {
    ++entries;
    body += std::to_string(row + 1) + " " + std::to_string(column + 1);
    if (field == "integer")
      body += " " + value.real.get_str();
    else if (field != "pattern")
      body += " " + digits(value.real.get_d());
    if (field == "complex")
      body += " " + digits(value.imaginary.get_d());
    body += "\n";
    Exact &place = sample.dense[row][column];
    place = place + value;
    if (row == column || symmetry == Symmetry::General)
      return;
    Exact mirrored = value;
    if (symmetry == Symmetry::Hermitian)
      mirrored.imaginary = -value.imaginary;
    if (symmetry == Symmetry::Skew)
      mirrored.real = -value.real;
    sample.dense[column][row] = sample.dense[column][row] + mirrored;
  }
};

} // namespace

Exact permanentByDefinition(const Dense &matrix) {
  return expand(matrix, 0, 0, {1, 0});
}

Sample makeSample(int kind, int size, double density, std::mt19937 &random) {
  return Writer(kind, size, random).make(density);
}

} // namespace sparsec::permanent
