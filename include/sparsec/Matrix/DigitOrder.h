//===- DigitOrder.h - which digit changes how often -------------*- C++ -*-===//
///
/// \file
/// Which column of a matrix gets which place decides the cost of a step over
/// binary digits (DigitCost.h).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_MATRIX_DIGITORDER_H
#define SPARSEC_MATRIX_DIGITORDER_H

#include "sparsec/Matrix/DigitCost.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// The digits (columns) that each row depends on; may repeat.
using DigitRows = std::vector<std::vector<unsigned>>;

enum class DigitOrder {
  Source, ///< digit d at place d
  Degree, ///< columns with fewest rows first
  /// The column with the fewest rows that no column before has (Algorithm 3 of
  /// arXiv 2501.15126).
  NewRows,
  /// Greedy by cost from each first column; the best ones improved by moving
  /// one column at a time.
  Search,
};

/// "source", "degree", "new_rows", "search".
std::optional<DigitOrder> digitOrderNamed(const std::string &name);
/// All of them, for messages.
std::string digitOrderNames();

/// The place of each of \p digits digits, 0 for the one that changes most
/// often, for products with tables of digits at places below \p tabled.
std::vector<unsigned> orderDigits(const DigitRows &rows, unsigned digits,
                                  DigitOrder order, unsigned tabled = 0);

DigitCost costOf(const DigitRows &rows, const std::vector<unsigned> &places,
                 unsigned tabled = 0);

} // namespace sparsec

#endif // SPARSEC_MATRIX_DIGITORDER_H
