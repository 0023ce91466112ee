//===- RuntimeCalls.h - calls of the runtime itself -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_RUNTIMECALLS_H
#define SPARSEC_LIB_INTERPRETER_RUNTIMECALLS_H

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/Interpreter/Trace.h"

namespace sparsec {

/// Calls the host's \p function, none of the source, the version for indices of
/// 64 bits where \p isWide; \p isTwin: what the GPU's does besides is done,
/// too. The number that it returns; throws Fault where it fails.
long long callRuntime(const RuntimeFunction &function, bool isWide, bool isTwin,
                      const std::vector<Passed> &arguments);

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_RUNTIMECALLS_H
