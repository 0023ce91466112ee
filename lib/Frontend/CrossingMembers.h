//===- CrossingMembers.h - numbers of structures that loops set -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_CROSSINGMEMBERS_H
#define SPARSEC_LIB_FRONTEND_CROSSINGMEMBERS_H

#include "LoopRegions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace sparsec {

/// A number in a structure that a variable points to, `C->nz`, which a region
/// sets.
struct CrossingMember {
  const clang::VarDecl *pointer;
  const clang::FieldDecl *member;
  /// Where the region names it, all written out in the main file.
  std::vector<const clang::MemberExpr *> places;
};

/// Those of \p region of \p function that a local copy can stand for: the
/// structure is there whenever the region runs, and the region reaches the
/// member in no other way.
std::vector<CrossingMember>
crossingMembers(const LoopRegion &region, const clang::FunctionDecl &function);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_CROSSINGMEMBERS_H
