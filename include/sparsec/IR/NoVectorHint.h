//===- NoVectorHint.h - a loop that compilers keep scalar -------*- C++ -*-===//
#ifndef SPARSEC_IR_NOVECTORHINT_H
#define SPARSEC_IR_NOVECTORHINT_H

#include "llvm/ADT/StringRef.h"

namespace sparsec {

/// Among the hints of a loop (LoopMarks::pragmas): C compilers must not
/// vectorise it. No directive says so to all of them, so this one is sparsec's
/// own, which a printer spells for its compilers and users cannot write.
inline constexpr llvm::StringLiteral noVectorHint = "sparsec novector";

} // namespace sparsec

#endif // SPARSEC_IR_NOVECTORHINT_H
