//===- RasterBuilder.cpp - points to cells --------------------------------===//

#include "RasterBuilder.h"

#include <algorithm>

namespace sparsec {

RasterBuilder::RasterBuilder(size_t rows, size_t columns)
    : rows(std::max<size_t>(rows, 1)), columns(std::max<size_t>(columns, 1)) {
  raster.height = std::min(this->rows, Raster::most);
  raster.width = std::min(this->columns, Raster::most);
  sums.resize(raster.height * raster.width);
  counts.resize(sums.size());
  paddings.resize(sums.size());
}

size_t RasterBuilder::cellOf(size_t row, size_t column) const {
  return row * raster.height / rows * raster.width +
         column * raster.width / columns;
}

void RasterBuilder::add(size_t row, size_t column, double shade) {
  const size_t cell = cellOf(row, column);
  sums[cell] += shade;
  ++counts[cell];
}

void RasterBuilder::addPadding(size_t row, size_t column) {
  ++paddings[cellOf(row, column)];
}

Raster RasterBuilder::finish() {
  for (size_t cell = 0; cell < sums.size(); ++cell)
    raster.cells.push_back(
        counts[cell] >= std::max<size_t>(paddings[cell], 1)
            ? static_cast<signed char>(sums[cell] / double(counts[cell]) *
                                           (Raster::shades - 1) +
                                       0.5)
        : paddings[cell] ? Raster::padding
                         : Raster::nothing);
  return std::move(raster);
}

} // namespace sparsec
