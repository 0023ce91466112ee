//===- Ranking.h - which candidate is the fastest ---------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_RANKING_H
#define SPARSEC_BENCH_RANKING_H

#include "sparsec/Bench/Report.h"

namespace sparsec::bench {

/// A row of the table, and the positions of what it is about.
struct Measured {
  size_t candidate = 0, input = 0;
  Row row;
  bool isReused = false; ///< measured by another run
};

/// The first of \p rows, as rankRows() leaves them, and those that differ from
/// it in the candidate only: what ran on a GPU is not compared to the host.
llvm::ArrayRef<Measured> comparable(llvm::ArrayRef<Measured> rows);

/// Puts rows that differ in the candidate only beside each other, what costs
/// least first; \p runs as Timing::cost() takes it.
void rankRows(std::vector<Measured> &rows, double runs);

/// Sets the ratios of rows that ran on a GPU to the best library there.
void compareToLibraries(std::vector<Measured> &rows);

/// A line for each input and number of threads that several candidates were
/// timed on: by how much the first of \p rows, as rankRows() leaves them, is
/// faster than the next, or that the spread is too large to say so.
std::string describeRanking(llvm::ArrayRef<Measured> rows, double runs);

/// The same of one such input and number of threads, without naming them, of
/// two rows at least.
std::string describeGroup(llvm::ArrayRef<Measured> group, double runs);
/// "stencil2d:30, 1 thread", "stencil2d:30, GPU".
std::string titleOf(const Row &row);

/// "a, b, c, d and 7 others".
std::string listOf(llvm::ArrayRef<std::string> names);

/// Whether \p other, which takes longer than \p best, does so by more than
/// either's rounds differ, and their ranges do not meet: where something
/// disturbs most rounds of one, its median is far off by more than its spread.
bool isDifferent(const Sample &best, const Sample &other);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_RANKING_H
