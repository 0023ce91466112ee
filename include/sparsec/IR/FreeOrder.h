//===- FreeOrder.h - iterations that may run in any order -------*- C++ -*-===//
#ifndef SPARSEC_IR_FREEORDER_H
#define SPARSEC_IR_FREEORDER_H

#include <string>
#include <vector>

namespace sparsec {

/// What `any_order` says of the loops around some statements: their iterations
/// may run in any order, each as a whole. Results differ from those of the
/// source as they do between two orders of the source's loops, so that nothing
/// of an iteration may run while another one does that it conflicts with.
///
/// Every step that keeps iterations whole says anew which loops they are of
/// (Analysis/WholeIterations.h); one that does not ends the freedom.
struct FreeOrder {
  /// All statements in these loops, in the order of the tree.
  std::vector<std::string> statements;
  /// The outermost loops around all of them: an iteration is what runs for one
  /// value of each, `{ S[..] -> [values of the first depth loops] }`.
  unsigned depth = 0;
};

} // namespace sparsec

#endif // SPARSEC_IR_FREEORDER_H
