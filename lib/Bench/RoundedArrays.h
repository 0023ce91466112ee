//===- RoundedArrays.h - what another order computes otherwise --*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_ROUNDEDARRAYS_H
#define SPARSEC_LIB_BENCH_ROUNDEDARRAYS_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec::bench {

/// What the loops compute in floating point, and integers that follow from it:
/// copies of inputs are none of these.
std::set<std::string> roundedArrays(const Program &program);

bool readsRounded(const Expr &value, const std::set<std::string> &rounded);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_ROUNDEDARRAYS_H
