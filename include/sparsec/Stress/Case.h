//===- Case.h - one kernel with one composition -----------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_CASE_H
#define SPARSEC_STRESS_CASE_H

#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/Kernel.h"
#include "sparsec/Stress/StepMaker.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::stress {

enum class Verdict {
  Accepted, ///< as many steps as intended had an effect; the result computes
            ///< what the source computes
  Refused,  ///< cleanly: the source, too many steps, or code generation
  Wrong,    ///< another result, a stray write, code that does not compile
  Crashed,  ///< a signal, an internal error, no answer, an unclean refusal
};

struct StepRecord {
  enum class Fate { Accepted, NoEffect, Refused };
  Step step;
  Fate fate = Fate::Accepted;
  std::string why; ///< the refusal
};

/// What happened to one case.
struct CaseRecord {
  uint64_t seed = 0, number = 0;
  Kernel kernel;
  unsigned intended = 0; ///< steps with an effect that were to be composed
  std::string focus;     ///< the transformation to be drawn mostly, or ""
  std::string wish;      ///< one to be drawn until it is accepted, or ""
  bool allowsReassociation = false; ///< the recipe says so
  bool onGpu = false;               ///< CUDA, which is emulated
  bool inspectsOnGpu = false;
  /// The shape of inputs whose values steps may take for known.
  unsigned knownShape = 0;
  /// Checks that take long are made of a share of the cases.
  bool isThorough = false;
  /// Source and result are interpreted; then only those cases are compiled that
  /// `isCompiled`, and those of which the interpreter knows nothing.
  bool isInterpreted = false, isCompiled = true;
  /// What the interpreter does not know; "" for nothing.
  std::string unknown;
  /// Compositions that were interpreted: the case's own, and those of its first
  /// steps.
  long compared = 0;
  std::vector<StepRecord> steps;
  /// Processor time in milliseconds: "draw", "step", "emit", "compile", "run".
  std::map<std::string, long> times;
  /// The generated C or CUDA; empty when there is none to be run.
  std::string generated;
  /// Of thorough cases: the file that stands alone, its header, and what CUDA
  /// output leaves in C.
  std::string whole, header, rest;
  Verdict verdict = Verdict::Accepted;
  /// What kind of failure ("different result", "signal"), and the details.
  std::string kind, why;

  /// The function's name in source and generated code.
  std::string name() const { return "k" + std::to_string(number); }
  unsigned count(StepRecord::Fate fate) const;
  bool uses(const std::string &transform) const {
    return llvm::any_of(steps, [&](const StepRecord &record) {
      return record.step.transform == transform &&
             record.fate != StepRecord::Fate::Refused;
    });
  }
  /// Whether \p inputs are worth a run: make_dense tries all positions, of
  /// which thousands of rows have more than the time of a case allows.
  bool isAffordable(const Inputs &inputs) const {
    return inputs.sizes.at("n") <= 64 || !uses("make_dense");
  }
  /// Whether a C compiler is still to be asked.
  bool needsCompiler() const {
    return isCompiled || !isInterpreted || !unknown.empty() || failed();
  }
  /// Whether as many steps as intended were accepted and had an effect.
  bool isComplete() const {
    return count(StepRecord::Fate::Accepted) >= intended;
  }
  /// Whether sums may be added up in another order than the source's; else the
  /// generated code computes the same bits.
  bool mayRound() const;
  bool failed() const {
    return verdict == Verdict::Wrong || verdict == Verdict::Crashed;
  }
  void fail(Verdict how, const std::string &what, const std::string &details) {
    verdict = how;
    kind = what;
    why = details;
  }
};

/// The lines of a recipe; in front of every one room for padding, finite
/// inputs, and what \p record allows.
std::string recipeText(const CaseRecord &record,
                       const std::vector<Step> &steps);

/// Parses some kernel in this process, with its files in \p folder: children
/// then know what headers declare.
void readHeaders(const std::string &folder);

/// Composes in a child process, so that no crash and no endless loop ends this
/// one: parses \p record's kernel, applies \p steps until one is refused, or
/// random ones when there are none, and generates code. Files go to \p folder.
void compose(CaseRecord &record, const std::optional<std::vector<Step>> &steps,
             const std::string &folder);

/// While set, the legality checker accepts whatever it is asked: of every step,
/// or of those of the kind that a case is focused on.
void setUnchecked(bool unchecked);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_CASE_H
