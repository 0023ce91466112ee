//===- Raster.cpp - pictures of a trace -----------------------------------===//

#include "Raster.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sparsec {

using bench::CsrMatrix;

namespace {

/// Cells that many points fall into take the mean of their shades.
class RasterBuilder {
public:
  RasterBuilder(size_t rows, size_t columns)
      : rows(std::max<size_t>(rows, 1)), columns(std::max<size_t>(columns, 1)) {
    raster.height = std::min(this->rows, Raster::most);
    raster.width = std::min(this->columns, Raster::most);
    sums.resize(raster.height * raster.width);
    counts.resize(sums.size());
    paddings.resize(sums.size());
  }
  size_t cellOf(size_t row, size_t column) const {
    return row * raster.height / rows * raster.width +
           column * raster.width / columns;
  }
  void add(size_t row, size_t column, double shade) {
    const size_t cell = cellOf(row, column);
    sums[cell] += shade;
    ++counts[cell];
  }
  void addPadding(size_t row, size_t column) {
    ++paddings[cellOf(row, column)];
  }
  Raster finish() {
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

private:
  const size_t rows, columns;
  Raster raster;
  std::vector<double> sums;
  std::vector<size_t> counts, paddings;
};

/// The loop by whose values visits are coloured.
struct ShadingLoop {
  size_t depth = 0;
  long long first = 0, last = 0;

  double shadeOf(const MatrixTrace::Visit &visit) const {
    return last == first
               ? 0
               : double(visit.loops[depth] - first) / double(last - first);
  }
};

ShadingLoop valuesAt(const MatrixTrace &trace, size_t statement, size_t depth) {
  std::optional<ShadingLoop> values;
  for (const MatrixTrace::Visit &visit : trace.visits) {
    if (visit.statement != statement)
      continue;
    const long long value = visit.loops[depth];
    if (!values)
      values = ShadingLoop{depth, value, value};
    values->first = std::min(values->first, value);
    values->last = std::max(values->last, value);
  }
  return values.value_or(ShadingLoop{depth});
}

/// The outermost loop of \p statement with several values, or else the
/// outermost one.
ShadingLoop shadingOf(const MatrixTrace &trace, size_t statement) {
  for (size_t depth = 0; depth < MatrixTrace::depth; ++depth) {
    const ShadingLoop values = valuesAt(trace, statement, depth);
    if (values.first != values.last)
      return values;
  }
  return valuesAt(trace, statement, 0);
}

std::vector<size_t> rowsOf(const CsrMatrix &matrix) {
  std::vector<size_t> rows;
  for (size_t row = 0; row < size_t(matrix.rows); ++row)
    rows.resize(size_t(matrix.pointer[row + 1]), row);
  return rows;
}

/// How a copy lies in memory: by its last extent, or in rows as long as it has
/// rows.
size_t rowLengthOf(const MatrixTrace::Carrier &carrier) {
  const size_t square =
      std::max<size_t>(1, size_t(std::ceil(std::sqrt(double(carrier.places)))));
  return carrier.rowLength > 1 ? carrier.rowLength : square;
}

} // namespace

StepPictures picturesOf(const MatrixTrace &trace, const CsrMatrix &matrix) {
  StepPictures pictures;
  std::vector<ShadingLoop> shadings;
  for (size_t statement = 0; statement < trace.loops.size(); ++statement) {
    shadings.push_back(shadingOf(trace, statement));
    const ShadingLoop &shading = shadings.back();
    const StepPictures::Shading told{trace.loops[statement][shading.depth],
                                     shading.first, shading.last};
    if (!told.loop.empty() && !llvm::is_contained(pictures.shadings, told))
      pictures.shadings.push_back(told);
  }
  pictures.visits = trace.iterations;
  pictures.padded = trace.padding;
  const std::vector<size_t> rows = rowsOf(matrix);
  RasterBuilder order(size_t(matrix.rows), size_t(matrix.columns));
  std::vector<RasterBuilder> storages;
  std::vector<size_t> lengths;
  for (const MatrixTrace::Carrier &carrier : trace.carriers) {
    lengths.push_back(rowLengthOf(carrier));
    const size_t length = lengths.back();
    storages.emplace_back((carrier.places + length - 1) / length, length);
  }
  for (const MatrixTrace::Visit &visit : trace.visits) {
    const size_t length = lengths[visit.carrier];
    RasterBuilder &storage = storages[visit.carrier];
    if (visit.entry < 0)
      continue;
    const double shade = shadings[visit.statement].shadeOf(visit);
    order.add(rows[size_t(visit.entry)],
              size_t(matrix.column[size_t(visit.entry)]), shade);
    storage.add(visit.place / length, visit.place % length, shade);
  }
  pictures.order = order.finish();
  for (size_t at = 0; at < storages.size(); ++at) {
    const MatrixTrace::Carrier &carrier = trace.carriers[at];
    const bool isRead = llvm::any_of(
        trace.visits, [&](const auto &visit) { return visit.carrier == at; });
    if (!carrier.isCopy || !isRead)
      continue;
    size_t padding = 0;
    for (size_t place = 0; place < carrier.places; ++place)
      if (carrier.entries[place] < 0) {
        ++padding;
        storages[at].addPadding(place / lengths[at], place % lengths[at]);
      }
    pictures.storages.push_back({carrier.name, carrier.places, padding,
                                 lengths[at], storages[at].finish()});
  }
  return pictures;
}

} // namespace sparsec
