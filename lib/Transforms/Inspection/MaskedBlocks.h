//===- MaskedBlocks.h - blocks without what nobody put there ----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_MASKEDBLOCKS_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_MASKEDBLOCKS_H

#include "sparsec/Transforms/Transform.h"

#include <string>

namespace sparsec {

/// `statement` reads the elements of `array`, blocks `{ [t, b..] }` of constant
/// size that the plan holds, from a copy that has only those which the
/// inspector put there, one behind the other, and a mask for each block:
///
///     for t, b                      for t, b: mask[t] |= set[t][b] << b
///       y[..] += a[t][b] * ..   =>  first[t + 1] = bits of mask[0 .. t]
///                                   for t, b, if bit b of mask[t]:  // update
///                                     packed[first[t] + bits below b] =
///                                     a[t][b]
///                                   for t, b
///                                     y[..] += (bit b of mask[t] ?
///                                     packed[first[t] +
///                                       bits below b] : 0) * ..
///
/// New arrays are `name` and what begins with it. Source: the blocks of SPC5:
/// Bramas and Kus, PeerJ Computer Science 4, 2018.
llvm::Expected<StepResult> maskBlocks(const Program &program,
                                      const std::string &statement,
                                      const std::string &array,
                                      const std::string &name);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_MASKEDBLOCKS_H
