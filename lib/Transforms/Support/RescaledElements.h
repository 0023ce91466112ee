//===- RescaledElements.h - elements that iterations rescale ----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDELEMENTS_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDELEMENTS_H

#include "Support/OuterView.h"

#include "sparsec/Analysis/RescaledSums.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// The iterations of loops `top` to `body` around `statement`, perfectly
/// nested, in `depth` loops: values 0 to `size` - 1 of `loop`, which is one of
/// them, have a part each.
struct RescaledLoops {
  std::string statement, loop, top, body;
  unsigned depth = 0;
  long size = 0;
};

/// The elements of one sum, in loops around the iterations, of the parts, and
/// inside of the iterations: `{ E[outer, part, inner] }`.
struct RescaledElements {
  std::vector<std::string> loops;      ///< the inner ones
  isl::set where;                      ///< `{ E[..] }`: those that exist
  std::vector<isl::pw_aff> subscripts; ///< `{ E[..] -> [v] }`
};

/// Of \p sum, or of a scalar where \p sum updates none. Fails unless every
/// statement of an iteration runs in all of them, and each updates all elements
/// of the sum, once.
llvm::Expected<RescaledElements> rescaledElements(const Program &program,
                                                  const RescaledLoops &loops,
                                                  const RescaledSums::Sum &sum);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDELEMENTS_H
