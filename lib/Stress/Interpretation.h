//===- Interpretation.h - a case without a C compiler -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_INTERPRETATION_H
#define SPARSEC_LIB_STRESS_INTERPRETATION_H

#include "sparsec/IR/Program.h"
#include "sparsec/Interpreter/Memory.h"
#include "sparsec/Stress/Case.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::stress {

struct Interpretation {
  enum class Result { Same, Different, NotInterpreted };
  Result result = Result::Same;
  /// What differs, on which inputs and after which pass; or what is not
  /// interpreted.
  std::string details;
};

/// The source on one input.
struct SourceRun {
  Inputs inputs;
  Memory results;
  std::string problem; ///< why there are none; "" where there are
  /// Steps may take the values of these inputs for known.
  bool isKnown = false;
};

/// Compares what steps make of one source with it.
class CaseInterpreter {
public:
  /// \p source has to live as long.
  explicit CaseInterpreter(const Program &source) : source(source) {}

  /// Interprets \p program, made by the steps of \p made, on inputs of each
  /// shape but the large one; iterations, blocks and threads in some order.
  /// Thorough: as it is after each pass.
  Interpretation compare(const CaseRecord &made, const Program &program,
                         bool isThorough);

private:
  const std::vector<SourceRun> &runsFor(const CaseRecord &made);

  const Program &source;
  /// By whether values have fractions.
  std::map<bool, std::vector<SourceRun>> runs;
};

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_INTERPRETATION_H
