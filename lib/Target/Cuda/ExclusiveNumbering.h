//===- ExclusiveNumbering.h - instances that number themselves --*- C++ -*-===//
///
/// \file
/// Where C counts instances one after the other,
///
///     for (i ...) for (j ...) if (guard)  slot[total++] = key;
///
/// a GPU counts those of each iteration, adds the counts up, and then all
/// iterations run at once, each from the number on that it begins with:
///
///     starts[item] = instances of the item     a thread per item
///     exclusive scan of starts
///     int total = first + starts[item]; ...    a thread per item
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TARGET_CUDA_EXCLUSIVENUMBERING_H
#define SPARSEC_LIB_TARGET_CUDA_EXCLUSIVENUMBERING_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <functional>
#include <optional>
#include <string>

namespace sparsec {

/// A scalar that numbers the instances of a nest.
struct Numbering {
  std::string counter;
  ElementType type;        ///< of it
  bool onlyCounts = false; ///< nothing else is written
};

/// The scalar that \p loop raises by one for each instance of its actions,
/// where that is all that one iteration leaves to the next: an instance writes
/// what its number or its slot gives it. Nothing where there is more, such as
/// stamps of a thread.
std::optional<Numbering> numberingOf(const Program &program,
                                     const LoopNode &loop);

/// Calls \p visit on \p root and all below, but not on what actions became.
void visitWork(const LoopNode &root,
               const std::function<void(const LoopNode &)> &visit);

/// \p loop, which numbers its instances, with all loops in it marked: their
/// iterations may run at once when they know where they begin.
LoopNode withFreeLoops(LoopNode loop);

} // namespace sparsec

#endif // SPARSEC_LIB_TARGET_CUDA_EXCLUSIVENUMBERING_H
