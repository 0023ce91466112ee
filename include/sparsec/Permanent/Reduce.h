//===- Reduce.h - smaller matrices with the same permanent ------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_REDUCE_H
#define SPARSEC_PERMANENT_REDUCE_H

#include "sparsec/Permanent/Matrix.h"

namespace sparsec::permanent {

/// What remains to be computed: permanent = factor * 2^exponent * the product
/// of the permanents of `blocks`, each of which has degrees of three and more
/// and only entries that are part of some perfect matching.
template <typename Number>
struct Reduction {
  Number factor;
  int64_t exponent = 0;
  int structuralRank = 0; ///< of the whole matrix; below its size: permanent 0
  int firstBlocks = 0;    ///< diagonal blocks of the whole matrix
  int largestFirstBlock = 0;
  int eliminated = 0; ///< rows or columns with two entries
  std::vector<Square<Number>> blocks;
};

template <typename Number>
Reduction<Number> reduce(const Square<Number> &square);

/// Multiplies rows and columns by powers of two so that the largest entry of
/// each is near 1; returns e with permanent(before) = 2^e * permanent(after).
int64_t balance(RoundedSquare &square);
/// Integers stay as they are, and so do numbers with exponents of any size.
int64_t balance(IntegerSquare &square);
int64_t balance(PreciseSquare &square);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_REDUCE_H
