//===- PackedCase.cpp - inputs as where they come from --------------------===//
#include "sparsec/Bench/PackedCase.h"

#include "sparsec/Bench/Random.h"

#include <cmath>
#include <cstring>

namespace sparsec::bench {
namespace {

template <typename Number>
void append(std::vector<unsigned char> &bytes, Number value) {
  const size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <typename Numbers>
void appendIntegers(const PackedSlot &slot, const Numbers &numbers,
                    std::vector<unsigned char> &bytes) {
  for (uint64_t k = 0; k < slot.elements; ++k) {
    const int64_t value = numbers[k] + slot.source.offset;
    for (uint64_t b = 0; b < slot.bytes; ++b)
      bytes.push_back(static_cast<unsigned char>(value >> (8 * b)));
  }
}

void appendFloat(const PackedSlot &slot, double value,
                 std::vector<unsigned char> &bytes) {
  if (slot.source.isMagnitude)
    value = std::fabs(value);
  if (slot.bytes == sizeof(float))
    append(bytes, static_cast<float>(value));
  else
    append(bytes, value);
}

} // namespace

std::vector<unsigned char> unpack(const PackedSlot &slot,
                                  const std::vector<CsrMatrix> &matrices) {
  std::vector<unsigned char> bytes;
  bytes.reserve(slot.elements * slot.bytes);
  const SlotSource &source = slot.source;
  if (source.kind == SlotSource::Pointer)
    appendIntegers(slot, matrices[source.matrix].pointer, bytes);
  if (source.kind == SlotSource::Column)
    appendIntegers(slot, matrices[source.matrix].column, bytes);
  if (source.kind == SlotSource::Value)
    for (uint64_t k = 0; k < slot.elements; ++k)
      appendFloat(slot, matrices[source.matrix].value[k], bytes);
  if (source.kind == SlotSource::Draw) {
    Random random(source.seed);
    const uint64_t parts = slot.bytes > sizeof(double) ? 2 : 1;
    for (uint64_t k = 0; k < parts * slot.elements; ++k)
      appendFloat(slot, random.value(), bytes);
  }
  return bytes;
}

} // namespace sparsec::bench
