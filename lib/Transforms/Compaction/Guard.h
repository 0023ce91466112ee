//===- Guard.h - what the calls of a guard depend on ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H

#include "Compaction/CompactedDomain.h"

#include <string>
#include <vector>

namespace sparsec {

/// Whether dimension \p dim of \p nest stands in an argument of its call
/// \p name. Through nested calls, too: `index(perm(i))` is read where i is
/// fixed.
bool argumentsInvolve(const Statement &nest, const std::string &name,
                      unsigned dim);

/// Whether the other loops leave one value of the eliminated loop: that of a
/// list without duplicates in the segment that they select. \p guard is
/// `{ R[..] }`, over \p guardCalls.
bool eliminatedAreUnique(const Program &program, const CompactedDomain &set,
                         const isl::set &guard,
                         const std::vector<std::string> &guardCalls);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_GUARD_H
