//===- MemoryCalls.h - memset and memcpy as loops ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MEMORYCALLS_H
#define SPARSEC_LIB_FRONTEND_MEMORYCALLS_H

#include "NewNodes.h"

#include <optional>

namespace sparsec {

/// The loops that do what \p expression, a call of memset or memcpy for whole
/// elements, does; none where it is no such call.
std::optional<Statements> memoryLoops(clang::Expr *expression, NewNodes &nodes);

/// Whether \p callee is one of these functions of the C library.
bool isMemoryFunction(const clang::FunctionDecl *callee);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MEMORYCALLS_H
