//===- InstanceNumbers.h - the numbers of instances -------------*- C++ -*-===//
///
/// \file
/// An instance is found again by its number. Where a loop runs through a
/// pointer array's rows that number is its iterator, so that visits need no
/// counter and run in parallel.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_INSTANCENUMBERS_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_INSTANCENUMBERS_H

#include "Compaction/CompactionInput.h"

namespace sparsec {

struct InstanceNumbers {
  isl::pw_aff number; ///< `{ R[..] -> [number] }`, from 0 in visiting order
  Expr total;         ///< how many there are, over `{ call[] }`
};

/// The numbers of instances, if the last free loop is that number less a
/// constant: the only one, between bounds in parameters, or one through the
/// rows of a pointer array.
std::optional<InstanceNumbers> numberInstances(const CompactionInput &in);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_INSTANCENUMBERS_H
