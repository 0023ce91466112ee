//===- AskedLengths.h - lengths that a plan has to know ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_ASKEDLENGTHS_H
#define SPARSEC_LIB_PLANAPI_ASKEDLENGTHS_H

#include "sparsec/PlanApi/Emit.h"

namespace sparsec {

/// \p program with inspectors for the lengths that its plan asks for and that
/// no fact tells, where index arrays do.
Program withAskedLengths(Program program, const CodeGenOptions &options);

/// \p error, or, where a length of \p program is not known, all lengths that
/// its plan asks for and that are not known.
llvm::Error withAllUnknown(llvm::Error error, const Program &program,
                           const CodeGenOptions &options);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_ASKEDLENGTHS_H
