//===- Generators.cpp - made matrices with fixed seeds --------------------===//
///
/// \file
/// The matrices behind `-generate NAME:SIZES`. Every generator appends the
/// entries of one row after the other, columns ascending.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Generators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sparsec::bench {

uint64_t Random::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int64_t Random::below(int64_t bound) {
  return static_cast<int64_t>(next() % static_cast<uint64_t>(bound));
}

double Random::unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Random::value() {
  double magnitude = 0.25 + 0.75 * unit();
  return next() & 1 ? -magnitude : magnitude;
}

namespace {

using Sizes = llvm::SmallVector<int64_t, 4>;

/// Ends row r of \p matrix, whose columns have been appended.
void endRow(CsrMatrix &matrix, Random &random) {
  while (matrix.value.size() < matrix.column.size())
    matrix.value.push_back(random.value());
  matrix.pointer.push_back(static_cast<int64_t>(matrix.column.size()));
}

/// A stencil on an n^dimensions grid: the neighbours at distance 1 in every
/// direction (`box`) or along the axes only.
CsrMatrix stencil(int64_t n, int dimensions, bool box) {
  CsrMatrix matrix;
  Random random(1);
  int64_t depth = dimensions == 3 ? n : 1, reach = dimensions == 3 ? 1 : 0;
  matrix.rows = matrix.columns = n * n * depth;
  for (int64_t point = 0; point < matrix.rows; ++point) {
    int64_t x = point % n, y = point / n % n, z = point / (n * n);
    for (int64_t step = 0; step < 9 * (2 * reach + 1); ++step) {
      int64_t dx = step % 3 - 1, dy = step / 3 % 3 - 1, dz = step / 9 - reach;
      bool inside = x + dx >= 0 && x + dx < n && y + dy >= 0 && y + dy < n &&
                    z + dz >= 0 && z + dz < depth;
      if (inside && (box || std::abs(dx) + std::abs(dy) + std::abs(dz) <= 1))
        matrix.column.push_back(
            static_cast<int32_t>(point + dx + n * (dy + n * dz)));
    }
    endRow(matrix, random);
  }
  return matrix;
}

CsrMatrix banded(int64_t n, int64_t band) {
  CsrMatrix matrix;
  Random random(2);
  matrix.rows = matrix.columns = n;
  for (int64_t r = 0; r < n; ++r) {
    for (int64_t c = std::max<int64_t>(0, r - band);
         c <= std::min(n - 1, r + band); ++c)
      matrix.column.push_back(static_cast<int32_t>(c));
    endRow(matrix, random);
  }
  return matrix;
}

/// \p count different numbers below \p bound, ascending.
std::set<int64_t> pick(int64_t count, int64_t bound, Random &random) {
  std::set<int64_t> picked;
  while (static_cast<int64_t>(picked.size()) < std::min(count, bound))
    picked.insert(random.below(bound));
  return picked;
}

CsrMatrix blocks(const Sizes &sizes) {
  int64_t n = sizes[0], height = sizes[1], width = sizes[2];
  CsrMatrix matrix;
  Random random(3);
  matrix.rows = n * height;
  matrix.columns = n * width;
  for (int64_t blockRow = 0; blockRow < n; ++blockRow) {
    std::set<int64_t> places = pick(sizes[3], n, random);
    for (int64_t r = 0; r < height; ++r) {
      for (int64_t place : places)
        for (int64_t c = 0; c < width; ++c)
          matrix.column.push_back(static_cast<int32_t>(place * width + c));
      endRow(matrix, random);
    }
  }
  return matrix;
}

CsrMatrix uniform(int64_t n, int64_t degree) {
  CsrMatrix matrix;
  Random random(4);
  matrix.rows = matrix.columns = n;
  for (int64_t r = 0; r < n; ++r) {
    for (int64_t c : pick(degree, n, random))
      matrix.column.push_back(static_cast<int32_t>(c));
    endRow(matrix, random);
  }
  return matrix;
}

/// R-MAT (Chakrabarti, Zhan, Faloutsos 2004) with the Graph500 quadrant
/// probabilities 0.57, 0.19, 0.19, 0.05; duplicates are merged.
CsrMatrix rmat(int64_t scale, int64_t degree) {
  Random random(5);
  Coordinates edges;
  edges.rows = edges.columns = int64_t{1} << scale;
  for (int64_t e = 0; e < edges.rows * degree; ++e) {
    int64_t row = 0, column = 0;
    for (int64_t bit = 0; bit < scale; ++bit) {
      double p = random.unit();
      row = 2 * row + (p >= 0.76);
      column = 2 * column + ((p >= 0.57 && p < 0.76) || p >= 0.95);
    }
    edges.add(row, column, random.value());
  }
  return adaptTo(toCsr(edges), {.sorted = true, .unique = true});
}

struct Generator {
  llvm::StringLiteral name;
  llvm::StringLiteral sizes; ///< "N,B", for messages
  /// About how many entries; in floating point, which cannot overflow.
  double (*entries)(const Sizes &);
  CsrMatrix (*make)(const Sizes &);
};

const Generator generators[] = {
    {"stencil2d", "N", [](const Sizes &s) { return 5 * std::pow(s[0], 2); },
     [](const Sizes &s) { return stencil(s[0], 2, false); }},
    {"stencil2d9", "N", [](const Sizes &s) { return 9 * std::pow(s[0], 2); },
     [](const Sizes &s) { return stencil(s[0], 2, true); }},
    {"stencil3d", "N", [](const Sizes &s) { return 7 * std::pow(s[0], 3); },
     [](const Sizes &s) { return stencil(s[0], 3, false); }},
    {"stencil3d27", "N", [](const Sizes &s) { return 27 * std::pow(s[0], 3); },
     [](const Sizes &s) { return stencil(s[0], 3, true); }},
    {"banded", "N,B", [](const Sizes &s) { return s[0] * (2.0 * s[1] + 1); },
     [](const Sizes &s) { return banded(s[0], s[1]); }},
    {"blocks", "N,R,C,PERROW",
     [](const Sizes &s) { return 1.0 * s[0] * s[1] * s[2] * s[3]; }, blocks},
    {"rmat", "SCALE,DEGREE",
     [](const Sizes &s) { return std::exp2(s[0]) * (1.0 + s[1]); },
     [](const Sizes &s) { return rmat(s[0], s[1]); }},
    {"uniform", "N,DEGREE", [](const Sizes &s) { return 1.0 * s[0] * s[1]; },
     [](const Sizes &s) { return uniform(s[0], s[1]); }},
};

llvm::Error specError(const std::string &spec, const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "-generate %s: %s", spec.c_str(),
                                 message.c_str());
}

