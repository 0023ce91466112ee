//===- IndexArrays.cpp - integer arrays that satisfy facts ----------------===//
#include "IndexArrays.h"

#include "RuledArrays.h"

#include "sparsec/IR/Widths.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
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

  llvm::Expected<std::vector<int64_t>> run(bool isLast);

private:
  bool has(Fact::Kind kind) const {
    return !program.factsAbout(array.name, kind).empty();
  }
  /// The arrays of which this one is the inverse, or which are of it.
  std::vector<std::string> inverses() const;
  bool findRange();
  void closeRange();
  void stayBelow(const isl::pw_aff &subscript, const CallTable &calls,
                 const std::string &subscripted, unsigned dim);
  std::vector<int64_t> shuffled(int64_t from, int64_t size);
  std::optional<std::vector<int64_t>> inverse() const;
  std::map<uint64_t, int64_t> boundaries();
  llvm::Expected<std::vector<int64_t>>
  withBoundaries(std::vector<int64_t> values, bool distinct);
  llvm::Error ascend(std::vector<int64_t> &values, uint64_t begin, uint64_t end,
                     int64_t least, int64_t most, int64_t step);
  llvm::Expected<std::vector<int64_t>> monotone();
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

/// Values that \p subscript, `value + constant`, places inside of dimension
/// \p dim of \p subscripted, if facts tell how long that is.
void IndexArrayMaker::stayBelow(const isl::pw_aff &subscript,
                                const CallTable &calls,
                                const std::string &subscripted, unsigned dim) {
  const Array &target = program.arrays.at(subscripted);
  if (dim >= target.extents.size() || !target.extents[dim])
    return;
  const std::optional<int64_t> extent =
      environment.evaluate(*target.extents[dim]);
  for (const auto &[name, call] : calls) {
    if (!extent || call.function != array.name)
      continue;
    const std::optional<long> offset = poly::constantValue(
        subscript.sub(poly::parameter(subscript.domain().space(), name)));
    if (offset)
      high = std::min(high.value_or(INT64_MAX), *extent - *offset);
  }
}

