//===- InspectorCalls.h - runtime calls of inspectors -----------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_INSPECTORCALLS_H
#define SPARSEC_LOWERING_INSPECTORCALLS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// \p program with the holes in its actions' lines filled that stand for
/// storage rather than for values:
///     {size:a}    elements of array a, as C text of 64 bits
///     {block:a}   elements of a per position (all extents but the first)
/// and with the lines of each Allocate. Where inspectors run on the GPU arrays
/// are there, and what is measured and marked is so by threads.
llvm::Expected<Program> withStorage(Program program);

/// The call that gives \p target, the plan's field or a local for \p array, its
/// memory on the GPU; arrays with an initial value, which then is 0, start so.
std::string gpuAllocation(const Array &array, const std::string &target,
                          const std::string &elements,
                          const std::string &limit);

} // namespace sparsec

#endif // SPARSEC_LOWERING_INSPECTORCALLS_H
