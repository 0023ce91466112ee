//===- Recipe.h - runs a Lua recipe on a Program ----------------*- C++ -*-===//
#ifndef SPARSEC_RECIPE_RECIPE_H
#define SPARSEC_RECIPE_RECIPE_H

#include "sparsec/Analysis/StepReport.h"
#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/CodeWarning.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A tunable that the recipe declared with `param(name, value, {candidates})`.
struct Tunable {
  std::string name;
  long value = 0;
  /// Instead of `value`: of one that is a string, such as a file's name.
  std::optional<std::string> text = std::nullopt;
  std::vector<long> candidates;
};

struct RecipeResult;

/// A step that was applied, or a fact that was stated.
struct DoneStep {
  size_t number;    ///< in RecipeResult::steps, from 1
  std::string name; ///< `tile`
  std::string call; ///< `tile(S0, "k", 32)`
  const Program &after;
  /// Where the recipe, or what it took in with use(), calls it.
  struct Place {
    llvm::StringRef file, fileText;
    unsigned line, column; ///< from 1
    /// `ell.script:4:1`
    std::string text() const;
  } place;
  bool isTransform;
  /// Empty unless RecipeOptions::wantsReports.
  const StepReport &report;
};

struct RecipeOptions {
  std::string file;
  /// What target() says: the code will be "c" (also OpenMP) or "cuda".
  std::string target = "c";
  /// -set K=V
  std::map<std::string, std::string> settings;
  /// Called after each step (-print-after, -dump-dir, -explain).
  std::function<void(const DoneStep &)> afterStep;
  /// Ask for what was checked of each step, and by which facts: takes longer.
  bool wantsReports = false;
  /// Look for what would make a refused step legal: takes longer.
  bool wantsRemedies = true;
  /// Statements of free orders say which iteration they are of (IR/Visits.h):
  /// not for use, but to learn the order of a plan.
  bool tellsVisits = false;
  /// Makes code of a result, and tells of what the recipe's author should know;
  /// warnings and failures are reported at the steps that they come from.
  /// Called once all steps are done, and, without a sink, to find such a step.
  std::function<llvm::Error(const RecipeResult &, const WarningSink &)> emit;
  /// Bytes of Lua memory and millions of Lua instructions allowed.
  size_t memoryLimit = size_t{256} << 20;
  unsigned instructionLimit = 200;
  /// Where print() and diagnostics go; null: standard output and error.
  llvm::raw_ostream *printed = nullptr;
  llvm::raw_ostream *diagnostics = nullptr;
};

struct RecipeResult {
  Program program;
  std::vector<std::string> steps; ///< as called: `tile(S0, "k", 32)`
  std::vector<Tunable> tunables;
  /// The recipe and what it took in with use(), for depfiles.
  std::vector<std::string> files;
  /// Hash of their texts and of the settings, for the output's first lines.
  std::string hash;
  /// Of loops, marks and where values are kept.
  enum class Change {
    None,   ///< no step changed any
    Undone, ///< steps did, and all is as it was
    Unused, ///< what they make for _execute, it does not use
    Some,
  };
  Change change = Change::None;
  /// The free orders that were stated, in order, and the loops around them.
  struct FreedLoops {
    FreeOrder order;
    ScheduleTree tree;
  };
  std::vector<FreedLoops> freed;
};

/// Runs the recipe on \p input. On error the diagnostics have been printed to
/// stderr through llvm::SourceMgr (file:line:column, step, live loops,
/// suggestion) and the error's text is a one-line summary.
llvm::Expected<RecipeResult> runRecipe(const Program &input,
                                       const RecipeOptions &options);

} // namespace sparsec

#endif // SPARSEC_RECIPE_RECIPE_H
