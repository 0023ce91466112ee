//===- SlotEncoder.cpp - the bytes of one argument ------------------------===//
#include "SlotEncoder.h"

#include "sparsec/IR/StorageFormat.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>

namespace sparsec::bench {
namespace {

using Bytes = std::vector<unsigned char>;

llvm::Error tooShort(const Slot &slot, size_t there, uint64_t needed) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(), "'%s' has %llu elements; %llu are needed",
      slot.name.c_str(), static_cast<unsigned long long>(there),
      static_cast<unsigned long long>(needed));
}

template <typename Number>
void append(Bytes &bytes, Number value) {
  size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

llvm::Error encodeInteger(const Slot &slot, int64_t value, Bytes &bytes) {
  unsigned bits = 8 * slot.type.bytes;
  bool fits = slot.type.isSigned
                  ? llvm::isIntN(bits, value)
                  : value >= 0 && (bits == 64 || llvm::isUIntN(bits, value));
  if (!fits)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(), "'%s' holds %s and cannot take %lld",
        slot.name.c_str(), slot.type.spelling.c_str(),
        static_cast<long long>(value));
  for (unsigned k = 0; k < slot.type.bytes; ++k)
    bytes.push_back(static_cast<unsigned char>(value >> (8 * k)));
  return llvm::Error::success();
}

/// Kernels with square roots and the like get positive numbers.
void encodeFloat(const Kernel &kernel, const Slot &slot, double value,
                 Bytes &bytes) {
  if (kernel.needsPositive)
    value = std::fabs(value);
  if (const StorageFormat *format = smallFloat(slot.type))
    append(bytes, format->bitsOf(value));
  else if (slot.type.bytes == sizeof(float))
    append(bytes, static_cast<float>(value));
  else
    append(bytes, value);
}

llvm::Error encodeIntegers(const Slot &slot, uint64_t count,
                           const ArgumentValues &known, Bytes &bytes) {
  if (slot.isScalar)
    return encodeInteger(slot, known.environment.parameters.at(slot.name),
                         bytes);
  auto found = known.environment.integers.find(slot.name);
  const size_t there =
      found == known.environment.integers.end() ? 0 : found->second.size();
  if (there < count)
    return tooShort(slot, there, count);
  for (uint64_t k = 0; k < count; ++k)
    if (llvm::Error failure = encodeInteger(slot, found->second[k], bytes))
      return failure;
  return llvm::Error::success();
}

llvm::Error encodeFloats(const Kernel &kernel, const Slot &slot, uint64_t count,
                         ArgumentValues &known, Bytes &bytes) {
  const std::vector<double> &values = known.floats[slot.name];
  if (!values.empty() && values.size() < count)
    return tooShort(slot, values.size(), count);
  SlotSource &source = known.sources[slot.name];
  source.isMagnitude = kernel.needsPositive;
  if (values.empty()) {
    source.kind = SlotSource::Draw;
    source.seed = known.random.state();
  }
  const std::vector<double> &imaginary = known.imaginary[slot.name];
  for (uint64_t k = 0; k < count; ++k) {
    encodeFloat(kernel, slot, values.empty() ? known.random.value() : values[k],
                bytes);
    if (slot.type.isComplex())
      encodeFloat(kernel, slot,
                  imaginary.empty() ? known.random.value() : imaginary[k],
                  bytes);
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error encodeSlot(const Kernel &kernel, const Slot &slot, uint64_t count,
                       ArgumentValues &values, Inputs &inputs) {
  Bytes bytes;
  bytes.reserve(count * slot.type.bytes);
  llvm::Error failure = slot.type.isInteger()
                            ? encodeIntegers(slot, count, values, bytes)
                            : encodeFloats(kernel, slot, count, values, bytes);
  if (failure)
    return failure;
  inputs.elements.push_back(count);
  inputs.bytes.push_back(std::move(bytes));
  inputs.sources.push_back(values.sources[slot.name]);
  return llvm::Error::success();
}

} // namespace sparsec::bench
