//===- FlatArrays.h - C's arrays of arrays as pointers ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_FLATARRAYS_H
#define SPARSEC_LIB_FRONTEND_FLATARRAYS_H

#include "Diagnostics.h"
#include "TextEdits.h"

#include "sparsec/IR/SourceFunction.h"

#include "clang/AST/Decl.h"

#include <optional>
#include <string>

namespace sparsec {

/// Why some text has no form in C++.
struct NotCxx {
  clang::SourceLocation where;
  std::string what;
};

/// \p parameter where arrays are pointers to their elements, which the ABI
/// passes alike: "const double *restrict x" for `const double x[restrict n][m]`
/// and for `const double (*restrict x)[m]`; as written for all others.
Declarator flatDeclarator(const clang::ParmVarDecl *parameter,
                          const clang::ASTContext &ast,
                          const Diagnoser &diagnoser);

/// Adds to \p edits what \p function, in the main file, needs to be C++: flat
/// parameters and subscripts to match. The answer: what there is no such text
/// for.
std::optional<NotCxx> flattenArrays(const clang::FunctionDecl *function,
                                    const clang::ASTContext &ast,
                                    const Diagnoser &diagnoser,
                                    TextEdits &edits);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_FLATARRAYS_H
