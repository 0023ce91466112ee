//===- Reduce.cpp - blocks and the elimination of degrees one and two -----===//
///
/// \file
/// A row with the entries a in column p and b in column q goes, and the columns
/// become one:
///
///     | a b . |
///     | x y * |   =>   | a*y + b*x  * |
///     | z . * |        | b*z        * |
///
/// which is the expansion by this row, as the permanent is linear in each
/// column. Likewise with rows for columns. A row with one entry is a diagonal
/// block of size 1. Values that cancel split a block further.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Reduce.h"
#include "sparsec/Permanent/Blocks.h"

#include <algorithm>

namespace sparsec::permanent {
namespace {

/// a*y + b*x of two columns of a row; either may be missing.
template <typename Row, typename Number>
void merge(Row &row, int p, int q, const Number &a, const Number &b) {
  bool found = false;
  Number sum{};
  Row result;
  for (auto &entry : row)
    if (entry.column == p || entry.column == q) {
      Number term = entry.value * (entry.column == p ? b : a);
      sum = found ? sum + term : term;
      found = true;
    } else {
      result.push_back(std::move(entry));
    }
  if (found && !isZero(sum))
    result.push_back({p, sum});
  row = std::move(result);
}

/// Eliminates one row with two entries, if there is one.
template <typename Number>
bool eliminateRow(Square<Number> &square) {
  auto two = std::find_if(square.rows.begin(), square.rows.end(),
                          [](const auto &row) { return row.size() == 2; });
  if (two == square.rows.end() || square.size() < 2)
    return false;
  auto [p, a] = (*two)[0];
  auto [q, b] = (*two)[1];
  square.rows.erase(two);
  for (auto &row : square.rows) {
    merge(row, p, q, a, b);
    for (auto &entry : row)
      entry.column -= entry.column > q;
    std::sort(row.begin(), row.end(),
              [](const auto &x, const auto &y) { return x.column < y.column; });
  }
  return true;
}

template <typename Number>
class Reducer {
public:
  explicit Reducer(const Square<Number> &square) {
    Decomposition<Number> whole = decompose(square);
    result.factor = Number{one()};
    result.structuralRank = whole.structuralRank;
    result.firstBlocks = static_cast<int>(whole.blocks.size());
    for (Square<Number> &block : whole.blocks) {
      result.largestFirstBlock =
          std::max(result.largestFirstBlock, block.size());
      open.push_back(std::move(block));
    }
    while (!open.empty() && !isZero(result.factor))
      takeOne();
  }
  Reduction<Number> result;

private:
  std::vector<Square<Number>> open; // blocks without entries that do not count

  static auto one() {
    if constexpr (std::is_same_v<Number, Rounded>)
      return Rounded{1, 1};
    else if constexpr (std::is_same_v<Number, Precise>)
      return Precise::one();
    else
      return Number(1);
  }

  void takeOne() {
    Square<Number> block = std::move(open.back());
    open.pop_back();
    if (block.size() > 1)
      result.exponent += balance(block);
    if (block.size() == 1)
      return multiply(block.rows[0][0].value);
    if (eliminateRow(block))
      return split(block);
    Square<Number> across = transposed(block);
    if (eliminateRow(across))
      return split(across);
    result.blocks.push_back(std::move(block));
  }

  void split(const Square<Number> &block) {
    ++result.eliminated;
    Decomposition<Number> parts = decompose(block);
    if (parts.structuralRank < block.size())
      result.factor = Number{}; // by cancellation
    for (Square<Number> &part : parts.blocks)
      open.push_back(std::move(part));
  }

  void multiply(const Number &value) {
    result.factor = result.factor * value;
    if constexpr (std::is_same_v<Number, Rounded>) {
      RoundedSquare single{{{{0, result.factor}}}};
      result.exponent += balance(single);
      result.factor = single.rows[0][0].value;
    }
  }
};

} // namespace

template <typename Number>
Reduction<Number> reduce(const Square<Number> &square) {
  return Reducer<Number>(square).result;
}

template Reduction<mpz_class> reduce(const IntegerSquare &);
template Reduction<Rounded> reduce(const RoundedSquare &);
template Reduction<Precise> reduce(const PreciseSquare &);

} // namespace sparsec::permanent
