//===- ThreadStorage.h - which elements threads have in memory --*- C++ -*-===//
///
/// \file
/// Questions about arrays of threads that `partition_storage` has divided
/// (Array::partition). Kernels get their memory in KernelStorage.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_THREADSTORAGE_H
#define SPARSEC_LOOPIR_THREADSTORAGE_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// The partition of \p array; null for arrays that have none.
const Partition *partitionOf(const Program &program, const std::string &array);

/// The position in C's order of \p element, `x[2][3]`, of an array of
/// \p dimensions; nothing unless all of them are numbers.
std::optional<long> positionOf(const LoopExpr &element,
                               const std::vector<LoopExpr> &dimensions);

/// Whether the element at \p position is in a register.
bool isInRegister(const Partition &partition, long position);

/// Elements of an array of \p dimensions, which are numbers.
long elementsOf(const std::vector<LoopExpr> &dimensions);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_THREADSTORAGE_H
