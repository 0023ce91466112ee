//===- Interpretation.h - a case without a C compiler -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_INTERPRETATION_H
#define SPARSEC_LIB_STRESS_INTERPRETATION_H

#include "sparsec/IR/Program.h"
#include "sparsec/Stress/Case.h"

#include <string>

namespace sparsec::stress {

struct Interpretation {
  enum class Result { Same, Different, NotInterpreted };
  Result result = Result::Same;
  /// What differs, on which inputs and after which pass; or what is not
  /// interpreted.
  std::string details;
};

/// Interprets \p source and \p program, which steps made of it, on inputs of
/// each shape and compares what they compute; parallel loops in some order.
/// Thorough cases are interpreted as they are after each pass.
Interpretation interpretCase(const CaseRecord &record, const Program &source,
                             const Program &program);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_INTERPRETATION_H
