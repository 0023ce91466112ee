//===- PointerPositions.h - pointers as integers ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_POINTERPOSITIONS_H
#define SPARSEC_LIB_FRONTEND_POINTERPOSITIONS_H

#include "clang/AST/Decl.h"

#include <functional>
#include <vector>

namespace sparsec {

/// Gives \p pointer, a local variable or parameter, and the moved pointers that
/// it is set to an integer each, which says where in their array they point.
/// False, and nothing is changed, where that is not one array.
bool replaceByPosition(const clang::VarDecl *pointer,
                       std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_POINTERPOSITIONS_H
