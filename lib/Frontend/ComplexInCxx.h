//===- ComplexInCxx.h - complex types in C++ --------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_COMPLEXINCXX_H
#define SPARSEC_LIB_FRONTEND_COMPLEXINCXX_H

#include "sparsec/IR/SourceForms.h"

namespace sparsec {

/// Writes `sparsec_complex` (runtime/sparsec/complex.h) for `double _Complex`,
/// `double complex` and the like in \p forms, less what stays in C. Sets
/// `problem` where a complex type of another spelling is left. \p hasMacro:
/// whether `complex` is a macro.
void spellComplexInCxx(SourceForms &forms, bool hasMacro);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_COMPLEXINCXX_H
