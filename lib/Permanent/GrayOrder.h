//===- GrayOrder.h - the order of columns as digits -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_GRAYORDER_H
#define SPARSEC_LIB_PERMANENT_GRAYORDER_H

#include "GrayKernel.h"

#include "sparsec/Permanent/Blocks.h"
#include "sparsec/Permanent/Matrix.h"

#include <cmath>
#include <vector>

namespace sparsec::permanent {

/// Which columns are digits, in which order, the last one being in every
/// subset; of the matrix or of its transpose.
struct ColumnOrder {
  bool transpose = false;
  std::vector<int> columns;
  double operations = INFINITY; ///< additions and multiplications of a step
};

/// The one with the fewest operations, of the matrix or across.
ColumnOrder bestOrder(const Pattern &pattern);

/// \p block with its columns, or rows if it is taken across, in that order.
DoubleRows rowsOf(const RoundedSquare &block, const ColumnOrder &order);

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_GRAYORDER_H
