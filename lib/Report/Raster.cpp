//===- Raster.cpp - pictures of a trace -----------------------------------===//

#include "Raster.h"

#include "RasterBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sparsec {

using bench::CsrMatrix;

namespace {

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

} // namespace

size_t rowLengthOf(const MatrixTrace::Carrier &carrier) {
  const size_t square =
      std::max<size_t>(1, size_t(std::ceil(std::sqrt(double(carrier.places)))));
  return carrier.rowLength > 1 ? carrier.rowLength : square;
}

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
  pictures.rounds = roundsOf(trace);
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
