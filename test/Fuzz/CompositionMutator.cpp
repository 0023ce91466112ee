//===- CompositionMutator.cpp - changes kernels and lists of steps --------===//
///
/// \file
/// libFuzzer's own changes would move all bytes behind the place. These change
/// one block, or add, drop, repeat and exchange whole ones; two inputs are
/// crossed by taking the kernel from one and steps from both.
///
//===----------------------------------------------------------------------===//

#include "Blocks.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace sparsec::fuzz {
namespace {

using Bytes = std::vector<uint8_t>;

struct Blocks {
  Bytes kernel;
  std::vector<Bytes> steps;
};

Blocks split(const uint8_t *data, size_t size) {
  Blocks blocks;
  const size_t head = std::min(size, kernelBytes);
  blocks.kernel.assign(data, data + head);
  for (size_t at = head; at < size && blocks.steps.size() < mostSteps;
       at += stepBytes)
    blocks.steps.emplace_back(data + at,
                              data + at + std::min(stepBytes, size - at));
  return blocks;
}

size_t join(const Blocks &blocks, uint8_t *data, size_t maxSize) {
  Bytes all = blocks.kernel;
  if (!blocks.steps.empty())
    all.resize(kernelBytes);
  for (size_t k = 0; k < blocks.steps.size(); ++k) {
    all.insert(all.end(), blocks.steps[k].begin(), blocks.steps[k].end());
    if (k + 1 < blocks.steps.size())
      all.resize(kernelBytes + (k + 1) * stepBytes);
  }
  all.resize(std::min(all.size(), maxSize));
  std::memcpy(data, all.data(), all.size());
  return all.size();
}

void change(Bytes &block, size_t most) {
  const size_t size = block.size();
  block.resize(most);
  block.resize(LLVMFuzzerMutate(block.data(), size, most));
}

} // namespace
} // namespace sparsec::fuzz

using namespace sparsec::fuzz;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  Blocks blocks = split(data, size);
  std::vector<Bytes> &steps = blocks.steps;
  const size_t place = steps.empty() ? 0 : random() % steps.size();
  switch (steps.empty() ? random() % 2 : random() % 6) {
  case 0:
    change(blocks.kernel, kernelBytes);
    break;
  case 1: {
    Bytes fresh;
    change(fresh, stepBytes);
    steps.insert(steps.begin() + place, fresh);
    break;
  }
  case 2:
    steps.erase(steps.begin() + place);
    break;
  case 3:
    std::swap(steps[place], steps[random() % steps.size()]);
    break;
  default:
    change(steps[place], stepBytes);
  }
  steps.resize(std::min(steps.size(), mostSteps));
  return join(blocks, data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  Blocks one = split(first, firstSize), other = split(second, secondSize);
  one.steps.resize(random() % (one.steps.size() + 1));
  const size_t from = random() % (other.steps.size() + 1);
  one.steps.insert(one.steps.end(), other.steps.begin() + from,
                   other.steps.end());
  one.steps.resize(std::min(one.steps.size(), mostSteps));
  return join(one, out, maxSize);
}
