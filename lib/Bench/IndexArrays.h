//===- IndexArrays.h - integer arrays that satisfy facts --------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_INDEXARRAYS_H
#define SPARSEC_LIB_BENCH_INDEXARRAYS_H

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/Kernel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec::bench {

/// \p count integers for \p array as its facts ask: a permutation, the inverse
/// of one, monotone from its boundary value, injective, or any in its range. An
/// array that is used as an index must have a range, or be of _Bool. Values of
/// an array without facts lie in [-100, 100], in [0, 200] where they have no
/// sign. Rules about other arrays that are not known are an error, unless \p
/// isLast: then they are left to those.
llvm::Expected<std::vector<int64_t>>
makeIntegers(const Program &program, const Array &array, uint64_t count,
             Environment &environment, Random &random, bool isLast);

/// How many elements \p slot has: an error where nothing tells.
llvm::Expected<uint64_t> countElements(const Program &program, const Slot &slot,
                                       Environment &environment);

/// Makes the arrays of all \p slots. Lengths and ranges may be elements of
/// other arrays (`permutation(d, p[n])`), which may come later in the list:
/// what \p make cannot make is tried again as long as others were made, and
/// then one of them as the last one that it could be.
llvm::Error makeInSomeOrder(
    std::vector<const Slot *> slots,
    llvm::function_ref<llvm::Error(const Slot &, bool isLast)> make);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_INDEXARRAYS_H
