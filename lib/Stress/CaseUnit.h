//===- CaseUnit.h - the C file of one case ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_CASEUNIT_H
#define SPARSEC_LIB_STRESS_CASEUNIT_H

#include "sparsec/Stress/Case.h"

#include <string>

namespace sparsec::stress {

/// What `int stress_run_kN(int task, void **arguments)` is asked for.
enum Task {
  RunSource,
  InspectAndExecute,
  UpdateAndExecute,
  Destroy,
};

/// Source and generated code of \p record with an entry point that takes one
/// pointer per parameter.
std::string caseUnit(const CaseRecord &record);
/// Whether the generated code has loops that run on threads or in lanes.
bool hasParallelLoops(const CaseRecord &record);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_CASEUNIT_H
