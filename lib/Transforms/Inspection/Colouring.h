//===- Colouring.h - iterations that share no element -----------*- C++ -*-===//
///
/// \file
/// `parallel` with `updates = "colour"`:
///
///     for e                         for c in [0, colours)
///       f[a[e]] += ..         =>      for p in [places[c], places[c + 1])
///                                       f[a[perm[p]]] += ..   // parallel
///
/// Iterations of one colour update no element together: an inspector lists the
/// elements that each iteration updates, and gives each the least colour that
/// no earlier one has with which it shares one (sparsec/colour.h).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_COLOURING_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_COLOURING_H

#include "sparsec/IR/Step.h"
#include "sparsec/Transforms/Transform.h"

namespace sparsec {

/// The loop of \p args in colours, of which each runs in parallel, \p schedule
/// as OpenMP has it.
llvm::Expected<StepResult> colouredLoop(const Program &program,
                                        const Arguments &args,
                                        const std::string &schedule);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_COLOURING_H
