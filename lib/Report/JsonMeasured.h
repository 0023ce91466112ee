//===- JsonMeasured.h - times in a report for other tools -------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_JSONMEASURED_H
#define SPARSEC_LIB_REPORT_JSONMEASURED_H

#include "sparsec/Report/Measured.h"

#include "llvm/Support/JSON.h"

namespace sparsec {

/// The member `measured` of an object that \p json is in.
void writeMeasured(llvm::json::OStream &json,
                   const std::vector<MeasuredGroup> &groups);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_JSONMEASURED_H