/// Ends a range that facts leave open, `range(p, 0, ?)`: where the arrays end
/// that elements subscript; where nobody says how long these are, anywhere.
void IndexArrayMaker::closeRange() {
  for (const auto &[name, statement] : program.statements) {
    for (const Access &access : statement.accesses())
      for (unsigned dim = 0; dim < access.subscripts.size(); ++dim)
        stayBelow(access.subscripts[dim], statement.calls, access.array, dim);
    for (const auto &[text, call] : statement.calls)
      for (unsigned dim = 0; dim < call.arguments.size(); ++dim)
        stayBelow(call.arguments[dim], statement.calls, call.function, dim);
  }
  if (!high)
    high = *low + int64_t(count) + 1;
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

std::vector<std::string> IndexArrayMaker::inverses() const {
  std::vector<std::string> others;
  for (const Fact &fact : program.facts)
    if (fact.kind == Fact::Kind::Inverse)
      for (size_t side : {0, 1})
        if (fact.arrays[side] == array.name)
          others.push_back(fact.arrays[1 - side]);
  return others;
}

std::optional<std::vector<int64_t>> IndexArrayMaker::inverse() const {
  for (const std::string &other : inverses()) {
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

/// The elements whose values `array[at] = value` gives: { at => value }.
std::map<uint64_t, int64_t> IndexArrayMaker::boundaries() {
  std::map<uint64_t, int64_t> given;
  for (const Fact *fact :
       program.factsAbout(array.name, Fact::Kind::Boundary)) {
    std::optional<int64_t> at = environment.evaluate(*fact->at);
    std::optional<int64_t> value = environment.evaluate(*fact->upper);
    if (at && value && *at >= 0 && static_cast<uint64_t>(*at) < count)
      given[*at] = *value;
  }
  return given;
}

/// \p values with those that facts give. Where they are \p distinct, the
/// element that had such a value takes the other one's.
llvm::Expected<std::vector<int64_t>>
IndexArrayMaker::withBoundaries(std::vector<int64_t> values, bool distinct) {
  for (auto [at, value] : boundaries()) {
    if ((low && value < *low) || (high && value >= *high))
      return error("'" + array.name + "[" + std::to_string(at) +
                   "] = " + std::to_string(value) + "' is outside its range");
    if (distinct)
      std::replace(values.begin(), values.end(), value, values[at]);
    values[at] = value;
  }
  return values;
}

/// Fills \p values from \p begin to \p end, not included, with ascending
/// numbers of [\p least, \p most]; \p step apart at least.
llvm::Error IndexArrayMaker::ascend(std::vector<int64_t> &values,
                                    uint64_t begin, uint64_t end, int64_t least,
                                    int64_t most, int64_t step) {
  const auto size = static_cast<int64_t>(end - begin);
  if (size == 0)
    return llvm::Error::success();
  const int64_t room = most - least - step * (size - 1);
  if (room < 0)
    return error("'" + array.name + "' has " + std::to_string(size) +
                 " ascending elements from " + std::to_string(least) + " to " +
                 std::to_string(most) + ", which are too few numbers");
  auto first = values.begin() + long(begin), last = values.begin() + long(end);
  std::generate(first, last, [&] { return least + random.below(room + 1); });
  std::sort(first, last);
  for (int64_t k = 0; k < size; ++k)
    first[k] += step * k;
  return llvm::Error::success();
}

llvm::Expected<std::vector<int64_t>> IndexArrayMaker::monotone() {
  std::vector<int64_t> values(count);
  const bool isStrict =
      llvm::any_of(program.factsAbout(array.name, Fact::Kind::Monotonic),
                   [](const Fact *fact) { return fact->strict; });
  const int64_t step = isStrict ? 1 : 0;
  uint64_t begin = 0;
  std::optional<int64_t> least = low;
  auto span = [&](uint64_t end) { return 3 * int64_t(end - begin) + 1; };
  for (auto [at, value] : boundaries()) {
    const int64_t most = value - step;
    if (llvm::Error failure = ascend(
            values, begin, at, least.value_or(most - span(at)), most, step))
      return failure;
    values[at] = value;
    begin = at + 1;
    least = value + step;
  }
  const int64_t from = least.value_or(high ? *high - span(count) : 0);
  if (llvm::Error failure = ascend(values, begin, count, from,
                                   high ? *high - 1 : from + span(count), step))
    return failure;
  return values;
}

/// Values of \p type that nothing is said of: `[first, second)`.
std::pair<int64_t, int64_t> freeRange(const ElementType &type) {
  if (isTruth(type))
    return {0, 2};
  return type.isSigned ? std::pair(-100, 101) : std::pair(0, 201);
}

/// Of an integer \p type of less than 8 bytes.
int64_t greatest(const ElementType &type) {
  if (isTruth(type))
    return 1;
  return (int64_t{1} << (8 * type.bytes - (type.isSigned ? 1 : 0))) - 1;
}

llvm::Expected<std::vector<int64_t>> IndexArrayMaker::run(bool isLast) {
  bool ranged = findRange();
  if (low && !high && !has(Fact::Kind::Monotonic)) {
    closeRange();
    ranged = true;
  }
  if (std::optional<std::vector<int64_t>> values = inverse())
    return *values;
  std::string missing;
  const std::vector<const Fact *> rules =
      rulesAbout(program, array.name, environment, missing);
  if (!missing.empty() && !isLast)
    return error("a rule ties '" + array.name + "' to '" + missing + "'");
  if (!rules.empty())
    return makeRuled(program, array, count, rules, environment, random);
  bool distinct = has(Fact::Kind::Permutation) || has(Fact::Kind::Injective) ||
                  !inverses().empty();
  if (distinct) {
    int64_t size = ranged ? *high - *low : static_cast<int64_t>(count);
    if (size < static_cast<int64_t>(count))
      return error("'" + array.name + "' has " + std::to_string(count) +
                   " different elements, but its range holds " +
                   std::to_string(size));
    return withBoundaries(shuffled(low.value_or(0), size), distinct);
  }
  if (has(Fact::Kind::Monotonic))
    return monotone();
  const bool isFlag = isTruth(array.type);
  if (array.isIndex && !ranged && !isFlag)
    return error("nothing says which values '" + array.name +
                 "' holds; add '#pragma sparsec range(" + array.name +
                 ", LOWER, UPPER)', or give sparsec-bench -array " +
                 array.name + "=FILE");
  if (!ranged)
    std::tie(low, high) = freeRange(array.type);
  if (ranged && array.type.bytes < 8)
    high = std::min(*high, greatest(array.type) + 1);
  if (*high <= *low && count > 0)
    return error("the range of '" + array.name + "' is empty");
  std::vector<int64_t> values(count);
  for (int64_t &value : values)
    value = *low + random.below(*high - *low);
  return withBoundaries(std::move(values), distinct);
}

} // namespace

llvm::Expected<std::vector<int64_t>>
makeIntegers(const Program &program, const Array &array, uint64_t count,
             Environment &environment, Random &random, bool isLast) {
  return IndexArrayMaker(program, array, count, environment, random)
      .run(isLast);
}

llvm::Expected<uint64_t> countElements(const Program &program, const Slot &slot,
                                       Environment &environment) {
  auto failed = [](const std::string &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                   message.c_str());
  };
  auto found = program.arrays.find(slot.name);
  if (slot.isScalar)
    return 1;
  if (found == program.arrays.end())
    return 0;
  uint64_t count = 1;
  for (unsigned dim = 0; dim < found->second.extents.size(); ++dim) {
    environment.missing.clear();
    std::optional<int64_t> length = environment.extent(slot.name, dim);
    if (!length)
      return failed(
          "cannot derive the length of '" + slot.name + "' from its accesses" +
          (environment.missing.empty()
               ? ""
               : " ('" + environment.missing + "' is not known)") +
          "; add '#pragma sparsec extent(" + slot.name + ", LENGTH)'");
    if (__builtin_mul_overflow(count, std::max<int64_t>(*length, 0), &count) ||
        count > (uint64_t{1} << 34))
      return failed("'" + slot.name + "' would have over 2^34 elements");
  }
  return count + found->second.extraElements;
}

llvm::Error makeInSomeOrder(
    std::vector<const Slot *> slots,
    llvm::function_ref<llvm::Error(const Slot &, bool isLast)> make) {
  std::string why;
  auto isMade = [&](const Slot *slot, bool isLast) {
    llvm::Error failure = make(*slot, isLast);
    if (!failure)
      return true;
    std::string text = llvm::toString(std::move(failure));
    if (why.empty())
      why = std::move(text);
    return false;
  };
  while (!slots.empty()) {
    why.clear();
    const size_t before = slots.size();
    llvm::erase_if(slots,
                   [&](const Slot *slot) { return isMade(slot, false); });
    if (slots.size() < before)
      continue;
    why.clear();
    auto last = llvm::find_if(
        slots, [&](const Slot *slot) { return isMade(slot, true); });
    if (last == slots.end())
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                     why.c_str());
    slots.erase(last);
  }
  return llvm::Error::success();
}

} // namespace sparsec::bench
