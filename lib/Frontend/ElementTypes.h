//===- ElementTypes.h - types that have no translation ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_ELEMENTTYPES_H
#define SPARSEC_LIB_FRONTEND_ELEMENTTYPES_H

#include "Diagnostics.h"

#include "clang/AST/Decl.h"

namespace sparsec {

/// What can be written in place of a type that is refused.
inline constexpr const char *acceptedTypes =
    "integers of up to 64 bits, _Float16, __bf16, float, double, long double "
    "and double _Complex are accepted";

/// Reports parameters, locals, members and conversions of \p function of
/// arithmetic types that not all targets have: `__fp16`, `__int128`, vectors;
/// and bit-fields.
void checkTypes(const clang::FunctionDecl &function, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_ELEMENTTYPES_H
