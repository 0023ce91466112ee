//===- StoredValues.h - floating values that plans store rounded *- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_STOREDVALUES_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_STOREDVALUES_H

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/Transforms/Transform.h"

#include <string>

namespace sparsec {

struct ValueRequest {
  std::string statement, array;
  std::string name; ///< of the new array; "": ARRAY_FORMAT
  const StorageFormat &format;
};

/// `statement` reads the elements of `array` from a copy in fewer bits, which
/// the plan holds:
///
///     for i, j                          for q: a_float[q] = a[q]  // update
///       y[i] += a[j] * x[col[j]]  =>    for i, j
///                                         y[i] += a_float[j] * x[col[j]]
llvm::Expected<StepResult> storeValues(const Program &program,
                                       const ValueRequest &request);

/// `to[q] = from[q]` for all elements of \p to, q of as many dimensions as
/// these have; named after \p stem.
Statement elementCopy(const Program &program, const std::string &stem,
                      const std::string &from, const std::string &to);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_STOREDVALUES_H
