//===- UnreadWrites.h - work that nobody takes notice of --------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_UNREADWRITES_H
#define SPARSEC_ANALYSIS_UNREADWRITES_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// A statement that reads, in an instance that \p program has, an element that
/// \p statement would write if it ran for \p more, `{ S[..] }` with the calls
/// of the statement, and of which the same iteration has the array for itself;
/// empty where it is proved that there is none.
std::string readerOfMore(const Program &program, const std::string &statement,
                         const isl::set &more);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_UNREADWRITES_H
