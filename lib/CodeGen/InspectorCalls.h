//===- InspectorCalls.h - runtime calls of inspectors -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_CODEGEN_INSPECTORCALLS_H
#define SPARSEC_LIB_CODEGEN_INSPECTORCALLS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// \p program with the holes in its actions' lines filled that stand for
/// storage rather than for values:
///     {size:a}    elements of array a, as C text of 64 bits
///     {block:a}   elements of a per position (all extents but the first)
/// and with the lines of each Allocate.
llvm::Expected<Program> withStorage(Program program);

} // namespace sparsec

#endif // SPARSEC_LIB_CODEGEN_INSPECTORCALLS_H
