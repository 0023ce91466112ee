//===- LoadLocals.h - locals that hold an element ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_LOADLOCALS_H
#define SPARSEC_LIB_LOOPPASSES_LOADLOCALS_H

#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {

/// The local \p name that holds \p load, of the type that localTypeOf says:
/// with 64 bits where the array has them, though a subscript of data does not
/// say so.
LoopExpr localOf(const std::string &name, const LoopExpr &load,
                 const Program &program);

/// Has \p node, and all nodes in it, read \p local in place of \p load.
void replaceIn(LoopNode &node, const LoopExpr &load, const LoopExpr &local);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_LOADLOCALS_H
