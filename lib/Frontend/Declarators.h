//===- Declarators.h - how parameters are declared --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_DECLARATORS_H
#define SPARSEC_LIB_FRONTEND_DECLARATORS_H

#include "Diagnostics.h"

#include "sparsec/IR/SourceFunction.h"

#include "clang/AST/Decl.h"

namespace sparsec {

/// The declaration of \p parameter as it is written.
Declarator declaratorOf(const clang::ParmVarDecl *parameter,
                        const clang::ASTContext &ast,
                        const Diagnoser &diagnoser);

/// The extents that are not constants in \p type, outermost first: n and m of
/// `double (*)[n][m]`.
std::vector<const clang::Expr *> variableExtentsOf(clang::QualType type);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DECLARATORS_H
