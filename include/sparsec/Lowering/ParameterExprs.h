//===- ParameterExprs.h - computations of arguments alone -------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_PARAMETEREXPRS_H
#define SPARSEC_LOWERING_PARAMETEREXPRS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// \p expr, `{ [] }`, as a guard of the program is: of scalar arguments,
/// pointers and numbers; \p known, `{ : }`, holds where it is computed.
llvm::Expected<LoopExpr> lowerParameterExpr(const Program &program,
                                            const Expr &expr,
                                            const isl::set &known);

} // namespace sparsec

#endif // SPARSEC_LOWERING_PARAMETEREXPRS_H
