//===- PartsJoin.h - what threads have added to copies ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_PARTSJOIN_H
#define SPARSEC_LIB_LOOPPASSES_PARTSJOIN_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// Statements that update Array::partsOf by what all threads have in \p parts,
/// which they clear where they are \p isRepeated; an error where the number of
/// elements is not known.
llvm::Expected<LoopNode> joinParts(const Array &parts, bool isRepeated,
                                   const Program &program);

/// The declaration, in a parallel region, of a thread's copy of \p array: a
/// pointer of its name into the array of all threads.
llvm::Expected<LoopNode>
copyOfThread(const Array &array, const Program &program,
             LoopType::Pointer kind = LoopType::Pointer::Restrict);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_PARTSJOIN_H
