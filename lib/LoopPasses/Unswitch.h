//===- Unswitch.h - versions in front of loops ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_UNSWITCH_H
#define SPARSEC_LIB_LOOPPASSES_UNSWITCH_H

#include "sparsec/LoopIR/LoopAst.h"

#include <vector>

namespace sparsec {

/// `for … if (C) A else B` => `if (C) for … A else for … B` for versions, where
/// \p node is a loop on which C does not depend.
std::vector<LoopNode> unswitch(LoopNode node);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_UNSWITCH_H
