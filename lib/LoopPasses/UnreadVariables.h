//===- UnreadVariables.h - what a pass made in vain -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_UNREADVARIABLES_H
#define SPARSEC_LIB_LOOPPASSES_UNREADVARIABLES_H

#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Drops from \p nodes what sets variables of \p made that nothing reads, such
/// as second parts of scalars whose first part alone is asked for; also what
/// that leaves unread.
void dropUnread(std::vector<LoopNode> &nodes,
                const std::set<std::string> &made);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_UNREADVARIABLES_H
