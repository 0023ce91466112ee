//===- Inputs.cpp - small matrices and guarded arrays ---------------------===//

#include "sparsec/Stress/Inputs.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace sparsec::stress {
namespace {

struct Shape {
  const char *name;
  int n, m, p, nnz;
  /// Entries of a row: at most this many, `dense` fills row 0.
  int row;
  bool dense = false;
};

const Shape shapes[] = {
    {"empty", 0, 0, 0, 0, 0},      {"one by one", 1, 1, 1, 1, 1},
    {"no entries", 5, 4, 2, 0, 0}, {"dense row", 6, 7, 3, 9, 2, true},
    {"wide", 3, 11, 1, 6, 5},      {"tall", 13, 2, 5, 17, 2},
    {"square", 9, 9, 4, 20, 4},    {"large", 13, 2, 5, 17, 2},
};

/// The sizes of the large shape: most often some hundreds, at most 5000, and
/// less where loops over all rows are inside one another.
Shape largeShape(const Kernel &kernel, Random &random) {
  static const int most[] = {5000, 150, 25};
  int bits = random.between(5, 12), power = int(kernel.sizePower);
  int limit = most[std::clamp(power, 1, 3) - 1];
  auto size = [&] {
    return std::min(limit, (1 << bits) + random.below(size_t(1) << bits));
  };
  Shape shape = {"large", size(), 0, random.between(1, 3), 0, 3};
  shape.m = random.chance(50) ? size() : random.between(1, 9);
  shape.nnz = 2 * shape.n;
  return shape;
}

/// Fills the arrays of one shape.
class Filler {
public:
  Filler(const Kernel &kernel, const Shape &shape, Random &random,
         bool hasFractions)
      : kernel(kernel), shape(shape), random(random),
        hasFractions(hasFractions) {}

  Inputs make();

private:
  void fillMatrix();
  std::vector<long> row(int number);
  void arrange(std::vector<long> &columns);
  std::vector<long> drawn(long count, long low, long high);
  long extent(const std::string &text) const;
  void fill(const ArrayInfo &array);
  std::vector<double> divisors();
  /// Any value below 1, of which few sums are exact; 0 where they have to be.
  /// Drawn in any case, so that indices do not depend on it.
  double fraction() {
    double value = double(random.next() >> 14) / double(1L << 50);
    return hasFractions ? value : 0;
  }
  void makeSymmetric(std::vector<std::vector<long>> &rows) const;

