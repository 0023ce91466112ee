//===- TypesInCxx.h - types of C that C++ spells otherwise -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_TYPESINCXX_H
#define SPARSEC_LIB_FRONTEND_TYPESINCXX_H

#include "FileNames.h"

#include "sparsec/IR/SourceForms.h"

namespace sparsec {

/// Writes `sparsec_complex` (runtime/sparsec/complex.h) for `double _Complex`,
/// `double complex` and the like in \p forms, less what stays in C, and the
/// classes of small_float_types.h for `_Float16` and `__bf16`. Sets
/// `problem` where a complex type of another spelling is left. \p forms are of
/// \p file.
void spellTypesInCxx(SourceForms &forms, const FileScope &file);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_TYPESINCXX_H
