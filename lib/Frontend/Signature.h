//===- Signature.h - parameters and arrays of the program -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_SIGNATURE_H
#define SPARSEC_LIB_FRONTEND_SIGNATURE_H

#include "Kernel.h"

namespace sparsec {

/// Enters the parameters and arrays that the function declares or uses, and
/// what their types say of them: extents, 0 <= n for unsigned n.
void enterSignature(Kernel &kernel);

/// The local array \p name is declared under \p depth loops: each of their
/// iterations has one of its own.
void placeLocalArray(Kernel &kernel, const std::string &name, unsigned depth);

/// Gives flat arrays that were accessed as multi-dimensional ones
/// (kernel.shapes) their dimensions.
void shapeFlatArrays(Kernel &kernel);

/// Refuses results and parameters that no program has.
void checkHead(const clang::FunctionDecl &function, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_SIGNATURE_H
