//===- Replay.h - the source's loops in a plan's order ----------*- C++ -*-===//
///
/// \file
/// Results of a recipe with any_order() are those of the source's loops in
/// another order, bit by bit. Which order that is, the recipe's own program
/// tells, whose statements name their iterations (IR/Visits.h); then the
/// source's loops run through the list of these iterations.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_BENCH_REPLAY_H
#define SPARSEC_BENCH_REPLAY_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec::bench {

/// The list of values of loop \p loop, counted from the outermost one, in the
/// order \p number; the number of iterations in it.
std::string orderName(size_t number, unsigned loop);
std::string visitsName(size_t number);

/// \p source with one loop over a list of iterations in place of the loops of
/// each of \p orders: `i = orderName(0, 0)[t]`, `t < visitsName(0)`. The lists
/// are arrays of the result, the numbers parameters.
Program inOrder(const Program &source, const std::vector<FreeOrder> &orders);

/// Declarations of them in a function of the driver, and of what gives them.
std::string orderLists(const std::vector<FreeOrder> &orders);
inline constexpr const char *listDeclarations =
    "long long bench_visits(int order);\n"
    "const long long *bench_visited(int order, int loop);\n\n";

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_REPLAY_H
