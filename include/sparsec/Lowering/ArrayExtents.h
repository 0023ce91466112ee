//===- ArrayExtents.h - how large arrays are --------------------*- C++ -*-===//
#ifndef SPARSEC_LOWERING_ARRAYEXTENTS_H
#define SPARSEC_LOWERING_ARRAYEXTENTS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// Bytes of \p array as C text of 64 bits; an error when an extent is neither
/// given nor the range of the accesses under the facts.
llvm::Expected<std::string> bytesText(const Program &program,
                                      const Array &array);
/// The same, but 0 where the loops touch nothing: then the array may not be
/// there at all.
llvm::Expected<std::string> copiedBytesText(const Program &program,
                                            const Array &array);
/// Elements of \p array, likewise, with Array::extraElements.
llvm::Expected<std::string> elementsText(const Program &program,
                                         const Array &array);
/// The first extent of \p array: given, or derived from the accesses (0 where
/// there are none).
llvm::Expected<isl::pw_aff> firstExtent(const Program &program,
                                        const Array &array);

} // namespace sparsec

#endif // SPARSEC_LOWERING_ARRAYEXTENTS_H
