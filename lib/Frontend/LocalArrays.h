//===- LocalArrays.h - arrays that serve one iteration ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOCALARRAYS_H
#define SPARSEC_LIB_FRONTEND_LOCALARRAYS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Makes local arrays of \p program that are declared outside loops private to
/// an iteration that sets all that it reads.
void analyzeLocalArrays(Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOCALARRAYS_H
