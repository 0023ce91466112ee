//===- MatrixKinds.cpp - one function per kind of made matrix -------------===//
///
/// \file
/// Every function appends the entries of one row after the other, columns
/// ascending, from a seed of its own. Standard C++ only (MatrixMaker.h).
///
//===----------------------------------------------------------------------===//

#include "MatrixKinds.h"

#include "sparsec/Bench/Random.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace sparsec::bench {
namespace {

/// Ends row r of \p matrix, whose columns have been appended.
void endRow(CsrMatrix &matrix, Random &random) {
  while (matrix.value.size() < matrix.column.size())
    matrix.value.push_back(random.value());
  matrix.pointer.push_back(static_cast<int64_t>(matrix.column.size()));
}

/// The same, for columns in any order.
void endUnsortedRow(CsrMatrix &matrix, Random &random) {
  auto begin = matrix.column.begin() + matrix.pointer.back();
  std::sort(begin, matrix.column.end());
  matrix.column.erase(std::unique(begin, matrix.column.end()),
                      matrix.column.end());
  endRow(matrix, random);
}

/// \p count different numbers below \p bound, ascending.
std::set<int64_t> pick(int64_t count, int64_t bound, Random &random) {
  std::set<int64_t> picked;
  while (static_cast<int64_t>(picked.size()) < std::min(count, bound))
    picked.insert(random.below(bound));
  return picked;
}

/// The numbers below \p count in an order that is random within each window of
/// \p window.
std::vector<int64_t> shuffled(int64_t count, int64_t window, Random &random) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (int64_t k = 0; k < count; ++k) {
    int64_t first = k - k % window;
    std::swap(order[k], order[first + random.below(k - first + 1)]);
  }
  return order;
}

/// Draws from \p count things, number v with weight (v + 3)^-exponent.
class PowerLaw {
public:
  PowerLaw(int64_t count, double exponent)
      : weight(static_cast<size_t>(count) + 1, 0) {
    for (int64_t v = 0; v < count; ++v)
      weight[v + 1] = weight[v] + std::pow(v + 3.0, -exponent);
  }
  int64_t draw(Random &random) const {
    auto at = std::upper_bound(weight.begin(), weight.end(),
                               random.unit() * weight.back());
    return std::clamp<int64_t>(at - weight.begin() - 1, 0,
                               static_cast<int64_t>(weight.size()) - 2);
  }

private:
  std::vector<double> weight; ///< sums of those before
};

/// \p total ratings shared out to users; what is more than all items goes to
/// the next most active users.
std::vector<int64_t> ratingCounts(const RatingSizes &sizes, int64_t total,
                                  Random &random) {
  std::vector<int64_t> counts(static_cast<size_t>(sizes.users), 0);
  const PowerLaw law(sizes.users, sizes.skew);
  for (int64_t e = 0; e < total; ++e)
    ++counts[law.draw(random)];
  int64_t more = 0;
  for (int64_t round = 0; round == 0 || more > 0; ++round)
    for (int64_t &count : counts) {
      const int64_t kept = std::min(count + more, sizes.items);
      more += count - kept;
      count = kept;
    }
  return counts;
}

/// \p count different places in \p law, marked by \p mark in \p last; where
/// draws meet those that are there too often, the first ones that are not.
void addPlaces(int64_t count, const PowerLaw &law, int64_t mark,
               std::vector<int64_t> &last, std::vector<int64_t> &places,
               Random &random) {
  places.clear();
  auto add = [&](int64_t place) {
    if (last[place] == mark)
      return;
    last[place] = mark;
    places.push_back(place);
  };
  const size_t wanted = static_cast<size_t>(count);
  for (int64_t tries = 0; tries < 4 * count && places.size() < wanted; ++tries)
    add(law.draw(random));
  for (int64_t place = 0; places.size() < wanted; ++place)
    add(place);
}

/// Number \p k of \p rank of row or column \p at: in [0, 2), the same whenever
/// it is asked for.
double plantedFactor(uint64_t seed, int64_t at, int64_t rank, int64_t k) {
  return 2 * Random(seed + static_cast<uint64_t>(at * rank + k)).unit();
}

} // namespace

