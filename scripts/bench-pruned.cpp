//===- bench-pruned.cpp - matrices for the cache of gpubench
//---------------===//
//
// bench-pruned FOLDER NAME=GENERATOR:SIZES..: makes the matrices as -generate
// of sparsec-bench does, and writes FOLDER/NAME.bin each, which
// ../shared/bench/gpu reads with --cache=FOLDER (its matrix.hpp has the
// format). It needs no library.
//
//===----------------------------------------------------------------------===//
#include "sparsec/Bench/MatrixMaker.h"

#include <cstdio>
#include <fstream>
#include <set>
#include <string>

using namespace sparsec::bench;

namespace {

template <typename To, typename From>
void write(std::ofstream &out, const std::vector<From> &from) {
  const std::vector<To> to(from.begin(), from.end());
  out.write(reinterpret_cast<const char *>(to.data()),
            static_cast<std::streamsize>(sizeof(To) * to.size()));
}

int64_t diagonals(const CsrMatrix &matrix) {
  std::set<int64_t> found;
  for (int64_t r = 0; r < matrix.rows; ++r)
    for (int64_t e = matrix.pointer[r]; e < matrix.pointer[r + 1]; ++e)
      found.insert(matrix.column[e] - r);
  return static_cast<int64_t>(found.size());
}

bool writeMatrix(const std::string &file, const CsrMatrix &matrix) {
  std::ofstream out(file, std::ios::binary);
  write<int64_t>(
      out, std::vector<int64_t>{matrix.rows, matrix.columns, matrix.entries(),
                                matrix.maxRowLength(), diagonals(matrix), 1});
  write<int32_t>(out, matrix.pointer);
  write<int32_t>(out, matrix.column);
  write<float>(out, matrix.value);
  return static_cast<bool>(out.flush());
}

} // namespace

int main(int count, char **arguments) {
  for (int k = 2; k < count; ++k) {
    const std::string text = arguments[k];
    const size_t at = text.find('=');
    std::string problem = "NAME=GENERATOR:SIZES is expected";
    std::optional<CsrMatrix> matrix;
    if (at != std::string::npos)
      matrix = makeMatrix(text.substr(at + 1), problem = "");
    const std::string file =
        std::string(arguments[1]) + "/" + text.substr(0, at) + ".bin";
    if (matrix && writeMatrix(file, *matrix))
      continue;
    if (matrix)
      problem = "cannot write " + file;
    std::fprintf(stderr, "%s: %s\n", text.c_str(), problem.c_str());
    return 1;
  }
}
