//===- Arguments.cpp - guarded arrays of one call -------------------------===//

#include "sparsec/Stress/Arguments.h"

#include <cmath>
#include <cstring>

namespace sparsec::stress {
namespace {

constexpr size_t zone = 128;
constexpr unsigned char guardByte = 0xC7;

template <typename Number, typename Value>
std::vector<unsigned char> guarded(const std::vector<Value> &values) {
  std::vector<unsigned char> bytes(2 * zone + values.size() * sizeof(Number),
                                   guardByte);
  for (size_t at = 0; at < values.size(); ++at) {
    auto number = Number(values[at]);
    std::memcpy(&bytes[zone + at * sizeof(Number)], &number, sizeof(Number));
  }
  return bytes;
}

/// Calls \p visit with a number of the type that \p element has in memory.
template <typename Visit>
auto withNumber(Element element, Visit visit) {
  switch (element) {
  case Element::Float:
    return visit(float());
  case Element::Int:
    return visit(int());
  case Element::Byte:
    return visit(static_cast<unsigned char>(0));
  case Element::Truth:
    return visit(bool());
  case Element::Double:
  case Element::Complex:
    break;
  }
  return visit(double());
}

std::vector<unsigned char> guardedValues(Element element,
                                         const std::vector<double> &values) {
  return withNumber(
      element, [&](auto number) { return guarded<decltype(number)>(values); });
}

template <typename Number>
double numberAt(const std::vector<unsigned char> &bytes, size_t at) {
  Number number = 0;
  std::memcpy(&number, &bytes[zone + at * sizeof(Number)], sizeof(Number));
  return double(number);
}

template <typename Number>
void setNumber(std::vector<unsigned char> &bytes, size_t at, double value) {
  auto number = Number(value);
  std::memcpy(&bytes[zone + at * sizeof(Number)], &number, sizeof(Number));
}

/// Of one number: complex elements are two.
size_t widthOf(Element element) {
  return withNumber(element, [](auto number) { return sizeof(number); });
}

} // namespace

size_t Arguments::Block::count() const {
  return (bytes.size() - 2 * zone) / widthOf(element);
}

double Arguments::Block::value(size_t at) const {
  return withNumber(element, [&](auto number) {
    return numberAt<decltype(number)>(bytes, at);
  });
}

void Arguments::Block::set(size_t at, double value) {
  withNumber(element, [&](auto number) {
    setNumber<decltype(number)>(bytes, at, value);
  });
}

Arguments::Arguments(const Kernel &kernel, const Inputs &inputs) {
  for (const std::string &name : kernel.parameters()) {
    Block block;
    block.name = name;
    block.isWritten = kernel.writes(name);
    block.isDivisor = kernel.divides && name == "x";
    auto values = inputs.values.find(name);
    if (values != inputs.values.end()) {
      block.isValues = true;
      block.element = kernel.elementOf(name);
      block.bytes = guardedValues(block.element, values->second);
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
  for (Block &block : arrays) {
    starts.push_back(block.bytes.data() + zone);
    bytes.push_back(block.bytes.size() - 2 * zone);
  }
}

std::vector<std::pair<size_t, size_t>> Arguments::overlappable() const {
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t first = 0; first < arrays.size(); ++first)
    for (size_t second = 0; second < arrays.size(); ++second) {
      const Block &one = arrays[first], &other = arrays[second];
      bool fits = bytes[first] > bytes[second] ||
                  (bytes[first] == bytes[second] && first < second);
      if (fits && bytes[second] && one.isValues && other.isValues &&
          one.element == other.element && (one.isWritten || other.isWritten))
        pairs.emplace_back(first, second);
    }
  return pairs;
}

void Arguments::overlap(size_t first, size_t second) {
  starts[second] = static_cast<unsigned char *>(starts[first]) + bytes[first] -
                   bytes[second];
}

void Arguments::perturb(long by) {
  for (Block &block : arrays)
    if (block.isValues && !block.isWritten && !block.isDivisor)
      for (size_t at = 0; at < block.count(); ++at)
        block.set(at, block.value(at) + double(by));
}

std::string Arguments::difference(const Arguments &expected) const {
  for (size_t number = 0; number < arrays.size(); ++number) {
    const Block &block = arrays[number], &other = expected.arrays[number];
    if (!block.isValues) {
      if (block.bytes != other.bytes)
        return "'" + block.name + "' was changed";
      continue;
    }
    for (size_t at = 0; at < block.count(); ++at) {
      double got = block.value(at), want = other.value(at);
      // Zeros of both signs are equal: padding may add a zero.
      if (got != want && !(std::isnan(got) && std::isnan(want)))
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
  for (const Block &block : arrays) {
    double limit = double(block.element == Element::Double ||
                                  block.element == Element::Complex
                              ? 1L << 40
                              : 1L << 20);
    for (size_t at = 0; block.isValues && at < block.count(); ++at)
      if (!(std::fabs(block.value(at)) < limit))
        return true;
  }
  return false;
}

std::string Arguments::serialized() const {
  std::string text;
  for (size_t number = 0; number < arrays.size(); ++number) {
    text.append(reinterpret_cast<const char *>(&bytes[number]), sizeof(size_t));
    text.append(static_cast<const char *>(starts[number]), bytes[number]);
  }
  return text;
}

std::vector<std::pair<void *, size_t>> Arguments::blocks() const {
  std::vector<std::pair<void *, size_t>> result;
  for (const Block &block : arrays)
    result.emplace_back(const_cast<unsigned char *>(block.bytes.data()),
                        block.bytes.size());
  return result;
}

} // namespace sparsec::stress
