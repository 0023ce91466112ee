//===- Log.h - the trials of searches in a file -----------------*- C++ -*-===//
#ifndef SPARSEC_TUNE_LOG_H
#define SPARSEC_TUNE_LOG_H

#include "sparsec/Tune/Board.h"
#include "sparsec/Tune/Model.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec::tune {

/// An input with a number of threads: costs of trials are told apart by it.
struct LoggedInput {
  std::string name; ///< "stencil2d:30"
  int threads = 1;
  NamedValues features; ///< "matrix.rows", ..
};

/// 0 of none.
double geometricMean(llvm::ArrayRef<double> costs);

/// What a search is about.
struct LoggedSpace {
  /// Hash of all that outcomes depend on besides the point: source, recipe,
  /// compiler, flags, inputs, device, how it is timed.
  std::string key;
  std::string kernel, recipe;
  std::vector<Parameter> parameters;
  NamedValues fixed; ///< numbers that other params of the recipe have
  std::vector<LoggedInput> inputs;
};

struct LoggedTrial {
  Trial trial;
  /// Cost on each of the space's inputs, as they are; empty unless good.
  std::vector<double> costs;
};

/// A space, and the trials of all searches in it: the last one of a point
/// counts.
struct LoggedSearch {
  LoggedSpace space;
  std::map<size_t, LoggedTrial> trials; ///< by number
};

/// A file of JSON, an object a line, that is only added to:
///   {"search": KEY, "kernel": .., "recipe": .., "params": [{"name",
///   "values"}],
///    "fixed": {..}, "inputs": [{"name", "threads", "features": {..}}]}
///   {"trial": KEY, "values": [64, 2], "outcome": "good", "costs": [0.41]}
class Log {
public:
  using Warning = llvm::function_ref<void(const std::string &)>;

  /// What is in \p path, in the order of the searches. A line that was cut off,
  /// by a run that ended while it wrote, is left out and told to \p warn.
  /// Fails where there is anything else than searches.
  static llvm::Expected<std::vector<LoggedSearch>> read(const std::string &path,
                                                        Warning warn);
  /// The trials in \p path of \p space, in a file that is made unless it is
  /// there; later ones are added there. "": nothing is kept.
  static llvm::Expected<Log> open(const std::string &path,
                                  const LoggedSpace &space, Warning warn);

  /// Null: there is none.
  const LoggedTrial *find(size_t number) const;
  llvm::Error add(const LoggedTrial &trial);
  /// Knows of \p trial in this run, without a line in the file.
  void know(const LoggedTrial &trial) {
    search.trials[trial.trial.number] = trial;
  }

private:
  std::string path;
  LoggedSearch search;
};

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_LOG_H
