//===- ThreadRun.h - generated code on real threads -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_THREADRUN_H
#define SPARSEC_LIB_STRESS_THREADRUN_H

#include "sparsec/Stress/Runner.h"

namespace sparsec::stress {

/// Whether threads of \p record wait for each other, which no emulation of one
/// thread after the other shows.
bool hasWaitingThreads(const CaseRecord &record);

/// Runs \p record's code, whose unit is the file \p unit, on four threads under
/// ThreadSanitizer (threads/threads.c), on the square and the large inputs.
/// Sets the verdict when a race is found or a result differs.
void runOnThreads(CaseRecord &record, const RunnerOptions &options,
                  const std::string &unit);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_THREADRUN_H
