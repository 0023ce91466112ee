//===- Record.h - writes down what a check proves ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_RECORD_H
#define SPARSEC_LIB_ANALYSIS_RECORD_H

#include "UninterpretedFunctionSolver.h"

#include "sparsec/Analysis/StepReport.h"

#include "llvm/ADT/Twine.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Texts of facts from which none can be left out so that something is proved.
/// Those of one pragma stand and fall together.
using FactTexts = std::vector<std::string>;
/// \p program without the facts \p texts.
Program without(const Program &program, const FactTexts &texts);
/// Leaves out one fact of \p program after the other, where
/// `suffices(those left out)`.
FactTexts
neededFacts(const Program &program,
            const std::function<bool(const FactTexts &leftOut)> &suffices);
/// The facts behind \p facts, which has proved \p points empty.
FactTexts witnessesOf(const UninterpretedFunctionSolver &facts,
                      const isl::set &points);

/// What one check proves. The facts behind each proof are looked for only when
/// the check is over, since it runs under a limit of isl's operations.
class Record {
public:
  /// Nothing is written down when \p report is null.
  Record(StepReport *report, std::string name);
  /// Whether what is taken down is of use.
  bool isRead() const { return report; }
  /// The check was passed.
  void finish();

  /// Takes down what \p facts will prove.
  void watch(UninterpretedFunctionSolver &facts);
  void comparesPairs(size_t count) { check.pairs += unsigned(count); }
  void note(const llvm::Twine &text);
  /// Takes down what \p facts says the check relies on.
  void relies(const std::function<FactTexts()> &facts);

private:
  friend class UninterpretedFunctionSolver;
  void isProved(const UninterpretedFunctionSolver &facts,
                const isl::set &points);

  StepReport *report;
  StepReport::Check check;
  std::vector<std::pair<UninterpretedFunctionSolver, isl::set>> proved;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_RECORD_H
