//===- StructureArrays.h - parameters that hold many structures -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H
#define SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H

#include "Kernel.h"

namespace sparsec {

/// The parameters of \p function that point to arrays of structures: `e[j].v`,
/// `(e + j)->v`, `e++`, there or by way of local pointers and of parameters of
/// called functions.
std::set<const clang::VarDecl *>
structureArraysOf(const clang::FunctionDecl &function);

/// Whether \p structure, or a pointer to one, is of such an array where
/// variables stand for what \p scope says.
bool isOfStructureArray(Kernel &kernel, const clang::Expr *structure,
                        const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H
