//===- Raster.h - pictures of a trace ---------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_RASTER_H
#define SPARSEC_LIB_REPORT_RASTER_H

#include "MatrixTrace.h"

#include "sparsec/Report/Picture.h"

namespace sparsec {

StepPictures picturesOf(const MatrixTrace &trace,
                        const bench::CsrMatrix &matrix);

/// How a copy lies in memory: by its last extent, or in rows as long as it has
/// rows.
size_t rowLengthOf(const MatrixTrace::Carrier &carrier);

/// What runs at one time: none where no parallel loop with several iterations
/// is within another that is not parallel.
std::optional<StepPictures::Rounds> roundsOf(const MatrixTrace &trace);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_RASTER_H
