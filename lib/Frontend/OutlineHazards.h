//===- OutlineHazards.h - what keeps loops in their function ----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OUTLINEHAZARDS_H
#define SPARSEC_LIB_FRONTEND_OUTLINEHAZARDS_H

#include "LoopRegions.h"

#include "clang/AST/Decl.h"

#include <map>
#include <set>

namespace sparsec {

/// Variables whose addresses, or those of parts of them, are taken outside a
/// region: by an argument of a call, or to be kept.
struct TakenAddresses {
  std::set<const clang::VarDecl *> passed, kept;
};

TakenAddresses addressesTakenAround(const LoopRegion &region,
                                    const clang::FunctionDecl &function);

/// s of `*s.t` and `s.t + 1`, by which the number in the array \p decayed is
/// reached where nobody sees it; null for other expressions.
const clang::VarDecl *structureOfDecayed(const clang::Expr *decayed);

/// Whether a type or a constant of \p function, or its head, could not be named
/// in another function as it is, or means something else there.
bool hasTypesOfItsOwn(const clang::FunctionDecl &function);

/// Whether something in \p function, or a macro, is called \p name.
bool isNameTaken(llvm::StringRef name, const clang::FunctionDecl &function);

/// The variables that are seen where \p region begins, by their names.
std::map<std::string, const clang::VarDecl *>
variablesSeenAt(const LoopRegion &region, const clang::FunctionDecl &function);

/// Whether \p variable, outside \p region, is changed after
/// \p declared and perhaps before the region runs.
bool changesBetween(const clang::VarDecl *variable,
                    clang::SourceLocation declared, const LoopRegion &region,
                    const clang::FunctionDecl &function);

/// Whether other statements may stand before \p region; not where it is all
/// of a branch.
bool isInList(const LoopRegion &region, const clang::FunctionDecl &function);

/// Whether \p part is \p region or has it inside.
bool holdsRegion(const clang::Stmt *part, const LoopRegion &region);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OUTLINEHAZARDS_H
