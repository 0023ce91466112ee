//===- IterationKeys.h - what tells iterations apart ------------*- C++ -*-===//
///
/// \file
/// What reorder_by_inspector asks of a statement over its loop values,
/// `{ R[loop values] }`, before an inspector gives each iteration of one of the
/// loops a key.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_ITERATIONKEYS_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_ITERATIONKEYS_H

#include "sparsec/IR/PredicateParser.h"

#include <vector>

namespace sparsec {

/// The values of a loop, numbered from the least one on.
struct IterationRange {
  /// `[n] -> { [value] }`: the least value, and how many there are.
  isl::pw_aff first, count;
  /// From each value to the next one.
  long step = 1;

  /// The number `{ R[..] -> [(value - first) / step] }` of a value of the loop.
  isl::pw_aff numberOf(const isl::pw_aff &value) const;
  /// The value `{ R[..] -> [first + step * number] }`.
  isl::pw_aff valueOf(const isl::pw_aff &number) const;
  /// `{ R[..] : value is one of the loop }`.
  isl::set values(const isl::pw_aff &value) const;
  /// `{ R[..] : 0 <= number < count }`.
  isl::set numbers(const isl::pw_aff &number) const;
};

/// Names of a statement and its loop.
struct IterationList {
  std::string name, loop;
};
/// `{ name[loop] : loop is in the range }`: list[number] = number.
Statement numberListing(const IterationRange &range, const IterationList &made,
                        const std::string &list, ElementType type);
/// `{ name[loop] : loop is in the range }`: a 64-bit \p value of it, for a
/// target that the caller gives. \p runsDown: the loop visits values of -i, and
/// \p value is of i, as recipes write it.
Statement valueListing(const IterationRange &range, const IterationList &made,
                       const LoopValue &value, bool runsDown = false);
/// \p nest with key[number of loop \p depth] += 1 as its body; key is 64-bit.
Statement instanceCount(const IterationRange &range, Statement nest,
                        unsigned depth, const std::string &key);

/// The loop \p depth and the loops that decide how many instances \p nest has
/// in one iteration of it, in order: not those that all iterations run through
/// alike. Empty when all iterations have the same number.
std::vector<unsigned> tellingLoops(const Statement &nest, unsigned depth);
/// The loops \p dims and those that decide how many instances \p nest has for
/// values of them, in order. Empty as above.
std::vector<unsigned> tellingLoops(const Statement &nest,
                                   const std::vector<unsigned> &dims);

/// Whether \p dim has one value in \p instances of \p nest, `{ R[..] }`, for
/// fixed values of \p known and of the parameters.
bool isDetermined(const Statement &nest, const isl::set &instances,
                  const std::vector<unsigned> &known, unsigned dim);
/// \p dims in an order in which an inspector runs through them: those that the
/// index arrays in the conditions of \p nest determine come last, where they
/// are no loops. \p known: what holds for the calls.
std::vector<unsigned> visitingOrder(const Statement &nest,
                                    const isl::set &known,
                                    const std::vector<unsigned> &dims);

/// Whether index arrays say which values loop \p depth visits in an iteration
/// of the loops outside it: a loop over all that it may visit would take
/// longer.
bool isChosenByCalls(const Statement &nest, unsigned depth);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_ITERATIONKEYS_H
