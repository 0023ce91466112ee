//===- Benchmark.h - build, run, verify and time candidates -----*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H

#include "Candidates.h"

namespace sparsec::bench {

/// What makes the exit status.
enum class Outcome {
  Good = 0,
  UserError = 1,     ///< an input the inspector declines
  WrongResult = 3,   ///< verification failed
  InternalError = 70 ///< generated code that does not compile
};

/// Runs the candidates on all matrices of \p options, prints the table and
/// writes the CSV; with -corpus verifies only. Findings go to stderr.
llvm::Expected<Outcome> runBenchmark(const Program &program,
                                     const std::vector<Candidate> &candidates,
                                     const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H
