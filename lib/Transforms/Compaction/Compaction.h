//===- Compaction.h - loops over touched values only ------------*- C++ -*-===//
///
/// \file
/// The engine behind compact, compact_and_pad and coalesce. It replaces loops
/// K inside outer loops O by one loop over the values of K that the guard
/// admits, in an order that an inspector writes down:
///
///     for O                            for O
///       for K                            for p in offset[O]..offset[O+1]
///         for I               =>           for I
///           if (guard(O, K, I, ..))          S(O, index[p], I)
///             S(O, K, I, ..)
///
/// The inspector is the same iteration set in another order: the loops that
/// index arrays depend on first (*free* loops), the loops whose value follows
/// from them innermost (*derived* loops, closed forms). Source: Venkat's
/// dissertation, sections 5.1.2, 5.1.3 and 5.2.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTION_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTION_H

#include "sparsec/IR/Step.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct CompactionRequest {
  std::string statement;
  /// Adjacent loops that become one, outermost first.
  std::vector<std::string> loops;
  /// Arrays to move into the new storage, and their new names (may be empty).
  std::vector<std::string> arrays, names;
  /// "ascending", "source", "first_touch", or "" for the cheapest legal one.
  std::string order;
  /// With `pad`: loops that go away, whose values the new storage holds.
  std::vector<std::string> kept;
  /// Name of the new loop; "" keeps that of the outermost compacted one.
  std::string newLoop;
  /// List each value once, without `pad`: loops inside that find it stay.
  bool isDistinct = false;
  /// Remove the guard: visit every point of I, on padding where there was none.
  bool pad = false;
  /// With `pad`: there are no points to pad.
  bool isFull = false;
  /// Where blocks stick out of the matrix, read the last element instead of
  /// asking; with `pad`.
  bool clampsEdges = false;
  /// With `pad`: no statement visits padding, since another one may not.
  bool keepsGuard = false;
  bool mayReassociate = true; ///< StepResult::mayReassociate
};

llvm::Expected<StepResult> compactLoops(const Program &program,
                                        const CompactionRequest &request);

/// Gives each loop of \p tree around \p from the value of \p to instead, pulled
/// back through \p map `{ to[..] -> from[..] }`, and renames the leaf.
void replaceStatement(ScheduleTree &tree, const std::string &from,
                      const std::string &to, const isl::pw_multi_aff &map);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTION_H
