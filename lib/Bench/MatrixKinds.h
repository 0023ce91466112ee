//===- MatrixKinds.h - one function per kind of made matrix -----*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_MATRIXKINDS_H
#define SPARSEC_LIB_BENCH_MATRIXKINDS_H

#include "sparsec/Matrix/Matrix.h"

#include <array>

namespace sparsec::bench {

/// A stencil on an n^dimensions grid: the neighbours at distance 1 in every
/// direction (`box`) or along the axes only.
CsrMatrix makeStencil(int64_t n, int dimensions, bool box);

/// The diagonals -band .. band of order \p n.
CsrMatrix makeBanded(int64_t n, int64_t band);

/// \p n block rows of \p perRow full \p height x \p width blocks at random
/// places.
CsrMatrix makeBlocks(int64_t n, int64_t height, int64_t width, int64_t perRow);

/// \p degree entries in each of \p n rows, anywhere.
CsrMatrix makeUniform(int64_t n, int64_t degree);

/// \p nodes points of a cube's grid, each coupled by a full block of order \p
/// block to itself and to each of its 26 neighbours with probability \p
/// coupled (a symmetric choice); nodes are renumbered within windows of 128,
/// so that there is locality but there are no diagonals. Like the matrices of
/// irregular finite elements.
CsrMatrix makeMesh(int64_t nodes, int64_t block, double coupled);

/// Short irregular rows, of geometrically distributed length with mean \p
/// degree (cut at 8 times that): the diagonal, entries at most \p width from it
/// with probability \p near, and others anywhere.
CsrMatrix makeScattered(int64_t n, double degree, double near, int64_t width);

/// 2^scale rows and degree * 2^scale edges.
struct RmatSizes {
  int64_t scale = 0;
  double degree = 0;
  /// Of the quadrants top left, top right, bottom left.
  std::array<double, 3> probability = {0.57, 0.19, 0.19};
  /// Vertices are renumbered: a number says nothing about the degree.
  bool shuffled = false;
};
/// R-MAT (Chakrabarti, Zhan, Faloutsos 2004); duplicates are merged.
CsrMatrix makeRmat(const RmatSizes &sizes);

/// A symmetric graph whose expected degrees follow a power law: vertex v, in
/// random order, has weight (v + 3)^-exponent (Chung and Lu 2002); about \p
/// degree entries a row.
CsrMatrix makePowerLaw(int64_t n, double degree, double exponent);

/// A matrix of weights of which few are left.
struct PrunedSizes {
  int64_t rows = 0, columns = 0;
  double percent = 0; ///< of the weights that are pruned
  /// The part of the columns, next to the diagonal of the rectangle, in which a
  /// row has entries.
  double band = 1;
  int64_t height = 1; ///< so many rows are pruned alike
};
/// Weights are left with the same probability each, and independently but for
/// groups of `height` rows. As many columns are in each row's band: at the
/// edges it is moved inwards.
CsrMatrix makePruned(const PrunedSizes &sizes);

/// How users rate items.
struct RatingSizes {
  int64_t users = 0, items = 0, ratings = 0;
  int64_t rank = 8;
  double noise = 0.1; ///< its standard deviation
  double skew = 0.6;
};
/// So many ratings, or all that there can be, of users (rows) and items
/// (columns) whose shares follow power laws: the v-th of either, in random
/// order, has weight (v + 3)^-skew. A rating is the product of a row and a
/// column of \p rank random numbers each, with a mean of sqrt(rank) and a
/// standard deviation of 0.9, and noise.
CsrMatrix makeRatings(const RatingSizes &sizes);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_MATRIXKINDS_H
