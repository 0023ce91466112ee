//===- Evaluation.h - what C evaluates of an expression ---------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_EVALUATION_H
#define SPARSEC_LOOPIR_EVALUATION_H

#include "sparsec/LoopIR/LoopExpr.h"

namespace sparsec {

/// Whether \p expr may fail where the source does not evaluate it: it loads,
/// divides or calls.
bool mayFail(const LoopExpr &expr);

/// Whether C evaluates operand \p number of \p expr only where the first one
/// says so.
bool isEvaluatedLazily(const LoopExpr &expr, size_t number);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_EVALUATION_H
