//===- RuleChecks.h - rules of the user as run-time checks ------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_RULECHECKS_H
#define SPARSEC_LIB_PLANAPI_RULECHECKS_H

#include "sparsec/Target/Cuda/GpuRules.h"

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Sets `status` when \p fact, a rule, does not hold: loops over its variables,
/// outermost first as written. \p factName is the variable with its text. An
/// error where they could take more than linear time: the first variable ranges
/// over what the premise or the arrays' lengths say, each other one over an
/// interval that index arrays give for those before.
llvm::Expected<std::vector<LoopNode>>
ruleCheck(const Program &program, const Fact &fact, const LoopExpr &factName);

/// The same for arrays on the GPU. \p name is free in the file.
llvm::Expected<GpuRuleCheck> gpuRuleCheck(const Program &program,
                                          const Fact &fact,
                                          const LoopExpr &factName,
                                          const std::string &name);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_RULECHECKS_H
