//===- UpdateOperators.h - what the runtime updates elements by -*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_UPDATEOPERATORS_H
#define SPARSEC_LOOPIR_UPDATEOPERATORS_H

#include "sparsec/LoopIR/LoopAst.h"

#include <string>

namespace sparsec {

/// The runtime's operator of an update \p op: `sparsec_add()`.
LoopExpr operatorOf(const std::string &op);

/// Makes \p update, an assignment, atomic among the threads of a GPU.
void updateAtomically(LoopNode &update);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_UPDATEOPERATORS_H
