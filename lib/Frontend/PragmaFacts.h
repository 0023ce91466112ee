//===- PragmaFacts.h - the facts before functions ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H
#define SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H

#include "Kernel.h"
#include "KernelFinder.h"

namespace sparsec {

/// Adds the facts of \p found to \p program; reports those that are wrong.
void addPragmaFacts(Program &program, const FoundKernel &found,
                    Diagnoser &diagnoser);

/// Reports what is misspelt in the facts of functions of \p all that are not
/// translated: kinds, names, numbers of arguments. Where there is something,
/// the facts of \p kernel are looked at likewise, so that all that is wrong in
/// the file is told, in order.
void checkOtherFacts(const std::vector<FoundKernel> &all,
                     const FoundKernel &kernel, isl::ctx ctx,
                     Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PRAGMAFACTS_H
