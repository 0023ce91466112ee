//===- Results.h - what the drivers found -----------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H

#include "Benchmark.h"

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Bench/Toolchain.h"

namespace sparsec::bench {

/// Gathers the reports of drivers: findings go to stderr at once, timings to
/// the tables at the end.
class Results {
public:
  Results(const Kernel &kernel, const std::vector<Candidate> &candidates,
          const Options &options)
      : kernel(kernel), candidates(candidates), options(options) {}

  /// What the driver of \p candidate said of \p cases. Fails where it finds no
  /// GPU to run on.
  llvm::Error take(const Candidate &candidate, const DriverRun &run,
                   llvm::ArrayRef<Inputs> cases);
  /// What was found of \p candidate without a driver.
  void take(const Candidate &candidate, const DriverReport &report);
  /// Prints the tables, or the summary of a corpus, and writes the CSV.
  llvm::Error finish() const;

  Outcome outcome = Outcome::Good;

private:
  void worsen(Outcome to) { outcome = std::max(outcome, to); }
  void addFailures(const std::string &label, const DriverReport &report);
  void addStatus(const std::string &label, const DriverReport &report,
                 const DriverRun &run);
  void addVerified(const std::string &label, const DriverReport &report);
  void addRows(const Candidate &candidate, const DriverReport &report,
               const Inputs &inputs);
  void addGpuRows(const Candidate &candidate, const DriverReport &report,
                  const Inputs &inputs);
  double score(const Candidate &candidate) const;
  void printBest() const;
  llvm::Error writeCsv() const;

  const Kernel &kernel;
  const std::vector<Candidate> &candidates;
  const Options &options;
  std::vector<Row> rows;
  std::vector<GpuRow> gpuRows;
  std::map<std::string, DriverReport::Faults> faults; ///< by label
  /// Label => speedups, for -tune.
  std::multimap<std::string, double> speedups;
  std::string device;
  size_t verifiedInputs = 0;
  double worstError = 0;
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H
