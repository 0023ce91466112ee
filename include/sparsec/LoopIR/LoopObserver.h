//===- LoopObserver.h - looking at loops between passes ---------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_LOOPOBSERVER_H
#define SPARSEC_LOOPIR_LOOPOBSERVER_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/ADT/StringRef.h"

#include <functional>

namespace sparsec {

/// Sees the loops of a phase after a pass; "lower" is before the first one.
using LoopObserver =
    std::function<void(const Program &program, const Phase &phase,
                       llvm::StringRef pass, const LoopAst &loops)>;

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOOPOBSERVER_H
