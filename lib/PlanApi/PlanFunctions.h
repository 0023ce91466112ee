//===- PlanFunctions.h - the contract's functions ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_PLANFUNCTIONS_H
#define SPARSEC_LIB_PLANAPI_PLANFUNCTIONS_H

#include "sparsec/PlanApi/PlanInterface.h"
#include "sparsec/Support/GeneratedText.h"

#include <string>

namespace sparsec {

/// What a caller has to know about each, as `///` lines.
std::string inspectComment(const PlanInterface &model);
std::string updateComment(const PlanInterface &model);
std::string executeComment(const PlanInterface &model);
std::string destroyComment(const PlanInterface &model);

/// Arguments of inspection whose contents must not change while the plan is in
/// use: those that _update does not refresh.
std::vector<std::string> frozenContents(const PlanInterface &model);
/// What _update takes new values of: arguments, and members ("A->val").
std::vector<std::string> refreshed(const PlanInterface &model);

/// `struct spmv_plan { … };`
LoopStruct planStruct(const PlanInterface &model);

/// The check of the arguments; there has to be something to check.
LoopFunction checkFunction(const PlanInterface &model);
LoopFunction gpuCheckFunction(const PlanInterface &model);
/// Those that allocate can fail where a length is not known.
llvm::Expected<LoopFunction> inspectFunction(const PlanInterface &model);
llvm::Expected<LoopFunction> updateFunction(const PlanInterface &model);
llvm::Expected<LoopFunction> executeFunction(const PlanInterface &model);
LoopFunction destroyFunction(const PlanInterface &model);

/// A call of \p function with \p operands in front of its own arguments.
LoopExpr callOf(const PlanFunction &function, std::vector<LoopExpr> operands,
                bool onStream = false);

/// The file of emitC with the plan \p model, which targetInterfaceOf has made
/// of
/// \p program.
llvm::Expected<GeneratedText> outputFile(const PlanInterface &model,
                                         const Program &program,
                                         const CodeGenOptions &options);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PLANFUNCTIONS_H
