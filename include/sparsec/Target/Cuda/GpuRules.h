//===- GpuRules.h - rules of the user, checked on a GPU ---------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_GPURULES_H
#define SPARSEC_TARGET_CUDA_GPURULES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"

#include <string>
#include <vector>

namespace sparsec {

/// A rule as statements of one thread, which has a value of the first variable.
struct GpuRule {
  /// What a violation says: the format of a message about the fact and that
  /// many values, which report[1 ..] gives; report[0] is its number, from 1.
  struct Report {
    std::string format;
    size_t values;
  };
  const Program &program; ///< with the variables as parameters
  const LoopExpr &factName;
  const std::vector<std::string> &variables;
  /// The function's parameters: which value it is, and where to report.
  const std::string &item, &report;
  /// Returns \c item where the rule is violated.
  std::vector<LoopNode> body;
  LoopExpr first, end; ///< bounds of the first variable, for the host
  std::vector<Report> reports;
};

struct GpuRuleCheck {
  /// Its function looks at one value of the first variable:
  ///
  ///     struct NAME {
  ///       const int *index; int n; ...      what the body reads
  ///       __device__ long long at(long long item, long long *report) const;
  ///     };
  LoopStruct type;
  /// Statements of the host that set `status`, before checksWithFetches
  /// (GpuFetch.h).
  std::vector<LoopNode> nodes;
};

/// The check of \p rule by a structure \p name.
GpuRuleCheck checkOnGpu(GpuRule rule, const std::string &name);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_GPURULES_H
