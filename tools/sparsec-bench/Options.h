//===- Options.h - the command line of sparsec-bench ------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_OPTIONS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_OPTIONS_H

#include "sparsec/Matrix/Matrix.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::bench {

struct Options {
  std::string source, function;
  std::string sourceText; ///< C in place of the file; "" for none
  std::vector<std::string> recipes;
  std::string against; ///< a generated file instead of recipes
  /// -matrix and -generate in order: {is a generator's text, path or text}.
  std::vector<std::pair<bool, std::string>> matrices;
  std::map<std::string, std::string> values, arrays, settings;
  std::vector<std::string> facts; ///< -known
  bool assume = false;            ///< take rules as given
  std::vector<int> threads;
  std::string csv, keep, emitDriver;
  std::string plot;   ///< where a drawing goes
  std::string store;  ///< where results are kept
  bool reuse = false; ///< and taken from
  std::string write;  ///< where a made matrix goes; nothing is run then
  std::string peer;   ///< "cusparse", "mkl", "librsb" or none
  std::string nvcc = "nvcc";
  std::string gpuArchitecture = "native";
  std::string compiler = "gcc";
  std::vector<std::string> compilerFlags = {"-O3", "-march=native"};
  std::vector<std::string> libraries;
  std::vector<std::string> clangArguments;
  MatrixShape shape; ///< -corpus-sorted …
  double seconds = 0.2;
  double runs = 0;   ///< executions that an inspection is for; 0: uncounted
  double budget = 0; ///< seconds for all candidates; 0: no limit
  /// How params are searched, a name of Tune/Strategies.def; "": not at all, or
  /// with `tune` all combinations are timed in turns.
  std::string strategy;
  size_t trials = 0;        ///< at most, for each recipe; 0: as is usual
  unsigned seed = 1;        ///< of the search
  unsigned searches = 1;    ///< that are replayed, with seeds from there on
  double trialTimeout = 60; ///< seconds to compile, and to verify, a candidate
  unsigned jobs = 0;        ///< compilers at once; 0: one for each processor
  std::string log;          ///< where trials are kept, and taken from
  std::string model;        ///< in place of that beside the recipe
  std::string replay;       ///< a log that answers; nothing is run then
  bool corpus = false, tune = false, sanitize = false, progress = false;
  bool exact = false;
  /// -corpus without a compiler.
  bool interpret = false;
  /// What to try instead of valid inputs: see lib/Bench/driver/faults.c.
  bool failAllocations = false, corrupt = false;
  bool hasFaults() const { return failAllocations || corrupt; }
  /// Whether nothing is timed.
  bool onlyVerifies() const { return corpus || hasFaults(); }
  bool hasHostPeer() const { return peer == "mkl" || peer == "librsb"; }
  /// Run CUDA kernels on the host.
  bool emulate = false;
  std::string target; ///< "c", "cuda" or none; see recipeTarget
  bool help = false, version = false;
  std::string shell; ///< whose completion is asked for; "" for none
  std::string commandLine;

  /// What target() says to recipes: -target or, without it, "cuda" where
  /// another option is for CUDA kernels.
  std::string recipeTarget() const;

  /// The files that the command line says to read.
  std::vector<std::string> inputs() const;
};

/// Fails with what is wrong with the command line (exit code 2).
llvm::Expected<Options> parseOptions(int argc, char **argv);

/// The text of -help.
std::string helpText();

/// What \p shell reads to complete the options.
void printCompletion(llvm::raw_ostream &out, llvm::StringRef shell);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_OPTIONS_H
