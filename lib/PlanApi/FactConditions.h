//===- FactConditions.h - what conditions on parameters ask -----*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H
#define SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// "n >= 0" for `[n] -> { : n >= 0 }`, for messages.
std::string conditionText(const isl::set &set);

/// What is left of \p set, `[n] -> { : }`, where parameters are what their
/// types can hold: unsigned ones are not negative. Those of 8 bytes may be,
/// once they are long long.
isl::set gistOfTypes(const Program &program, const isl::set &set);

/// What is true where the parameters are not in \p set, `[n] -> { : }`.
llvm::Expected<LoopExpr> violationOf(Program program, const isl::set &set);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H
