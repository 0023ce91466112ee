//===- Raster.h - pictures of a trace ---------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_RASTER_H
#define SPARSEC_LIB_REPORT_RASTER_H

#include "MatrixTrace.h"

#include "sparsec/Report/Picture.h"

namespace sparsec {

StepPictures picturesOf(const MatrixTrace &trace,
                        const bench::CsrMatrix &matrix);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_RASTER_H
