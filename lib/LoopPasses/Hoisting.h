//===- Hoisting.h - what may leave a loop -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_HOISTING_H
#define SPARSEC_LIB_LOOPPASSES_HOISTING_H

#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>

namespace sparsec {

/// Whether what the recipe asked of \p loop leaves its body as it is.
bool keepsBody(const LoopNode &loop);

/// What \p root and the nodes below define or assign.
std::set<std::string> definedIn(const LoopNode &root);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_HOISTING_H
