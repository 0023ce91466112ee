//===- KernelLists.h - lists of nodes inside kernels ------------*- C++ -*-===//
///
/// \file
/// The walk of passes that change neighbouring nodes of kernels by what they
/// know of divisors and of what the kernel writes.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_KERNELLISTS_H
#define SPARSEC_LIB_LOOPPASSES_KERNELLISTS_H

#include "sparsec/LoopIR/Divisors.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Calls \p visit with each list of nodes in the kernels among \p nodes, inner
/// lists first, what is known of divisors there, and the names that assignments
/// of the kernel around set.
void forEachKernelList(
    std::vector<LoopNode> &nodes, const Divisors &known,
    const std::function<void(std::vector<LoopNode> &, const Divisors &,
                             const std::set<std::string> &written)> &visit);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_KERNELLISTS_H
