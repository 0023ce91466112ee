//===- Owners.h - whose copy of an array an instance uses -------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_OWNERS_H
#define SPARSEC_ANALYSIS_OWNERS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// `{ S[..] -> [value] }`: instances with equal values share one copy of the
/// private \p array. A workspace has the owners that the statement names
/// (Sharing::owner), a scalar of the source is private to the statement's
/// outermost iterators, a temporary that a step made to the outermost loops.
/// Empty when there is but one copy.
std::vector<isl::pw_aff> ownerOf(const Array &array, const Statement &statement,
                                 const ScheduleTree &tree);

/// A statement beside \p users that may write a copy of the private \p array
/// that one of them uses, or use one that one of them writes; "" if none does.
std::string otherUser(const Program &program, const std::string &array,
                      const std::vector<std::string> &users);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_OWNERS_H
