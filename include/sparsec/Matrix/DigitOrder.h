//===- DigitOrder.h - which digit changes how often -------------*- C++ -*-===//
///
/// \file
/// A loop over all numbers of some binary digits computes partial results for
/// each row of a matrix, and row r depends on the digits of its columns. In
/// Gray order the digit at place p changes in every 2^(p+1)th step: then every
/// row of its column is updated, and every row whose lowest place is p or less
/// is multiplied anew. Which column gets which place decides the cost of a
/// step (reference: permanent.md section 5).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_MATRIX_DIGITORDER_H
#define SPARSEC_MATRIX_DIGITORDER_H

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// The digits (columns) that each row depends on; may repeat.
using DigitRows = std::vector<std::vector<unsigned>>;

/// Per step, on average.
struct DigitCost {
  double additions = 0, multiplications = 0;
  double sum() const { return additions + multiplications; }
};

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
/// often.
std::vector<unsigned> orderDigits(const DigitRows &rows, unsigned digits,
                                  DigitOrder order);

DigitCost costOf(const DigitRows &rows, const std::vector<unsigned> &places);

} // namespace sparsec

#endif // SPARSEC_MATRIX_DIGITORDER_H
