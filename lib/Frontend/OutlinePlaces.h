//===- OutlinePlaces.h - where loops are cut out of a file ------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_OUTLINEPLACES_H
#define SPARSEC_LIB_FRONTEND_OUTLINEPLACES_H

#include "KernelFinder.h"
#include "LoopRegions.h"

#include <optional>
#include <string>

namespace sparsec {

/// Offsets in the main file.
struct OutlinePlaces {
  /// Of the function: its head, what follows its parameters, its braces.
  size_t head = 0, parenthesis = 0, brace = 0, close = 0;
  size_t begin = 0, end = 0; ///< of the region
};

/// Those of \p region of \p kernel; nothing where macros or directives do not
/// let it be cut out, and \p why.
std::optional<OutlinePlaces>
placesOf(const LoopRegion &region, const FoundKernel &kernel, std::string &why);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_OUTLINEPLACES_H
