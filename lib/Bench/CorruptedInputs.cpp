//===- CorruptedInputs.cpp - inputs that break facts ----------------------===//
#include "sparsec/Bench/CorruptedInputs.h"

#include "sparsec/Bench/Environment.h"

#include <cstring>
#include <set>

namespace sparsec::bench {
namespace {

using Integers = std::vector<int64_t>;

void learn(Environment &environment, const Slot &slot, const Integers &values) {
  if (slot.isScalar)
    environment.parameters[slot.name] = values[0];
  else
    environment.integers[slot.name] = values;
}

class Corrupter {
public:
  Corrupter(const Program &program, const Kernel &kernel, const Inputs &valid)
      : program(program), kernel(kernel), valid(valid), environment(program) {
    for (size_t s = 0; s < kernel.slots.size(); ++s)
      if (kernel.slots[s].type.isInteger())
        learn(environment, kernel.slots[s], decoded(s));
  }

  std::vector<Inputs> run();

private:
  Integers decoded(size_t slot) const;
  void changeElement(size_t slot, size_t at);
  void add(size_t slot, const Integers &values, const std::string &what);
  std::optional<uint64_t> neededElements(Environment &changed,
                                         const Slot &slot) const;

  const Program &program;
  const Kernel &kernel;
  const Inputs &valid;
  Environment environment; ///< of `valid`
  std::vector<Inputs> made;
};

int64_t leastOf(const Slot &slot) {
  return slot.type.bytes < 8 ? INT32_MIN : INT64_MIN;
}

int64_t greatestOf(const Slot &slot) {
  return slot.type.bytes < 8 ? INT32_MAX : INT64_MAX;
}

Integers Corrupter::decoded(size_t slot) const {
  const Slot &which = kernel.slots[slot];
  const size_t bytes = which.type.bytes;
  Integers values(valid.elements[slot]);
  for (size_t k = 0; k < values.size(); ++k) {
    uint64_t value = 0;
    std::memcpy(&value, valid.bytes[slot].data() + k * bytes, bytes);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes);
    values[k] = static_cast<int64_t>(value << unused);
    values[k] =
        which.type.isSigned ? values[k] >> unused : static_cast<int64_t>(value);
  }
  return values;
}

std::optional<uint64_t> Corrupter::neededElements(Environment &changed,
                                                  const Slot &slot) const {
  auto array = program.arrays.find(slot.name);
  if (slot.isScalar || array == program.arrays.end())
    return std::nullopt;
  uint64_t count = 1;
  for (unsigned dim = 0; dim < array->second.extents.size(); ++dim) {
    std::optional<int64_t> length = changed.extent(slot.name, dim);
    if (!length ||
        __builtin_mul_overflow(count, std::max<int64_t>(*length, 0), &count))
      return std::nullopt;
  }
  return count + array->second.extraElements;
}

/// Adds the input whose slot \p slot holds \p values.
void Corrupter::add(size_t slot, const Integers &values,
                    const std::string &what) {
  Environment changed = environment;
  learn(changed, kernel.slots[slot], values);
  Inputs inputs = valid;
  inputs.name += ": " + what;
  const size_t bytes = kernel.slots[slot].type.bytes;
  for (size_t k = 0; k < values.size(); ++k)
    std::memcpy(inputs.bytes[slot].data() + k * bytes, &values[k], bytes);
  for (size_t s = 0; s < kernel.slots.size(); ++s) {
    const uint64_t there = inputs.elements[s];
    const uint64_t needed =
        neededElements(changed, kernel.slots[s]).value_or(there);
    if (needed > 4 * there + 64)
      return;
    if (needed <= there)
      continue;
    inputs.elements[s] = needed;
    inputs.bytes[s].resize(needed * kernel.slots[s].type.bytes);
  }
  made.push_back(std::move(inputs));
}

void Corrupter::changeElement(size_t slot, size_t at) {
  const Slot &which = kernel.slots[slot];
  const Integers old = decoded(slot);
  std::set<int64_t> others = {-1, 0, old[at] - 1, old[at] + 1,
                              old[at] + static_cast<int64_t>(old.size())};
  if (!which.isScalar)
    others.insert({leastOf(which), greatestOf(which)});
  if (at > 0)
    others.insert(old[at - 1]);
  if (at + 1 < old.size())
    others.insert(old[at + 1]);
  others.erase(old[at]);
  const std::string place =
      which.name + (which.isScalar ? "" : "[" + std::to_string(at) + "]");
  for (int64_t other : others) {
    Integers changed = old;
    changed[at] = other;
    add(slot, changed, place + " = " + std::to_string(other));
  }
  if (at + 1 >= old.size() || old[at] == old[at + 1])
    return;
  Integers swapped = old;
  std::swap(swapped[at], swapped[at + 1]);
  add(slot, swapped, place + " exchanged with the next");
}

std::vector<Inputs> Corrupter::run() {
  for (size_t s = 0; s < kernel.slots.size(); ++s) {
    const Slot &slot = kernel.slots[s];
    const size_t count = valid.elements[s];
    if (!slot.type.isInteger() || slot.isWritten || count == 0)
      continue;
    for (size_t at :
         std::set<size_t>{0, std::min<size_t>(1, count - 1), count / 2,
                          count - std::min<size_t>(2, count), count - 1})
      changeElement(s, at);
  }
  return std::move(made);
}

} // namespace

std::vector<Inputs> corruptedInputs(const Program &program,
                                    const Kernel &kernel, const Inputs &valid) {
  return Corrupter(program, kernel, valid).run();
}

} // namespace sparsec::bench
