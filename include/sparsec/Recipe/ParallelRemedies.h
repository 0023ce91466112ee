//===- ParallelRemedies.h - what would make a loop parallel -----*- C++ -*-===//
#ifndef SPARSEC_RECIPE_PARALLELREMEDIES_H
#define SPARSEC_RECIPE_PARALLELREMEDIES_H

#include "sparsec/IR/Program.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsec {

/// What would let `parallel(statement, loop)` pass, as a refused step of a
/// recipe tells: a command before it or a fact, each of which was tried. Empty
/// where nothing was found, or where the step is accepted. \p hasCode: whether
/// code can be made of a program.
std::vector<std::string>
remediesForParallel(const Program &program, const std::string &statement,
                    const std::string &loop,
                    std::function<bool(const Program &)> hasCode);

} // namespace sparsec

#endif // SPARSEC_RECIPE_PARALLELREMEDIES_H
