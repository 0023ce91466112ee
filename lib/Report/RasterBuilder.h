//===- RasterBuilder.h - points to cells ------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_RASTERBUILDER_H
#define SPARSEC_LIB_REPORT_RASTERBUILDER_H

#include "sparsec/Report/Picture.h"

#include <vector>

namespace sparsec {

/// Cells that many points fall into take the mean of their shades.
class RasterBuilder {
public:
  RasterBuilder(size_t rows, size_t columns);
  /// \p shade is from 0 to 1.
  void add(size_t row, size_t column, double shade);
  void addPadding(size_t row, size_t column);
  Raster finish();

private:
  size_t cellOf(size_t row, size_t column) const;

  const size_t rows, columns;
  Raster raster;
  std::vector<double> sums;
  std::vector<size_t> counts, paddings;
};

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_RASTERBUILDER_H
