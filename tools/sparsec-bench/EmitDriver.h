//===- EmitDriver.h - drivers for another machine ---------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_EMITDRIVER_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_EMITDRIVER_H

#include "Candidates.h"

namespace sparsec::bench {

/// Writes the drivers of all candidates and their inputs to -emit-driver's
/// folder instead of building them here: build.sh there needs the compilers
/// only, run.sh verifies, times and prints the table.
llvm::Error emitDrivers(const Program &program,
                        const std::vector<Candidate> &candidates,
                        const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_EMITDRIVER_H
