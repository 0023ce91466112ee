//===- SlotEncoder.h - the bytes of one argument ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_SLOTENCODER_H
#define SPARSEC_LIB_BENCH_SLOTENCODER_H

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Random.h"

namespace sparsec::bench {

/// What is known of a kernel's arguments; the rest becomes random.
struct ArgumentValues {
  explicit ArgumentValues(const Program &program) : environment(program) {}

  Environment environment; ///< integers
  std::map<std::string, std::vector<double>> floats;
  /// Of complex arrays in `floats`; random where there are none.
  std::map<std::string, std::vector<double>> imaginary;
  /// Slots whose elements can be made again.
  std::map<std::string, SlotSource> sources;
  Random random{20};
};

/// Appends elements and bytes of \p slot, \p count elements, to \p inputs;
/// fails for numbers that its type cannot hold and arrays that are too short.
llvm::Error encodeSlot(const Kernel &kernel, const Slot &slot, uint64_t count,
                       ArgumentValues &values, Inputs &inputs);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_SLOTENCODER_H
