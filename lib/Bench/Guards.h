//===- Guards.h - arguments that a kernel does not turn away ----*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_GUARDS_H
#define SPARSEC_LIB_BENCH_GUARDS_H

#include "SlotEncoder.h"

#include <map>
#include <string>

namespace sparsec::bench {

/// Chooses numbers for which no guard of \p program holds: for integers that
/// are not \p fixed, which have values, and for real numbers that \p known has
/// none of. Fails where it finds none.
llvm::Error avoidGuards(const Program &program, const Kernel &kernel,
                        const std::map<std::string, int64_t> &fixed,
                        ArgumentValues &known);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_GUARDS_H
