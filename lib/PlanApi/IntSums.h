//===- IntSums.h - what is added to constants in int ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_INTSUMS_H
#define SPARSEC_LIB_PLANAPI_INTSUMS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Parameters and index arrays whose values are added to constants in int, so
/// that these must be further than maxOffset (IR/Widths.h) from INT_MAX: `n`
/// in `(n + 4095) / 4096`, `index` in `index[i + 1] - index[i] + 31`. Not those
/// that cannot overflow, as `i + 1` where `i < n`.
std::set<std::string> namesInIntSums(const std::vector<LoopNode> &nodes);

/// \p program, but its context says that the arguments among \p names are
/// within maxOffset of no end of int, and a declared fact says so of the last
/// element of an index array.
Program withIntLimits(Program program, const std::set<std::string> &names);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_INTSUMS_H
