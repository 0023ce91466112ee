//===- FactConditions.h - conditions on parameters as C text ----*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H
#define SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// "n >= 0" for `[n] -> { : n >= 0 }`, for messages.
std::string conditionText(const isl::set &set);

/// The C condition that is true where the parameters are not in \p set,
/// `[n] -> { : }`.
llvm::Expected<std::string> violationText(Program program, const isl::set &set);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_FACTCONDITIONS_H
