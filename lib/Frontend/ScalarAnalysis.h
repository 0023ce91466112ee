//===- ScalarAnalysis.h - private and live-out local scalars ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SCALARANALYSIS_H
#define SPARSEC_LIB_FRONTEND_SCALARANALYSIS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Sets privateDepth and liveOut of \p program's local scalars.
void analyzeScalars(Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SCALARANALYSIS_H
