//===- IndexArrays.cpp - integer arrays that satisfy facts ----------------===//
#include "IndexArrays.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace sparsec::bench {
namespace {

class IndexArrayMaker {
public:
  IndexArrayMaker(const Program &program, const Array &array, uint64_t count,
                  Environment &environment, Random &random)
      : program(program), array(array), count(count), environment(environment),
        random(random) {}

  llvm::Expected<std::vector<int64_t>> run();

private:
  bool has(Fact::Kind kind) const {
    return !program.factsAbout(array.name, kind).empty();
  }
  bool findRange();
  std::vector<int64_t> shuffled(int64_t from, int64_t size);
  std::optional<std::vector<int64_t>> inverse() const;
  std::vector<int64_t> monotone();
  llvm::Error error(const std::string &message) const;

  const Program &program;
  const Array &array;
  uint64_t count;
  Environment &environment;
  Random &random;
  /// [low, high)
  std::optional<int64_t> low, high;
};

llvm::Error IndexArrayMaker::error(const std::string &message) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

bool IndexArrayMaker::findRange() {
  for (const Fact *fact : program.factsAbout(array.name, Fact::Kind::Range)) {
    if (fact->lower)
      low = environment.evaluate(*fact->lower);
    if (fact->upper)
      high = environment.evaluate(*fact->upper);
  }
  return low && high;
}

/// from .. from + size - 1 in random order, cut to `count`.
std::vector<int64_t> IndexArrayMaker::shuffled(int64_t from, int64_t size) {
  std::vector<int64_t> values(size);
  std::iota(values.begin(), values.end(), from);
  for (int64_t k = size - 1; k > 0; --k)
    std::swap(values[k], values[random.below(k + 1)]);
  values.resize(count);
  return values;
}

std::optional<std::vector<int64_t>> IndexArrayMaker::inverse() const {
  for (const Fact *fact : program.factsAbout(array.name, Fact::Kind::Inverse)) {
    const std::string &other =
        fact->arrays[0] == array.name ? fact->arrays[1] : fact->arrays[0];
    auto known = environment.integers.find(other);
    if (known == environment.integers.end())
      continue;
    std::vector<int64_t> values(count);
    for (size_t k = 0; k < known->second.size(); ++k)
      if (uint64_t at = known->second[k]; at < count)
        values[at] = static_cast<int64_t>(k);
    return values;
  }
  return std::nullopt;
}

std::vector<int64_t> IndexArrayMaker::monotone() {
  std::vector<int64_t> values(count);
  int64_t first = low.value_or(0);
  int64_t span = high ? *high - first : 3 * static_cast<int64_t>(count) + 1;
  for (int64_t &value : values)
    value = first + random.below(std::max<int64_t>(span, 1));
  std::sort(values.begin(), values.end());
  for (const Fact *fact : program.factsAbout(array.name, Fact::Kind::Monotonic))
    for (uint64_t k = 0; fact->strict && k < count; ++k)
      values[k] = first + (span / static_cast<int64_t>(count)) *
                              static_cast<int64_t>(k);
  for (const Fact *fact :
       program.factsAbout(array.name, Fact::Kind::Boundary)) {
    std::optional<int64_t> at = environment.evaluate(*fact->at);
    std::optional<int64_t> value = environment.evaluate(*fact->upper);
    if (at && value && *at >= 0 && static_cast<uint64_t>(*at) < count)
      values[*at] = *value;
  }
  return values;
}

/// Values of \p type that nothing is said of: `[first, second)`.
std::pair<int64_t, int64_t> freeRange(const ElementType &type) {
  if (type.spelling == "_Bool")
    return {0, 2};
  return type.isSigned ? std::pair(-100, 101) : std::pair(0, 201);
}

llvm::Expected<std::vector<int64_t>> IndexArrayMaker::run() {
  bool ranged = findRange();
  if (std::optional<std::vector<int64_t>> values = inverse())
    return *values;
  bool distinct = has(Fact::Kind::Permutation) || has(Fact::Kind::Injective) ||
                  has(Fact::Kind::Inverse);
  if (distinct) {
    int64_t size = ranged ? *high - *low : static_cast<int64_t>(count);
    if (size < static_cast<int64_t>(count))
      return error("'" + array.name + "' has " + std::to_string(count) +
                   " different elements, but its range holds " +
                   std::to_string(size));
    return shuffled(low.value_or(0), size);
  }
  if (has(Fact::Kind::Monotonic))
    return monotone();
  if (array.isIndex && !ranged)
    return error("nothing says which values '" + array.name +
                 "' holds; add '#pragma sparsec range(" + array.name +
                 ", LOWER, UPPER)' or give them with -array " + array.name +
                 "=FILE");
  if (!ranged)
    std::tie(low, high) = freeRange(array.type);
  if (*high <= *low && count > 0)
    return error("the range of '" + array.name + "' is empty");
  std::vector<int64_t> values(count);
  for (int64_t &value : values)
    value = *low + random.below(*high - *low);
  return values;
}

} // namespace

llvm::Expected<std::vector<int64_t>>
makeIntegers(const Program &program, const Array &array, uint64_t count,
             Environment &environment, Random &random) {
  return IndexArrayMaker(program, array, count, environment, random).run();
}

} // namespace sparsec::bench
