//===- SourceTokens.h - the tokens of the main file -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SOURCETOKENS_H
#define SPARSEC_LIB_FRONTEND_SOURCETOKENS_H

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Token.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec {

/// Calls \p visit with each token of the main file, as written, that begins in
/// `[begin, end)`, and with its offset, until it answers false. Directives
/// count as tokens like others; comments are left out.
void eachToken(
    const clang::ASTContext &ast, size_t begin, size_t end,
    llvm::function_ref<bool(const clang::Token &token, size_t offset)> visit);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SOURCETOKENS_H
