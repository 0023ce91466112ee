//===- ContractHooks.h - actions inside the contract's frame ----*- C++ -*-===//
#ifndef SPARSEC_CODEGEN_CONTRACTHOOKS_H
#define SPARSEC_CODEGEN_CONTRACTHOOKS_H

#include "sparsec/CodeGen/Lowering.h"

namespace sparsec {

/// The hooks with which the contract lowers every phase. The frame that the
/// lines of an action find in `_inspect` and `_update`:
///
///  * `int status` and a label `fail` that cleans up: a call that may fail is
///    `if ((status = callee(…)) != SPARSEC_OK) goto fail;`
///  * `plan`, whose field `plan->x` is an array or scalar owned by the plan;
///    the loops use a local `x`. After a runtime call whose lines name
///    `plan->x`, the frame sets `x = plan->x;` where `x` is used. A scalar that
///    the loops assign goes back into the plan at the end.
///  * workspace arrays that are not per thread are locals, NULL at first and
///    freed at the end. One that no line names as `&x` is allocated from its
///    extents at the start of the function; so are plan arrays that no line
///    names as `&plan->x`.
///  * `fill_limit`, the bytes that max_fill allows for one array: the last
///    operand of sparsec_allocate(&plan->x, "x", count, sizeof(int),
///    fill_limit).
LoweringHooks contractHooks();

} // namespace sparsec

#endif // SPARSEC_CODEGEN_CONTRACTHOOKS_H
