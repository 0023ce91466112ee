//===- Benchmark.h - build, run, verify and time candidates -----*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H

#include "ResultKeys.h"
#include "Results.h"

#include "sparsec/Bench/Store.h"
#include "sparsec/Bench/Turns.h"
#include "sparsec/Tune/Log.h"

namespace sparsec::bench {

/// Whether \p candidate is timed with others of its kind by one driver, after
/// all of them were verified. Times of an emulation mean nothing.
bool takesTurns(const Candidate &candidate,
                const std::vector<Candidate> &candidates,
                const Options &options);

/// Runs candidates beside the original. Those that pass are timed by one
/// driver, in turns, apart on the host and on a GPU; one alone times at once.
class Benchmark {
public:
  /// Everything is referred to. \p candidates may become more as long as they
  /// stay where they are.
  Benchmark(const Program &program, const Kernel &kernel,
            const std::vector<Candidate> &candidates, const Options &options);

  /// Runs all candidates on all inputs of the options.
  llvm::Expected<Outcome> run();

  /// For searches, instead of run(): looks what there is to take results from;
  llvm::Error open();
  /// what the inputs are, and the hash of what is in them and of all else that
  /// times depend on;
  llvm::Expected<std::pair<std::vector<tune::LoggedInput>, std::string>>
  describeInputs();
  /// builds the candidates of these numbers, several at once, and verifies and
  /// times them on all inputs: how each ended, in their order;
  llvm::Expected<std::vector<tune::Outcome>>
  measure(llvm::ArrayRef<size_t> numbers);
  /// times those of measure() or keepBuilt() in turns once more, and drops all
  /// others;
  llvm::Error measureFinals(llvm::ArrayRef<size_t> numbers);
  /// forgets what was built of all others;
  void keepBuilt(llvm::ArrayRef<size_t> numbers);
  Results &result() { return results; }
  /// prints the tables.
  llvm::Expected<Outcome> finish();

private:
  struct Built {
    const Candidate *candidate;
    WorkFolder folder;
    std::vector<DriverFile> files;
    ToolchainOptions tools;
  };
  struct BuildFailure;

  llvm::Expected<Built> prepareOne(const Candidate &candidate) const;
  llvm::Expected<Built> buildOne(const Candidate &candidate) const;
  llvm::Expected<const Built *> builtOne(const Candidate &candidate);
  llvm::Error buildSeveral(llvm::ArrayRef<size_t> numbers);
  llvm::Expected<std::vector<size_t>> notStored(llvm::ArrayRef<size_t> numbers);
  llvm::Error build();
  llvm::Error runAll();
  llvm::Error interpret(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases);
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases, const std::string &what);
  llvm::Expected<tune::Outcome> runOne(const Built &one,
                                       llvm::ArrayRef<Inputs> cases,
                                       const std::string &what);
  llvm::Expected<DriverRun> runOn(const WorkFolder &folder,
                                  llvm::ArrayRef<Inputs> cases,
                                  const std::string &what,
                                  double timeLimit = 0);
  std::vector<const Row *> storedRows(const Candidate &candidate) const;
  bool reuse(const Candidate &candidate, const Inputs &inputs);
  llvm::Error keepResults();
  llvm::Error forEachInput(llvm::function_ref<llvm::Error(const Inputs &)> use);
  llvm::Error time(const Inputs &inputs, llvm::ArrayRef<size_t> numbers);
  llvm::Error timeInTurns(std::vector<const Built *> fit, const Inputs &inputs);
  llvm::Error timeTogether(llvm::ArrayRef<const Built *> fit,
                           const Inputs &inputs);

  const Program &program;
  const Kernel &kernel;
  const std::vector<Candidate> &candidates;
  const Options &options;
  ResultKeys keys;
  std::optional<Store> store;
  std::optional<PeerLibrary> peer;          ///< of -peer
  std::optional<WorkFolder> objects;        ///< that a search's drivers share
  std::vector<std::optional<Built>> built;  ///< as candidates are
  std::map<size_t, tune::Outcome> failures; ///< of a search's candidates
  Results results;
};

/// Runs the candidates on all matrices of \p options, prints the table and
/// writes the CSV; with -corpus verifies only. Findings go to stderr.
llvm::Expected<Outcome> runBenchmark(const Program &program,
                                     const std::vector<Candidate> &candidates,
                                     const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_BENCHMARK_H
