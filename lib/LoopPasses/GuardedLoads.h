//===- GuardedLoads.h - elements that are there or not ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_GUARDEDLOADS_H
#define SPARSEC_LIB_LOOPPASSES_GUARDEDLOADS_H

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/LoopIR/LoopType.h"
#include "sparsec/LoopIR/Statements.h"

namespace sparsec {

/// `condition ? value : 0`, where \p value has the type \p type. C++ converts 0
/// to no class, and elements of 16 bits are one there.
inline LoopExpr guarded(LoopExpr condition, LoopExpr value,
                        const LoopType &type) {
  const LoopExpr zero = LoopExpr::integer(0);
  const bool isClass = type.isPlain() && smallFloat(type.element);
  return LoopExpr::select(std::move(condition), std::move(value),
                          isClass ? expr::cast(type, zero) : zero);
}

/// Whether \p expr is what guarded() has for a value that is not there.
inline bool isZero(const LoopExpr &expr) {
  return expr.isInteger(0) ||
         (expr.kind == LoopExpr::Kind::Cast && expr.operands[0].isInteger(0));
}

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_GUARDEDLOADS_H
