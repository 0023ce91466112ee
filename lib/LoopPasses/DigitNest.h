//===- DigitNest.h - a loop over numbers as one over digits -----*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_DIGITNEST_H
#define SPARSEC_LIB_LOOPPASSES_DIGITNEST_H

#include "DigitValues.h"

namespace sparsec {

/// \p loop, over [0, 2^n), whose body is \p body, as a nest of loops over the
/// digits of its iterator in Gray order. See DigitNest.cpp. Errors: elements
/// that are to be in memory (Array::partition), but have no value of their own.
llvm::Expected<std::vector<LoopNode>> digitNest(const LoopNode &loop,
                                                const DigitBody &body,
                                                const BinaryDigits &digits,
                                                const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_DIGITNEST_H
