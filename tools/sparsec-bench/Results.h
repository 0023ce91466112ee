//===- Results.h - what the drivers found -----------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H

#include "Candidates.h"

#include "sparsec/Bench/Ranking.h"

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Toolchain.h"
#include "sparsec/Tune/Board.h"

namespace sparsec::bench {

/// What makes the exit status.
enum class Outcome {
  Good = 0,
  UserError = 1,     ///< an input the inspector declines
  WrongResult = 3,   ///< verification failed
  InternalError = 70 ///< generated code that does not compile
};

/// What to do where there is no GPU for \p label, and \p why.
llvm::Error noGpuError(const std::string &label, const std::string &why);

/// Gathers the reports of drivers: findings go to stderr at once, timings to
/// the tables at the end.
class Results {
public:
  Results(const Kernel &kernel, const std::vector<Candidate> &candidates,
          const Options &options)
      : peer{options.peer, "", {}, "", {}}, kernel(kernel),
        candidates(candidates), options(options) {}

  /// What follows is about the input of this number.
  void begin(size_t number) {
    input = number;
    begun = rows.size();
  }
  /// What the driver of \p candidate said of \p cases: Good if all is as it
  /// should be. Fails where it finds no GPU to run on.
  llvm::Expected<tune::Outcome> take(const Candidate &candidate,
                                     const DriverRun &run,
                                     llvm::ArrayRef<Inputs> cases);
  /// What the driver of linkTurns() said, which has timed \p timed on \p inputs
  /// after all of them were verified.
  void takeTurns(llvm::ArrayRef<const Candidate *> timed, const DriverRun &run,
                 const Inputs &inputs);
  /// Stands for the library of -peer, among what takes turns.
  const Candidate peer;
  /// What was found of \p candidate without a driver.
  void take(const Candidate &candidate, const DriverReport &report);
  /// Takes \p stored, a row of earlier, for \p candidate on \p inputs.
  void reuse(const Candidate &candidate, const Row &stored,
             const Inputs &inputs);
  /// The rows since begin(), without those of reuse().
  std::vector<Measured> newRows() const;
  /// What \p candidate takes as parts of the original, on each input and number
  /// of threads; empty unless all \p inputs of them were timed.
  std::vector<double> costs(const Candidate &candidate, size_t inputs) const;
  /// All are dropped, and \p finalists timed anew.
  void beginFinals(llvm::ArrayRef<const Candidate *> finalists);
  /// Prints the tables, or the summary of a corpus, and writes the CSV.
  llvm::Error finish();

  Outcome outcome = Outcome::Good;
  void worsen(Outcome to) { outcome = std::max(outcome, to); }

private:
  void addFailures(const std::string &label, const DriverReport &report);
  void addStatus(const std::string &label, const DriverReport &report,
                 const DriverRun &run);
  void addVerified(const std::string &label, const DriverReport &report);
  size_t numberOf(const Candidate &candidate) const;
  void push(const Candidate &candidate, Row row, const Inputs &inputs,
            bool isReused);
  void addRow(const Candidate &candidate, const Timing &timing,
              const DriverReport &report, const Inputs &inputs);
  double operationsOf(const DriverReport &report) const;
  void addGpuRows(llvm::ArrayRef<const Candidate *> timed,
                  const DriverReport &report, const Inputs &inputs);
  const Candidate &library(const std::string &label);
  double score(const Candidate &candidate,
               double Sample::*at = &Sample::median) const;
  double spread(const Candidate &candidate) const;
  void printBest() const;
  void printTables() const;
  llvm::Error writeCsv() const;

  const Kernel &kernel;
  const std::vector<Candidate> &candidates;
  const Options &options;
  std::vector<Measured> rows;
  std::map<std::string, Candidate> libraries; ///< on a GPU, by their labels
  /// In the order of the candidates: labels may be the same.
  std::map<size_t, DriverReport::Faults> faults;
  /// The largest error of each candidate's last verification.
  std::map<const Candidate *, double> errors;
  size_t input = 0, begun = 0; ///< the number of begin(), and its first row
  size_t reused = 0;
  std::string device;
  size_t verifiedInputs = 0;
  double worstError = 0;
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_RESULTS_H
