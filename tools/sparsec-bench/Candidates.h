//===- Candidates.h - generated code to be run ------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_CANDIDATES_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_CANDIDATES_H

#include "Options.h"

#include "sparsec/Bench/Kernel.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/IR/SourceForms.h"
#include "sparsec/Tune/Model.h"

namespace sparsec::bench {

/// Where a recipe leaves the order of iterations open: what tells it.
struct OrderTeller {
  std::vector<FreeOrder> orders; ///< of the source's loops
  /// The recipe's program, whose statements tell their iterations, and its
  /// file.
  Program program;
  std::string text;
  GeneratedInterface interface;
};

/// One generated version of the kernel.
struct Candidate {
  std::string label;                 ///< "bcsr.script R=2"
  std::string recipe;                ///< "bcsr.script"
  std::vector<std::string> settings; ///< "R=2", empty unless tuned
  std::string text;                  ///< the generated file
  GeneratedInterface interface;
  /// What the recipe has made; nothing of a file.
  std::optional<Program> program = std::nullopt;
  std::optional<OrderTeller> teller = std::nullopt;
  std::vector<ParamValue> params = {}; ///< of the recipe, all of them
  std::string recipeHash = {};         ///< of its text and params
};

/// A recipe whose params are to be searched.
struct TunedRecipe {
  std::string file;
  std::string hash; ///< of its text and its params as they are without -tune
  std::vector<tune::Parameter> parameters; ///< without those of -set
  tune::NamedValues fixed;                 ///< numbers that the others have
  /// Of the code it makes as it is, and of the GPU if that runs on one.
  std::string codeHash;
};

/// Makes candidates one by one.
class CandidateMaker;
class CandidateSource {
public:
  /// Everything is referred to.
  CandidateSource(Program &source, const SourceForms &forms,
                  const Options &options);
  ~CandidateSource();

  /// Runs \p recipe as it is, adds what it states of arguments to the source,
  /// and tells its params.
  llvm::Expected<TunedRecipe> open(const std::string &recipe);
  /// Fails where the recipe refuses \p settings ("T=64"), with a sentence, or
  /// states facts that open() has not seen.
  llvm::Expected<Candidate> make(const std::string &recipe,
                                 const std::vector<std::string> &settings);

private:
  std::unique_ptr<CandidateMaker> maker;
};

/// Runs the recipes of \p options on \p source, or reads the file of -against;
/// with -tune one candidate per combination of the params' candidates. Facts
/// that the recipes declare with known() are added to \p source: the inputs
/// have to satisfy them; \p forms are those of its text. Diagnostics of sources
/// and recipes have been printed when it fails.
llvm::Expected<std::vector<Candidate>> makeCandidates(Program &source,
                                                      const SourceForms &forms,
                                                      const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_CANDIDATES_H
