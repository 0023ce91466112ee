//===- Plot.h - the table as a drawing --------------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_PLOT_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_PLOT_H

#include "sparsec/Bench/Ranking.h"

namespace sparsec::bench {

/// An SVG file: for each input and number of threads of \p rows, which
/// rankRows() has sorted, bars from 0 to the medians, of the original, too,
/// with lines from Sample::low to Sample::high. \p runs as Timing::cost() takes
/// it.
std::string plotOf(llvm::ArrayRef<Measured> rows, double runs);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_PLOT_H
