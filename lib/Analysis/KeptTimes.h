//===- KeptTimes.h - order that follows from the times ----------*- C++ -*-===//
///
/// \file
/// Whether two instances that had an order keep it, as their old and new times
/// say. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_KEPTTIMES_H
#define SPARSEC_LIB_ANALYSIS_KEPTTIMES_H

#include "InstancePair.h"

namespace sparsec {

/// Whether `pair.first` runs before `pair.second` wherever \p oldFirst ran
/// before \p oldSecond. Both instances are of one phase before and after.
/// Without a question to isl; false where nothing is found.
bool timesKeepOrder(const InstancePair &pair, const View &oldFirst,
                    const View &oldSecond);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_KEPTTIMES_H
