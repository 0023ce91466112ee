//===- Corpus.h - small matrices that break wrong code ----------*- C++ -*-===//
#ifndef SPARSEC_BENCH_CORPUS_H
#define SPARSEC_BENCH_CORPUS_H

#include "sparsec/Matrix/Matrix.h"

#include <vector>

namespace sparsec::bench {

/// The built-in corpus, each matrix adapted to \p shape, equal ones once:
/// 0 x 0, no entries, 1 x 1, one row, one column, empty rows, a dense row,
/// unsorted columns, duplicates, wide and tall, sizes that no tile divides,
/// banded, blocks, stencils.
std::vector<CsrMatrix> corpus(const MatrixShape &shape);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_CORPUS_H
