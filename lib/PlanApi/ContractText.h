//===- ContractText.h - the contract's functions ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H
#define SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H

#include "sparsec/PlanApi/ContractModel.h"

#include <string>

namespace sparsec {

/// What a caller has to know about each, as `///` lines.
std::string inspectComment(const ContractModel &model);
std::string updateComment(const ContractModel &model);
std::string executeComment(const ContractModel &model);
std::string destroyComment(const ContractModel &model);

/// `struct spmv_plan { … };`
LoopStruct planStruct(const ContractModel &model);

/// The check of the arguments; there has to be something to check.
LoopFunction checkFunction(const ContractModel &model);
LoopFunction gpuCheckFunction(const ContractModel &model);
/// Those that allocate can fail where a length is not known.
llvm::Expected<LoopFunction> inspectFunction(const ContractModel &model);
llvm::Expected<LoopFunction> updateFunction(const ContractModel &model);
llvm::Expected<LoopFunction> executeFunction(const ContractModel &model);
LoopFunction destroyFunction(const ContractModel &model);

/// A call of \p function with \p operands in front of its own arguments.
LoopExpr callOf(const ContractFunction &function,
                std::vector<LoopExpr> operands, bool onStream = false);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H
