//===- GpuKernelParts.h - parts of kernels ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_TARGET_CUDA_GPUKERNELPARTS_H
#define SPARSEC_LIB_TARGET_CUDA_GPUKERNELPARTS_H

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/UnusedLocals.h"

namespace sparsec::gpu {

/// The type of numbers of items, and of arrays of such.
inline LoopType number() { return LoopType::int64(); }
inline LoopType numbersOf(bool isConstant = false) {
  return LoopType::pointerTo(ElementType::int64(), isConstant);
}

inline LoopExpr stream() { return LoopExpr::variable("stream"); }
inline LoopExpr zero() { return LoopExpr::integer(0); }

inline LoopExpr element(const LoopExpr &array, const LoopExpr &position) {
  return LoopExpr::load(array.name, {position});
}

inline LoopNode drop(const LoopExpr &array) {
  return stmt::call(runtime::gpu_drop, {array, stream()});
}

/// `type *name = NULL`
inline LoopNode pointer(const ElementType &type, const LoopExpr &name) {
  return stmt::variable(LoopType::pointerTo(type), name.name,
                        LoopExpr::literal("NULL"));
}

/// `const long long LOCAL = sparsec_gpu_thread();`
inline LoopNode numberOfThread(const LoopExpr &local) {
  return stmt::constant(number(), local.name,
                        expr::call(runtime::gpu_thread, {}));
}

/// \p work behind those of \p locals that it uses.
inline LoopNode inScope(const std::vector<LoopNode> &locals,
                        std::vector<LoopNode> work) {
  return stmt::scope(withUsedLocals(locals, std::move(work)));
}

} // namespace sparsec::gpu

#endif // SPARSEC_LIB_TARGET_CUDA_GPUKERNELPARTS_H
