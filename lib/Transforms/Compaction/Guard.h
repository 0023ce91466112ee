//===- Guard.h - what the calls of a guard depend on ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

struct CompactedDomain;

/// Whether dimension \p dim of \p nest stands in an argument of its call
/// \p name. Through nested calls, too: `index(perm(i))` is read where i is
/// fixed.
bool argumentsInvolve(const Statement &nest, const std::string &name,
                      unsigned dim);

/// The calls that the constraints of \p nest ask, and those that these read at.
std::vector<std::string> callsOfGuard(const Statement &nest);

/// Whether \p value, over \p nest, changes with loop \p dim, through calls too.
bool involvesLoop(const Statement &nest, const isl::pw_aff &value,
                  unsigned dim);

/// Whether \p a and \p b, `{ R[..] -> [value] }`, are equal where both have a
/// value, whatever parameters their spaces have.
bool areEqual(const isl::pw_aff &a, const isl::pw_aff &b);

/// An index array whose values in one segment find the eliminated loop, and the
/// pointers to its segments.
struct SegmentList {
  std::string values, pointers;

  /// "unique(col, index)"
  std::string unique() const {
    return "unique(" + values + ", " + pointers + ")";
  }
};

/// The lists in which the other loops look up the eliminated one, if there is
/// just one, in a segment that they select: without duplicates there, they
/// leave one value of it. \p guard is `{ R[..] }`, over \p guardCalls.
std::vector<SegmentList>
listsOfEliminated(const CompactedDomain &set, const isl::set &guard,
                  const std::vector<std::string> &guardCalls);

/// Whether the facts say that no segment of \p list has duplicates.
bool isUnique(const Program &program, const SegmentList &list);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H
