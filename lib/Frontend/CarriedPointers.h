//===- CarriedPointers.h - pointers that go on from row to row --*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CARRIEDPOINTERS_H
#define SPARSEC_LIB_FRONTEND_CARRIEDPOINTERS_H

#include "clang/AST/Decl.h"

#include <functional>
#include <vector>

namespace sparsec {

/// Gives the pointers of \p function that begin a row where they have ended the
/// one before, and the ends of these rows, integers that say where they point.
void placeCarriedPointers(clang::FunctionDecl &function,
                          std::vector<std::function<void()>> &undo);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CARRIEDPOINTERS_H