CsrMatrix makeStencil(int64_t n, int dimensions, bool box) {
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

CsrMatrix makeBanded(int64_t n, int64_t band) {
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

CsrMatrix makeBlocks(int64_t n, int64_t height, int64_t width, int64_t perRow) {
  CsrMatrix matrix;
  Random random(3);
  matrix.rows = n * height;
  matrix.columns = n * width;
  for (int64_t blockRow = 0; blockRow < n; ++blockRow) {
    std::set<int64_t> places = pick(perRow, n, random);
    for (int64_t r = 0; r < height; ++r) {
      for (int64_t place : places)
        for (int64_t c = 0; c < width; ++c)
          matrix.column.push_back(static_cast<int32_t>(place * width + c));
      endRow(matrix, random);
    }
  }
  return matrix;
}

CsrMatrix makeUniform(int64_t n, int64_t degree) {
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

CsrMatrix makeMesh(int64_t nodes, int64_t block, double coupled) {
  CsrMatrix matrix;
  Random random(6), order(7);
  const int64_t side = static_cast<int64_t>(std::ceil(std::cbrt(nodes)));
  const std::vector<int64_t> node = shuffled(nodes, 128, order);
  std::vector<int64_t> number(node.size()), places;
  for (int64_t k = 0; k < nodes; ++k)
    number[node[k]] = k;
  matrix.rows = matrix.columns = nodes * block;
  for (int64_t p : node) {
    places.clear();
    for (int64_t step = 0; step < 27; ++step) {
      int64_t x = p % side + step % 3 - 1,
              y = p / side % side + step / 3 % 3 - 1,
              z = p / side / side + step / 9 - 1, q = (z * side + y) * side + x;
      if (x < 0 || x >= side || y < 0 || y >= side || z < 0 || q >= nodes)
        continue;
      // Of the pair, not of the direction.
      Random pair(
          static_cast<uint64_t>(std::min(p, q) * nodes + std::max(p, q)));
      if (q == p || pair.unit() < coupled)
        places.push_back(number[q]);
    }
    std::sort(places.begin(), places.end());
    for (int64_t r = 0; r < block; ++r) {
      for (int64_t place : places)
        for (int64_t c = 0; c < block; ++c)
          matrix.column.push_back(static_cast<int32_t>(place * block + c));
      endRow(matrix, random);
    }
  }
  return matrix;
}

CsrMatrix makeScattered(int64_t n, double degree, double near, int64_t width) {
  CsrMatrix matrix;
  Random random(8);
  matrix.rows = matrix.columns = n;
  for (int64_t r = 0; r < n; ++r) {
    double length = 1;
    if (degree > 1)
      length +=
          std::floor(std::log(1 - random.unit()) / std::log(1 - 1 / degree));
    length = std::min(length, 8 * degree);
    matrix.column.push_back(static_cast<int32_t>(r));
    for (int64_t k = 1; k < length; ++k) {
      int64_t c = random.unit() < near ? r + random.below(2 * width + 1) - width
                                       : random.below(n);
      matrix.column.push_back(
          static_cast<int32_t>(std::clamp<int64_t>(c, 0, n - 1)));
    }
    endUnsortedRow(matrix, random);
  }
  return matrix;
}

CsrMatrix makeRmat(const RmatSizes &sizes) {
  Random random(5), order(9);
  Coordinates edges;
  edges.rows = edges.columns = int64_t{1} << sizes.scale;
  std::vector<int64_t> number;
  if (sizes.shuffled)
    number = shuffled(edges.rows, edges.rows, order);
  const double left = sizes.probability[0], top = left + sizes.probability[1],
               right = top + sizes.probability[2];
  const int64_t count =
      std::llround(sizes.degree * static_cast<double>(edges.rows));
  edges.reserve(static_cast<size_t>(count));
  for (int64_t e = 0; e < count; ++e) {
    int64_t row = 0, column = 0;
    for (int64_t bit = 0; bit < sizes.scale; ++bit) {
      double p = random.unit();
      row = 2 * row + (p >= top);
      column = 2 * column + ((p >= left && p < top) || p >= right);
    }
    if (sizes.shuffled) {
      row = number[row];
      column = number[column];
    }
    edges.add(row, column, random.value());
  }
  MatrixShape shape;
  shape.sorted = shape.unique = true;
  return adaptTo(toCsr(edges), shape);
}

CsrMatrix makePowerLaw(int64_t n, double degree, double exponent) {
  Random random(10), order(11);
  const std::vector<int64_t> number = shuffled(n, n, order);
  const PowerLaw law(n, exponent);
  Coordinates edges;
  edges.rows = edges.columns = n;
  const int64_t count = std::llround(0.5 * degree * static_cast<double>(n));
  for (int64_t e = 0; e < count; ++e) {
    // Every vertex has an edge, if there are enough.
    int64_t a = number[law.draw(random)],
            b = e < n ? e : number[law.draw(random)];
    if (a == b)
      continue;
    edges.add(a, b, random.value());
    edges.add(b, a, random.value());
  }
  MatrixShape shape;
  shape.sorted = shape.unique = true;
  return adaptTo(toCsr(edges), shape);
}

CsrMatrix makePruned(const PrunedSizes &sizes) {
  CsrMatrix matrix;
  Random random(17);
  matrix.rows = sizes.rows;
  matrix.columns = sizes.columns;
  const auto columns = static_cast<double>(sizes.columns);
  const int64_t width = std::llround(sizes.band * columns);
  const double left = (1 - sizes.percent / 100) * columns /
                      static_cast<double>(std::max<int64_t>(1, width));
  std::vector<int32_t> places;
  for (int64_t r = 0; r < sizes.rows; ++r) {
    if (r % sizes.height == 0) {
      const double middle =
          columns * (static_cast<double>(r) + 0.5 * sizes.height) / sizes.rows;
      const int64_t first = std::clamp<int64_t>(
          std::llround(middle - 0.5 * width), 0, sizes.columns - width);
      places.clear();
      for (int64_t c = first; c < first + width; ++c)
        if (random.unit() < left)
          places.push_back(static_cast<int32_t>(c));
    }
    matrix.column.insert(matrix.column.end(), places.begin(), places.end());
    endRow(matrix, random);
  }
  return matrix;
}

CsrMatrix makeRatings(const RatingSizes &sizes) {
  CsrMatrix matrix;
  Random random(12), userOrder(13), itemOrder(14);
  matrix.rows = sizes.users;
  matrix.columns = sizes.items;
  const int64_t total = std::min(sizes.ratings, sizes.users * sizes.items);
  const std::vector<int64_t> user = shuffled(sizes.users,
                                             std::max<int64_t>(1, sizes.users),
                                             userOrder),
                             item = shuffled(sizes.items,
                                             std::max<int64_t>(1, sizes.items),
                                             itemOrder),
                             counts = ratingCounts(sizes, total, random);
  const PowerLaw law(sizes.items, sizes.skew);
  std::vector<int64_t> last(item.size(), -1), places;
  const uint64_t users = uint64_t{15} << 56, items = uint64_t{16} << 56;
  // Uniform numbers with that standard deviation.
  const double reach = std::sqrt(3.0) * sizes.noise;
  for (int64_t r = 0; r < sizes.users; ++r) {
    addPlaces(counts[user[r]], law, r, last, places, random);
    for (int64_t &place : places)
      place = item[place];
    std::sort(places.begin(), places.end());
    for (int64_t c : places) {
      double sum = 0;
      for (int64_t k = 0; k < sizes.rank; ++k)
        sum += plantedFactor(users, r, sizes.rank, k) *
               plantedFactor(items, c, sizes.rank, k);
      sum /= std::sqrt(std::max<double>(1, static_cast<double>(sizes.rank)));
      matrix.column.push_back(static_cast<int32_t>(c));
      matrix.value.push_back(sum + reach * (2 * random.unit() - 1));
    }
    endRow(matrix, random);
  }
  return matrix;
}

} // namespace sparsec::bench
