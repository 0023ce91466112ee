//===- EarlyEnds.h - loops that end at what they find -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_EARLYENDS_H
#define SPARSEC_LIB_FRONTEND_EARLYENDS_H

#include "NewNodes.h"

namespace sparsec {

/// What stands for \p loop, whose body is plain otherwise, without `break`; the
/// loop itself where there is none.
Statements withoutBreak(clang::ForStmt *loop, NewNodes &nodes);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_EARLYENDS_H
