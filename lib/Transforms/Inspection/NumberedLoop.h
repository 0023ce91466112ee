//===- NumberedLoop.h - a loop whose order an inspector finds ---*- C++ -*-===//
///
/// \file
/// What the steps share that let an inspector choose the order of a loop's
/// iterations: the statements in it, and how its iterations are numbered.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_NUMBEREDLOOP_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_NUMBEREDLOOP_H

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/IR/Step.h"
#include "sparsec/Transforms/LoopNest.h"

#include <string>
#include <vector>

namespace sparsec {

struct NumberedLoop {
  /// A statement in the loop, over its loop values.
  struct Inside {
    std::string name;
    LoopNest nest;
    unsigned depth = 0; ///< the dimension of the nest that is the loop
  };
  std::vector<Inside> insides;
  IterationRange range;
  /// The count wherever there is an iteration, without a case for none: an
  /// upper bound of what lists of iterations hold.
  isl::pw_aff end;
  ElementType indexType = ElementType::int32();

  const Inside &inside(const std::string &statement) const;
};

/// The loop \p loop around \p statement. Fails where its iterations cannot be
/// numbered, or a statement cannot be moved.
llvm::Expected<NumberedLoop> numberedLoop(const Program &program,
                                          const std::string &statement,
                                          const std::string &loop);

/// The loop around \p loop that says where its step starts, as c does in
/// `for (i = c; i < n; i += 2)`; "" where all iterations of the loops around it
/// have the same numbers.
std::string startedBy(const NumberedLoop &loop);

/// The map `{ X[.., place, ..] -> S[old] }` of \p made, which runs the
/// iterations of \p loop that the array \p perm lists by their numbers; \p map:
/// `{ X[..] -> R[nest] }`. Statement \p lister of the inspector lists them, in
/// an order that the dimension \p at of \p made runs through; where in the list
/// an instance may be is for the caller to say.
InstanceMap permutedInstances(const Program &program,
                              const NumberedLoop::Inside &inside,
                              const std::string &loop, const Statement &made,
                              const isl::pw_multi_aff &map,
                              const std::string &perm, unsigned at,
                              const std::string &lister);

/// \p made without conditions that the numbers in \p perm satisfy anyway: they
/// are iterations of the loop. \p number: `{ X[..] -> [perm(place)] }`.
void dropListedBounds(Statement &made, const IterationRange &range,
                      const isl::pw_aff &number, const Program &program);

/// \p perm is a permutation of [0, count): its elements were listed, and
/// sorted.
void addPermutationFacts(Program &program, const std::string &perm,
                         const NumberedLoop &loop);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_NUMBEREDLOOP_H