  const Kernel &kernel;
  const Shape &shape;
  Random &random;
  bool hasFractions;
  Inputs inputs;
  long n = 0, m = 0;
};

Inputs Filler::make() {
  n = shape.n;
  m = kernel.square ? n : shape.m;
  inputs.shape = shape.name;
  // A position must exist where rows do not: nothing can be read from nothing.
  inputs.sizes = {{"n", n}, {"m", m}, {"p", shape.p}, {"nnz", shape.nnz}};
  if (n == 0 || m == 0)
    inputs.sizes["nnz"] = 0;
  fillMatrix();
  for (const ArrayInfo &array : stock())
    fill(array);
  return inputs;
}

std::vector<long> Filler::drawn(long count, long low, long high) {
  std::vector<long> result;
  for (long at = 0; at < count; ++at)
    result.push_back(random.between(int(low), int(high)));
  return result;
}

/// The columns of row \p number, as the facts want them.
std::vector<long> Filler::row(int number) {
  long low = 0, high = m - 1;
  if (kernel.triangle == "lower")
    high = std::min<long>(high, kernel.strict ? number - 1 : number);
  if (kernel.triangle == "upper")
    low = kernel.strict ? number + 1 : number;
  std::vector<long> columns;
  if (high < low)
    return columns;
  bool full = shape.dense && number == 0;
  if (full && kernel.triangle.empty()) {
    columns.resize(size_t(m));
    std::iota(columns.begin(), columns.end(), 0);
    random.shuffle(columns);
  } else if (shape.row) {
    columns = drawn(random.between(0, shape.row), low, high);
  }
  if (kernel.hasDiagonal && number < m)
    columns.push_back(number);
  if (kernel.isShort && columns.size() > 24)
    columns.resize(24);
  arrange(columns);
  return columns;
}

/// Sorted, or without duplicates, as the facts want it.
void Filler::arrange(std::vector<long> &columns) {
  if (kernel.sorted || kernel.unique) {
    std::vector<long> rising = columns;
    std::sort(rising.begin(), rising.end());
    if (kernel.unique || kernel.strict)
      rising.erase(std::unique(rising.begin(), rising.end()), rising.end());
    if (!kernel.sorted)
      random.shuffle(rising);
    columns = rising;
  }
}

/// Adds (j, i) to each (i, j).
void Filler::makeSymmetric(std::vector<std::vector<long>> &rows) const {
  std::vector<std::vector<long>> others(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    for (long j : rows[i])
      others[size_t(j)].push_back(long(i));
  for (size_t i = 0; i < rows.size(); ++i)
    rows[i].insert(rows[i].end(), others[i].begin(), others[i].end());
}

void Filler::fillMatrix() {
  std::vector<std::vector<long>> rows;
  for (int i = 0; i < n; ++i)
    rows.push_back(row(i));
  if (kernel.isSymmetric) {
    makeSymmetric(rows);
    for (std::vector<long> &columns : rows)
      arrange(columns);
  }
  const long base = kernel.isFromOne;
  std::vector<long> index = {base}, col;
  for (const std::vector<long> &columns : rows) {
    for (long column : columns)
      col.push_back(column + base);
    index.push_back(long(col.size()) + base);
  }
  inputs.integers["index"] = index;
  inputs.integers["col"] = col;
}

long Filler::extent(const std::string &text) const {
  if (text == "index[n]")
    return long(inputs.integers.at("col").size());
  if (text == "n + 1" || text == "n + 3")
    return n + (text.back() - '0');
  return text == "4" ? 4 : inputs.sizes.at(text);
}

/// Powers of two, by which quotients are exact, at the columns of entries; 0
/// elsewhere.
std::vector<double> Filler::divisors() {
  std::vector<double> values(size_t(std::max<long>(m, 0)));
  const long base = kernel.isFromOne;
  for (const char *list : {"col", "scol", "ecol"})
    for (long column : inputs.integers[list]) {
      const long at = list == std::string("col") ? column - base : column;
      values[size_t(at)] = double(1 << random.below(3));
    }
  return values;
}

void Filler::fill(const ArrayInfo &array) {
  long count = 1, nnz = inputs.sizes["nnz"];
  for (const std::string &text : array.extents)
    count *= extent(text);
  std::string name = array.name;
  if (array.role == Role::Values) {
    // Complex elements are pairs; integers have no fractions.
    Element element = kernel.elementOf(name);
    if (kernel.divides && name == "x") {
      inputs.values[name] = divisors();
      return;
    }
    const bool isWhole = element == Element::Int || element == Element::Byte ||
                         element == Element::Truth;
    std::vector<double> values;
    for (long value :
         drawn(element == Element::Complex ? 2 * count : count, -2, 3)) {
      double rest = fraction();
      // A byte holds two of these, but not their sum.
      const bool isLarge = element == Element::Byte && value > 1;
      const double number =
          isLarge ? 50.0 * double(value)
                  : double(isWhole && element != Element::Int ? std::abs(value)
                                                              : value);
      values.push_back(number + (isWhole ? 0 : rest));
    }
    inputs.values[name] = values;
    return;
  }
  if (inputs.integers.count(name))
    return;
  std::vector<long> &values = inputs.integers[name];
  switch (array.role) {
  case Role::Columns:
    values = drawn(count, 0, m - 1);
    break;
  case Role::Rows:
    values = drawn(count, 0, n - 1);
    break;
  case Role::Begins:
    values = drawn(count, 0, nnz);
    break;
  case Role::Ends:
    for (long begin : inputs.integers["first"])
      values.push_back(std::max<long>(
          0, std::min<long>(nnz, begin + random.between(-1, 4))));
    break;
  case Role::Inverse:
    values.resize(size_t(count));
    for (long at = 0; at < count; ++at)
      values[size_t(inputs.integers["perm"][size_t(at)])] = at;
    break;
  default:
    values.resize(size_t(count));
    std::iota(values.begin(), values.end(), 0);
    random.shuffle(values);
  }
}

} // namespace

std::vector<Inputs> makeInputs(const Kernel &kernel, Random &random,
                               bool hasFractions) {
  std::vector<Inputs> result;
  for (const Shape &shape : shapes) {
    bool isLarge = shape.name == std::string("large");
    Shape drawn = isLarge ? largeShape(kernel, random) : shape;
    result.push_back(Filler(kernel, drawn, random, hasFractions).make());
  }
  return result;
}

std::string exactText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string Inputs::text() const {
  if (sizes.at("n") > 20)
    return "shape: " + shape + ", n = " + std::to_string(sizes.at("n")) + "\n";
  std::string result = "shape: " + shape + "\n";
  for (const auto &[name, size] : sizes)
    result += name + " = " + std::to_string(size) + "\n";
  for (const auto &[name, elements] : integers) {
    result += name + " =";
    for (long element : elements)
      result += " " + std::to_string(element);
    result += "\n";
  }
  for (const auto &[name, elements] : values) {
    result += name + " =";
    for (double element : elements)
      result += " " + exactText(element);
    result += "\n";
  }
  return result;
}

} // namespace sparsec::stress
