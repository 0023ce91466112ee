//===- Blocks.h - what of a matrix a permanent depends on -------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_BLOCKS_H
#define SPARSEC_PERMANENT_BLOCKS_H

#include "sparsec/Permanent/Matrix.h"

#include <vector>

namespace sparsec::permanent {

/// Columns of the entries of each row.
using Pattern = std::vector<std::vector<int>>;

template <typename Number>
Pattern patternOf(const Square<Number> &square) {
  Pattern pattern(square.rows.size());
  for (size_t row = 0; row < pattern.size(); ++row)
    for (const auto &entry : square.rows[row])
      pattern[row].push_back(entry.column);
  return pattern;
}

/// A largest matching { row -> column }; -1 for a row without partner.
std::vector<int> maximumMatching(const Pattern &pattern);

/// The diagonal blocks of the fine Dulmage-Mendelsohn decomposition of a
/// pattern with the perfect matching \p columnOf: { row -> block }. An entry is
/// part of a perfect matching exactly if its row and the row matched with its
/// column lie in one block; the permanent is the product of the blocks'.
std::vector<int> diagonalBlocks(const Pattern &pattern,
                                const std::vector<int> &columnOf);

/// The structural rank and, if it is full, the diagonal blocks as matrices.
template <typename Number>
struct Decomposition {
  int structuralRank = 0;
  std::vector<Square<Number>> blocks;
};

template <typename Number>
Decomposition<Number> decompose(const Square<Number> &square);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_BLOCKS_H
