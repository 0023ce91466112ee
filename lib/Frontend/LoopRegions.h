//===- LoopRegions.h - loops that could be a function -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_LOOPREGIONS_H
#define SPARSEC_LIB_FRONTEND_LOOPREGIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace sparsec {

/// Statements of one list, one behind the other, with a loop among them, which
/// another function could run in their place: none jumps out of them, calls
/// what is not known or declares a type.
struct LoopRegion {
  std::vector<const clang::Stmt *> statements;
  /// Whether a loop of the function runs them again.
  bool isRepeated = false;
};

/// Whether a jump may go to a part of \p statement.
bool hasLabel(const clang::Stmt *statement);

/// Whether all loops of \p function are in \p region, but for those around it.
bool holdsAllLoops(const LoopRegion &region,
                   const clang::FunctionDecl &function);

/// The longest ones in the body of \p function, in order. A loop that holds
/// other statements than these is looked into.
std::vector<LoopRegion> loopRegions(const clang::FunctionDecl &function);

/// \p region from its first statement with a loop to its last one.
LoopRegion withoutEnds(const LoopRegion &region);

/// Whether a semicolon that is no part of \p statement for clang ends it.
bool endsInSemicolon(const clang::Stmt *statement);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_LOOPREGIONS_H
