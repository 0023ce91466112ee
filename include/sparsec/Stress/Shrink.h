//===- Shrink.h - makes failing cases small ---------------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_SHRINK_H
#define SPARSEC_STRESS_SHRINK_H

#include "sparsec/Stress/Runner.h"

namespace sparsec::stress {

/// The steps that a failing case needs: those that were accepted, and the one
/// in which it failed.
std::vector<Step> neededSteps(const CaseRecord &record);

/// A case that fails in the same way with fewer steps and a smaller kernel,
/// found within \p seconds.
CaseRecord shrink(const CaseRecord &record, const RunnerOptions &options,
                  const std::string &folder, double seconds);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_SHRINK_H
