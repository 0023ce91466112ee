//===- ContractText.h - the contract's functions as text --------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H
#define SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H

#include "sparsec/PlanApi/ContractModel.h"

#include <string>

namespace sparsec {

/// "int spmv_inspect(spmv_plan **plan_out, int n, const int *index)"
std::string inspectPrototype(const ContractModel &model);
std::string updatePrototype(const ContractModel &model);
std::string executePrototype(const ContractModel &model);
std::string destroyPrototype(const ContractModel &model);

/// What a caller has to know about each, as `///` lines.
std::string inspectComment(const ContractModel &model);
std::string updateComment(const ContractModel &model);
std::string executeComment(const ContractModel &model);
std::string destroyComment(const ContractModel &model);

/// `struct spmv_plan { … };` with the typedef.
std::string planText(const ContractModel &model);

/// The definitions. Those that allocate can fail where a length is not known.
std::string checkText(const ContractModel &model);
llvm::Expected<std::string> inspectText(const ContractModel &model);
llvm::Expected<std::string> updateText(const ContractModel &model);
llvm::Expected<std::string> executeText(const ContractModel &model);
std::string destroyText(const ContractModel &model);

/// A call of \p function with \p operands in front of its own arguments.
LoopExpr callOf(const ContractFunction &function,
                std::vector<LoopExpr> operands, bool onStream = false);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_CONTRACTTEXT_H
