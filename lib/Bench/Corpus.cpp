//===- Corpus.cpp - small matrices that break wrong code ------------------===//
///
/// \file
/// Matrices at the edges of what a kernel may be given. All are tiny: the whole
/// corpus runs within one process in milliseconds.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Corpus.h"

#include "sparsec/Bench/Generators.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::bench {
namespace {

using Entry = std::pair<int64_t, int64_t>;

CsrMatrix make(const char *name, int64_t rows, int64_t columns,
               llvm::ArrayRef<Entry> places) {
  Coordinates entries;
  Random random(17);
  entries.rows = rows;
  entries.columns = columns;
  for (auto [r, c] : places)
    entries.add(r, c, random.value());
  CsrMatrix matrix = toCsr(entries);
  matrix.name = name;
  return matrix;
}

/// Every place of \p rows x \p columns with probability 1/\p sparsity; in row
/// order, in random order within a row when \p unsorted.
CsrMatrix scattered(const char *name, int64_t rows, int64_t columns,
                    int64_t sparsity, bool unsorted = false) {
  Random random(rows * 1000 + columns);
  std::vector<Entry> places;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      if (random.below(sparsity) == 0)
        places.emplace_back(r, c);
  if (unsorted)
    for (size_t e = places.size(); e > 1; --e)
      std::swap(places[e - 1], places[random.below(static_cast<int64_t>(e))]);
  return make(name, rows, columns, places);
}

CsrMatrix withEmptyRows() {
  std::vector<Entry> places;
  for (int64_t r : {2, 3, 7, 11})
    for (int64_t c : {1, 4, 5, 12})
      places.emplace_back(r, (c + r) % 13);
  return adaptTo(make("empty-rows", 13, 13, places), {.sorted = true});
}

CsrMatrix withDenseRow() {
  std::vector<Entry> places;
  for (int64_t r = 0; r < 19; ++r)
    for (int64_t c = 0; c < 19; ++c)
      if (r == 6 || r == c)
        places.emplace_back(r, c);
  return make("dense-row", 19, 19, places);
}

CsrMatrix withDuplicates() {
  return make("duplicates", 5, 5,
              {{0, 1},
               {0, 1},
               {1, 4},
               {1, 0},
               {1, 4},
               {1, 4},
               {2, 2},
               {4, 3},
               {4, 3},
               {4, 0},
               {4, 3}});
}

CsrMatrix generated(const char *spec) {
  return llvm::cantFail(generateMatrix(spec));
}

std::vector<CsrMatrix> all() {
  std::vector<CsrMatrix> matrices;
  matrices.push_back(make("0x0", 0, 0, {}));
  matrices.push_back(make("no-entries", 5, 5, {}));
  matrices.push_back(make("no-columns", 3, 0, {}));
  matrices.push_back(make("no-rows", 0, 4, {}));
  matrices.push_back(make("1x1", 1, 1, {{0, 0}}));
  matrices.push_back(make("1x1-empty", 1, 1, {}));
  matrices.push_back(scattered("one-row", 1, 37, 3));
  matrices.push_back(scattered("one-column", 23, 1, 2));
  matrices.push_back(withEmptyRows());
  matrices.push_back(withDenseRow());
  matrices.push_back(make("last-column", 7, 7, {{0, 6}, {6, 0}, {6, 6}}));
  matrices.push_back(scattered("unsorted", 18, 18, 3, true));
  matrices.push_back(withDuplicates());
  matrices.push_back(scattered("wide", 9, 41, 4));
  matrices.push_back(scattered("tall", 41, 9, 4));
  matrices.push_back(scattered("prime-31", 31, 31, 5));
  matrices.push_back(scattered("prime-67", 67, 67, 9));
  matrices.push_back(scattered("dense-8", 8, 8, 1));
  matrices.push_back(generated("banded:17,2"));
  matrices.push_back(generated("blocks:7,3,3,2"));
  matrices.push_back(generated("blocks:5,2,4,2"));
  matrices.push_back(generated("stencil2d:6"));
  matrices.push_back(generated("stencil3d27:3"));
  matrices.push_back(generated("rmat:6,4"));
  return matrices;
}

bool equal(const CsrMatrix &a, const CsrMatrix &b) {
  return a.rows == b.rows && a.columns == b.columns && a.pointer == b.pointer &&
         a.column == b.column;
}

} // namespace

std::vector<CsrMatrix> corpus(const MatrixShape &shape) {
  std::vector<CsrMatrix> result;
  for (const CsrMatrix &matrix : all()) {
    CsrMatrix adapted =
        hasShape(matrix, shape) ? matrix : adaptTo(matrix, shape);
    // Nothing can be in rows without columns.
    if (shape.filled && !hasShape(adapted, {.filled = true}))
      continue;
    if (llvm::none_of(result, [&](const CsrMatrix &other) {
          return equal(adapted, other);
        }))
      result.push_back(std::move(adapted));
  }
  return result;
}

} // namespace sparsec::bench
