//===- Dependences.h - which instances must stay in order -------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_DEPENDENCES_H
#define SPARSEC_ANALYSIS_DEPENDENCES_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Pairs of instances that *may* touch one element: a superset of the truth.
/// Proving the relation empty proves independence; subtracting it proves
/// nothing, hence a type of its own.
struct MayDependence {
  enum class Kind { Flow, Anti, Output };
  Kind kind;
  std::string source, sink; ///< statements
  std::string array;
  /// `{ S[first] -> T[second] }`, first before second in the program's order.
  /// Calls of the two instances are separate parameters ("index(i)" and
  /// "index(i)'").
  isl::map relation;
  /// The loops that carry it, outermost first; "" stands for textual order
  /// within one iteration of all common loops.
  std::vector<std::string> loops;
  /// Both are updates by one reduction operator of elements that nothing else
  /// in between reads: they may be reordered, but not run at once.
  bool isReduction = false;
};

/// All may-dependences within one phase.
std::vector<MayDependence> mayDependences(const Program &program,
                                          const Phase &phase);
/// One line for a message: "flow dependence on 'y' from S0[i,j] to S1[i',j']".
std::string describe(const MayDependence &dependence, const Program &program);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_DEPENDENCES_H
