//===- MatrixMarketText.cpp - writes coordinate files ---------------------===//
#include "sparsec/Matrix/MatrixMarket.h"

#include <charconv>

namespace sparsec::bench {
namespace {

/// The shortest text that is read back as the same number.
template <typename Number>
void append(std::string &text, Number number) {
  char digits[32];
  text.append(digits,
              std::to_chars(digits, digits + sizeof digits, number).ptr);
}

} // namespace

std::string toMatrixMarket(const CsrMatrix &matrix) {
  const bool complex = !matrix.imaginary.empty();
  std::string text = "%%MatrixMarket matrix coordinate ";
  text += complex ? "complex" : "real";
  text += " general\n";
  if (!matrix.name.empty())
    text += "% " + matrix.name + "\n";
  for (int64_t size : {matrix.rows, matrix.columns, matrix.entries()}) {
    append(text, size);
    text += ' ';
  }
  text.back() = '\n';
  for (int64_t r = 0; r < matrix.rows; ++r)
    for (int64_t e = matrix.pointer[r]; e < matrix.pointer[r + 1]; ++e) {
      append(text, r + 1);
      text += ' ';
      append(text, int64_t{matrix.column[e]} + 1);
      text += ' ';
      append(text, matrix.value[e]);
      if (complex) {
        text += ' ';
        append(text, matrix.imaginary[e]);
      }
      text += '\n';
    }
  return text;
}

} // namespace sparsec::bench
