//===- SharedLaunches.h - kernels that run beside each other ----*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_SHAREDLAUNCHES_H
#define SPARSEC_ANALYSIS_SHAREDLAUNCHES_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// The outermost loop on blocks or threads around \p statement: that of its
/// kernel; null for none.
const ScheduleTree *kernelRoot(const Program &program,
                               const std::string &statement);

/// Whether the kernels that the loops \p roots of \p program make may run at
/// once, in one launch: whatever one of them writes, no other one touches, but
/// for updates that both make atomically. \p hostLoops: the names of the loops
/// of which the launch is in one iteration. False unless all roots are members
/// of one sequence.
bool mayShareLaunch(const Program &program,
                    const std::vector<const ScheduleTree *> &roots,
                    const std::set<std::string> &hostLoops);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_SHAREDLAUNCHES_H