llvm::Expected<Sizes> parseSizes(const std::string &spec, llvm::StringRef text,
                                 const Generator &generator) {
  Sizes sizes;
  llvm::SmallVector<llvm::StringRef, 4> items;
  text.split(items, ',');
  for (llvm::StringRef item : items) {
    int64_t size = 0;
    if (item.getAsInteger(10, size) || size < 0 || size > (1 << 30))
      return specError(spec, "'" + item.str() + "' is not a size");
    sizes.push_back(size);
  }
  if (sizes.size() != llvm::StringRef(generator.sizes).count(',') + 1)
    return specError(spec, "the sizes are " + generator.sizes.str());
  if (generator.entries(sizes) > 2e9)
    return specError(spec, "the matrix would have over 2000000000 entries");
  return sizes;
}

} // namespace

llvm::Expected<CsrMatrix> generateMatrix(const std::string &spec) {
  auto [name, sizesText] = llvm::StringRef(spec).split(':');
  const Generator *found = llvm::find_if(
      generators, [&](const Generator &g) { return g.name == name; });
  if (found == std::end(generators)) {
    std::string known;
    for (const Generator &generator : generators)
      known += (known.empty() ? "" : ", ") + generator.name.str() + ":" +
               generator.sizes.str();
    return specError(spec, "no such generator; there are " + known);
  }
  llvm::Expected<Sizes> sizes = parseSizes(spec, sizesText, *found);
  if (!sizes)
    return sizes.takeError();
  CsrMatrix matrix = found->make(*sizes);
  matrix.name = spec;
  return matrix;
}

} // namespace sparsec::bench
