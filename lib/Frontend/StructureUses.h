//===- StructureUses.h - which structures are their members -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STRUCTUREUSES_H
#define SPARSEC_LIB_FRONTEND_STRUCTUREUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <set>
#include <string>

namespace sparsec {

/// Whether \p type is a structure of numbers, and of structures of such.
bool isStructureOfNumbers(clang::QualType type);

/// The variable that a chain of members begins with, and the members.
const clang::VarDecl *rootOfMembers(const clang::Expr *expression,
                                    std::string &path);

/// The function that \p call passes structures of numbers to, each of which is
/// used by its members there; null for other calls.
const clang::FunctionDecl *takesStructures(const clang::CallExpr *call);

/// Whether all structures that \p definition takes are used by their members.
bool usesByMembers(const clang::FunctionDecl &definition);

/// Variables in \p body that are structures used as a whole: by their address,
/// or as arguments of other calls than those above.
std::set<const clang::VarDecl *> wholeStructures(clang::Stmt *body);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STRUCTUREUSES_H
