//===- CaseUnit.h - the C files of one case ---------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_CASEUNIT_H
#define SPARSEC_LIB_STRESS_CASEUNIT_H

#include "sparsec/Stress/Case.h"

#include <string>
#include <vector>

namespace sparsec::stress {

/// What `int stress_run_kN(int task, void **arguments, const size_t *bytes)` is
/// asked for; it returns the status of the last call.
enum Task {
  RunSource,
  InspectAndExecute,
  UpdateAndExecute,
  Destroy,
  DropIn,
  InspectOnly, ///< and -1 when it failed and left a plan
};

/// A file to be compiled; \p suffix decides the language.
struct UnitFile {
  std::string suffix, text;
};

/// Source and generated code of \p record with an entry point that takes one
/// pointer per parameter. CUDA is a file of its own, as C++.
std::vector<UnitFile> caseUnits(const CaseRecord &record);
/// Whether the generated code has loops that run on threads or in lanes.
bool hasParallelLoops(const CaseRecord &record);
/// Whether threads update elements that they share, atomically: isolated ones
/// lose updates that are right.
bool hasAtomicUpdates(const CaseRecord &record);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_CASEUNIT_H
