//===- OutlinedParts.h - what is left of a refused function -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OUTLINEDPARTS_H
#define SPARSEC_LIB_FRONTEND_OUTLINEDPARTS_H

#include "Outline.h"

#include "Diagnostics.h"

namespace sparsec {

/// The parts of \p kernel, which was refused, that can be functions. Notes name
/// them where one has to be chosen, and tell what keeps others.
std::vector<OutlinedLoops> findParts(const FoundKernel &kernel,
                                     Diagnoser &diagnoser);

/// The one that is called \p name, unless one of \p functions is; it is taken
/// from \p caller.
std::optional<OutlinedLoops>
loopsNamed(llvm::StringRef name, const std::vector<FoundKernel> &functions,
           const FoundKernel *&caller);

/// Puts the caller of \p loops into what \p source, which describes them, has
/// around them.
void putInCaller(const OutlinedLoops &loops, SourceFunction &source);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OUTLINEDPARTS_H
