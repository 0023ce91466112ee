//===- GrayOrder.cpp - the order of columns as digits ---------------------===//

#include "GrayOrder.h"

#include "sparsec/Matrix/DigitOrder.h"

#include <algorithm>

namespace sparsec::permanent {
namespace {

/// Low digits of which the kernel's straight-line code may have tables, about
/// as many as range.script makes straight-line code.
constexpr unsigned tabledDigits = 7;

Pattern transposed(const Pattern &pattern) {
  Pattern result(pattern.size());
  for (size_t row = 0; row < pattern.size(); ++row)
    for (int column : pattern[row])
      result[column].push_back(static_cast<int>(row));
  return result;
}

/// The fullest column is the one that never changes.
ColumnOrder orderOf(const Pattern &pattern) {
  const auto n = static_cast<int>(pattern.size());
  Pattern columns = transposed(pattern);
  auto fullest =
      static_cast<int>(std::max_element(columns.begin(), columns.end(),
                                        [](const auto &a, const auto &b) {
                                          return a.size() < b.size();
                                        }) -
                       columns.begin());
  DigitRows rows(pattern.size());
  for (int row = 0; row < n; ++row)
    for (int column : pattern[row])
      if (column != fullest)
        rows[row].push_back(unsigned(column - (column > fullest)));
  std::vector<unsigned> places =
      orderDigits(rows, unsigned(n - 1), DigitOrder::Search, tabledDigits);
  ColumnOrder order;
  order.operations = sparsec::costOf(rows, places, tabledDigits).sum() + 1;
  order.columns.assign(size_t(n), fullest);
  for (int digit = 0; digit < n - 1; ++digit)
    order.columns[places[digit]] = digit + (digit >= fullest);
  return order;
}

} // namespace

ColumnOrder bestOrder(const Pattern &pattern) {
  ColumnOrder straight = orderOf(pattern),
              across = orderOf(transposed(pattern));
  across.transpose = true;
  return across.operations < straight.operations ? across : straight;
}

DoubleRows rowsOf(const RoundedSquare &block, const ColumnOrder &order) {
  std::vector<std::vector<std::pair<int, double>>> rows(block.rows.size());
  std::vector<int> placeOf(block.rows.size());
  for (size_t place = 0; place < order.columns.size(); ++place)
    placeOf[order.columns[place]] = static_cast<int>(place);
  for (int row = 0; row < block.size(); ++row)
    for (const auto &entry : block.rows[row]) {
      int across = order.transpose ? entry.column : row,
          down = order.transpose ? row : entry.column;
      rows[across].emplace_back(placeOf[down], entry.value.value.real());
    }
  DoubleRows result;
  for (auto &row : rows) {
    std::sort(row.begin(), row.end());
    for (auto [column, value] : row) {
      result.col.push_back(column);
      result.a.push_back(value);
    }
    result.index.push_back(static_cast<int>(result.col.size()));
  }
  return result;
}

} // namespace sparsec::permanent
