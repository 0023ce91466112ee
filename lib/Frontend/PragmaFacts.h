//===- PragmaFacts.h - the facts before functions ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H
#define SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H

#include "Kernel.h"
#include "KernelFinder.h"

namespace sparsec {

/// Adds the facts of \p found to \p program; reports those that are wrong.
void addPragmaFacts(Program &program, const FoundKernel &found,
                    Diagnoser &diagnoser);

/// Reports what is misspelt in the facts of \p other, a function of the file
/// that is not translated: kinds, names, numbers of arguments.
void checkFactsOf(const FoundKernel &other, isl::ctx ctx,
                  const clang::ASTContext &ast, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H
