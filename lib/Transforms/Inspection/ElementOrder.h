//===- ElementOrder.h - elements in the order of their rows -----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_ELEMENTORDER_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_ELEMENTORDER_H

#include "Inspection/InspectorBuilder.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// A permutation that an inspector makes, and its inverse.
struct OrderArrays {
  std::string order;   ///< number of the element at each place
  std::string inverse; ///< place of each element
  isl::pw_aff count;   ///< `[n] -> { [value] }`: how many there are
};

/// The loop \p loop runs through the permutation `rows.order` of rows, and
/// `pointers` tells which elements belong to each.
struct OrderedRows {
  std::string loop, order, pointers;
  isl::pw_aff count; ///< of rows
};

/// The elements row by row, rows in the order of the loop; within a row
/// nothing moves:
///
///     for p:                   first[p + 1] = length of row order[p]
///     scan of first
///     for p, e in row order[p]: inverse[e] = first[p] + e's number in the row
///     for e:                   order[inverse[e]] = e
///
/// Fails where facts do not say that every element below \p total, `[n] -> {
/// [value] }`, is in one of the rows.
llvm::Expected<OrderArrays> orderElements(Program &next,
                                          InspectorBuilder &phases,
                                          const OrderedRows &rows,
                                          const isl::pw_aff &total);

/// `inverse[order[p]] = p`, for \p count elements of the permutation \p order,
/// in a loop named \p loop; and that each is the other's inverse.
void invertOrder(Program &next, InspectorBuilder &phases,
                 const std::string &loop, const OrderArrays &arrays);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_ELEMENTORDER_H
