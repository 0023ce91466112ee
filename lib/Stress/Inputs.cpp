//===- Inputs.cpp - small matrices and guarded arrays ---------------------===//

#include "sparsec/Stress/Inputs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
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
    {"square", 9, 9, 4, 20, 4},    {"empty rows", 8, 5, 3, 5, 1},
};

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
  std::vector<long> drawn(long count, long low, long high);
  long extent(const std::string &text) const;
  void fill(const ArrayInfo &array);
  /// Any value below 1, of which few sums are exact.
  double fraction() { return double(random.next() >> 14) / double(1L << 50); }

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
  if (kernel.sorted || kernel.unique) {
    std::vector<long> rising = columns;
    std::sort(rising.begin(), rising.end());
    if (kernel.unique || kernel.strict)
      rising.erase(std::unique(rising.begin(), rising.end()), rising.end());
    if (!kernel.sorted)
      random.shuffle(rising);
    columns = rising;
  }
  return columns;
}

void Filler::fillMatrix() {
  std::vector<long> index = {0}, col;
  for (int i = 0; i < n; ++i) {
    std::vector<long> columns = row(i);
    col.insert(col.end(), columns.begin(), columns.end());
    index.push_back(long(col.size()));
  }
  inputs.integers["index"] = index;
  inputs.integers["col"] = col;
}

long Filler::extent(const std::string &text) const {
  if (text == "index[n]")
    return inputs.integers.at("index").back();
  if (text == "n + 1")
    return n + 1;
  return inputs.sizes.at(text);
}

void Filler::fill(const ArrayInfo &array) {
  long count = 1, nnz = inputs.sizes["nnz"];
  for (const std::string &text : array.extents)
    count *= extent(text);
  std::string name = array.name;
  if (array.role == Role::Values) {
    std::vector<double> values;
    for (long value : drawn(count, -2, 3))
      values.push_back(double(value) + (hasFractions ? fraction() : 0));
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
  for (const Shape &shape : shapes)
    result.push_back(Filler(kernel, shape, random, hasFractions).make());
  return result;
}

/// Enough digits to get the same value again.
static std::string exactText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string Inputs::text() const {
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

static constexpr size_t zone = 128;
static constexpr unsigned char guardByte = 0xC7;

template <typename Element, typename Value>
static std::vector<unsigned char> guarded(const std::vector<Value> &values) {
  std::vector<unsigned char> bytes(2 * zone + values.size() * sizeof(Element),
                                   guardByte);
  for (size_t at = 0; at < values.size(); ++at) {
    auto element = Element(values[at]);
    std::memcpy(&bytes[zone + at * sizeof(Element)], &element, sizeof(Element));
  }
  return bytes;
}

Arguments::Arguments(const Kernel &kernel, const Inputs &inputs) {
  for (const std::string &name : kernel.parameters()) {
    Block block;
    block.name = name;
    block.isWritten = kernel.writes(name);
    auto values = inputs.values.find(name);
    if (values != inputs.values.end()) {
      block.isValues = true;
      block.bytes = guarded<double>(values->second);
    } else {
      auto found = inputs.integers.find(name);
      std::vector<long> integers =
          found == inputs.integers.end()
              ? std::vector<long>{inputs.sizes.at(name)}
              : found->second;
      block.bytes =
          kernel.isLong ? guarded<long>(integers) : guarded<int>(integers);
    }
    arrays.push_back(std::move(block));
  }
  for (Block &block : arrays)
    starts.push_back(block.bytes.data() + zone);
}

static size_t valueCount(const std::vector<unsigned char> &bytes) {
  return (bytes.size() - 2 * zone) / sizeof(double);
}

static double valueAt(const std::vector<unsigned char> &bytes, size_t at) {
  double value = 0;
  std::memcpy(&value, &bytes[zone + at * sizeof(double)], sizeof(double));
  return value;
}

void Arguments::perturb(long by) {
  for (Block &block : arrays)
    for (size_t at = 0;
         block.isValues && !block.isWritten && at < valueCount(block.bytes);
         ++at) {
      double value = valueAt(block.bytes, at) + double(by);
      std::memcpy(&block.bytes[zone + at * sizeof(double)], &value,
                  sizeof(double));
    }
}

std::string Arguments::difference(const Arguments &expected) const {
  for (size_t number = 0; number < arrays.size(); ++number) {
    const Block &block = arrays[number], &other = expected.arrays[number];
    if (!block.isValues) {
      if (block.bytes != other.bytes)
        return "'" + block.name + "' was changed";
      continue;
    }
    for (size_t at = 0; at < valueCount(block.bytes); ++at) {
      double got = valueAt(block.bytes, at), want = valueAt(other.bytes, at);
      // Zeros of both signs are equal: padding may add a zero.
      if (got != want)
        return block.name + "[" + std::to_string(at) + "] is " +
               exactText(got) + " instead of " + exactText(want);
    }
  }
  return "";
}

std::string Arguments::strayWrite() const {
  for (const Block &block : arrays)
    for (size_t at = 0; at < zone; ++at)
      if (block.bytes[at] != guardByte ||
          block.bytes[block.bytes.size() - 1 - at] != guardByte)
        return block.name;
  return "";
}

bool Arguments::mayRound() const {
  for (const Block &block : arrays)
    for (size_t at = 0; block.isValues && at < valueCount(block.bytes); ++at)
      if (!(std::fabs(valueAt(block.bytes, at)) < double(1L << 40)))
        return true;
  return false;
}

std::vector<std::pair<void *, size_t>> Arguments::blocks() const {
  std::vector<std::pair<void *, size_t>> result;
  for (const Block &block : arrays)
    result.emplace_back(const_cast<unsigned char *>(block.bytes.data()),
                        block.bytes.size());
  return result;
}

} // namespace sparsec::stress
