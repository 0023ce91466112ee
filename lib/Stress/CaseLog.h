//===- CaseLog.h - what the process of a case has written -------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_CASELOG_H
#define SPARSEC_LIB_STRESS_CASELOG_H

#include "sparsec/Stress/Case.h"
#include "sparsec/Stress/Process.h"

namespace sparsec::stress {

/// Completes \p record by the log in \p folder and by how the process came to
/// its \p end.
void readCaseLog(CaseRecord &record, const std::string &folder,
                 const ProcessEnd &end);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_CASELOG_H
