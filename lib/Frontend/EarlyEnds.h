//===- EarlyEnds.h - loops that end at what they find -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EARLYENDS_H
#define SPARSEC_LIB_FRONTEND_EARLYENDS_H

#include "NewNodes.h"

#include <set>

namespace sparsec {

/// Where each `continue` begins for which there has to be a flag.
using FlaggedJumps = std::set<clang::SourceLocation>;

/// What stands for \p loop, whose body is plain otherwise, without `break` and
/// the \p flagged ones of `continue`; the loop itself where there is none.
Statements withoutJumps(clang::ForStmt *loop, const FlaggedJumps &flagged,
                        NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EARLYENDS_H
