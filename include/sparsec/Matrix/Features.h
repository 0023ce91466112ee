//===- Features.h - numbers that tell matrices apart ------------*- C++ -*-===//
#ifndef SPARSEC_MATRIX_FEATURES_H
#define SPARSEC_MATRIX_FEATURES_H

#include "sparsec/Matrix/Matrix.h"

#include <map>

namespace sparsec::bench {

/// What models that predict times take in (docs/guide/tuning.md), all of the
/// pattern, in time linear in the entries: matrix.rows, matrix.columns,
/// matrix.entries; of row lengths matrix.row_mean, matrix.row_longest and
/// matrix.row_deviation; matrix.diagonal_distance, the mean of
/// |column - row|; matrix.diagonals, how many have an entry; and for blocks of
/// K x K, K = 2, 3, 4, 8, matrix.fill_K: elements of those that have an entry,
/// per entry.
std::map<std::string, double> featuresOf(const CsrMatrix &matrix);

} // namespace sparsec::bench

#endif // SPARSEC_MATRIX_FEATURES_H
