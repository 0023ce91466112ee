//===- StructureArrays.h - parameters that hold many structures -*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H
#define SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H

#include "Kernel.h"

namespace sparsec {

/// Tells \p names the parameters of \p function, and the members, that point to
/// arrays of structures: `e[j].v`, `(A->e + j)->v`, `e++`, there or by way of
/// local pointers and of parameters of called functions.
void findStructureArrays(const clang::FunctionDecl &function,
                         ObjectNames &names);

/// Whether \p structure, or a pointer to one, is of such an array where
/// variables stand for what \p scope says.
bool isOfStructureArray(Kernel &kernel, const clang::Expr *structure,
                        const ScopePtr &scope);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_STRUCTUREARRAYS_H
