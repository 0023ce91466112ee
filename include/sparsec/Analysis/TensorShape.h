//===- TensorShape.h - which products of an instruction count ---*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_TENSORSHAPE_H
#define SPARSEC_ANALYSIS_TENSORSHAPE_H

#include "sparsec/IR/TensorAtom.h"
#include "sparsec/Poly/Isl.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Which of an instruction's products { (row, column, k) } the loops have. What
/// an operand loads is then there or not by the two numbers that it has.
struct TensorShape {
  /// 1: all products, or those of some rows, some columns and some k, whatever
  /// the others are, with number 0 wherever there is any. Else sums are those
  /// of column == row / stride % diagonal, such as the trace of a product or of
  /// its blocks, or of a product whose elements are columns of `stride` sums;
  /// and which k there are is the same for the rows of one column.
  long diagonal = 1;
  /// A power of two, as `diagonal` is: together at most the number of rows.
  long stride = 1;
  /// Of a diagonal: where a sum that there is in some iteration of a thread's
  /// loops has no product in another one, both factors are 0 there.
  bool keepsSums = false;
};

/// The products in the iterations of the other loops.
struct TensorProducts {
  isl::set there; ///< `{ T[outer.., row, column, k] }`
  /// The dimensions of outer loops that each thread runs itself.
  std::vector<unsigned> inside;
  /// Parameters that are elements of index arrays.
  std::vector<std::string> calls;
};

/// Nothing where \p products are no such part of those of \p atom.
std::optional<TensorShape> shapeOf(const TensorAtom &atom,
                                   const TensorProducts &products);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TENSORSHAPE_H
