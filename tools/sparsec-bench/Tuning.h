//===- Tuning.h - searches for the best params ------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_TUNING_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_TUNING_H

#include "Benchmark.h"

namespace sparsec::bench {

/// Searches the params of each recipe of \p options by its strategy, prints
/// what was tried, times the best in turns and prints the table. Facts that
/// recipes declare are added to \p source, whose text \p forms has.
llvm::Expected<Outcome> runSearches(Program &source, const SourceForms &forms,
                                    const Options &options);

/// -replay: searches that a log answers.
llvm::Error replaySearches(const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_TUNING_H
