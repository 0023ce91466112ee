//===- LineChanges.cpp - what a step changed, line by line ----------------===//

#include "LineChanges.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

static bool isSame(const LoopLine &one, const LoopLine &other) {
  return one.depth == other.depth && one.text == other.text;
}

bool LineChanges::any() const {
  return llvm::is_contained(removed, true) || llvm::is_contained(added, true);
}

LineChanges changesBetween(const std::vector<LoopLine> &before,
                           const std::vector<LoopLine> &after) {
  // common[b][a]: the longest common part of what begins at b and a. Unrolled
  // programs have some thousands of lines; more are compared by their ends
  // only.
  constexpr size_t most = 4000;
  size_t head = 0, tail = 0;
  const size_t shorter = std::min(before.size(), after.size());
  while (head < shorter && isSame(before[head], after[head]))
    ++head;
  while (tail < shorter - head && isSame(before[before.size() - 1 - tail],
                                         after[after.size() - 1 - tail]))
    ++tail;
  LineChanges changes{std::vector<bool>(before.size()),
                      std::vector<bool>(after.size())};
  const size_t rows = before.size() - head - tail;
  const size_t columns = after.size() - head - tail;
  if (rows > most || columns > most) {
    std::fill_n(changes.removed.begin() + long(head), rows, true);
    std::fill_n(changes.added.begin() + long(head), columns, true);
    return changes;
  }
  std::vector<std::vector<unsigned>> common(rows + 1,
                                            std::vector<unsigned>(columns + 1));
  for (size_t row = rows; row-- > 0;)
    for (size_t column = columns; column-- > 0;)
      common[row][column] =
          isSame(before[head + row], after[head + column])
              ? common[row + 1][column + 1] + 1
              : std::max(common[row + 1][column], common[row][column + 1]);
  size_t row = 0, column = 0;
  while (row < rows || column < columns)
    if (row < rows && column < columns &&
        isSame(before[head + row], after[head + column]))
      ++row, ++column;
    else if (column == columns ||
             (row < rows && common[row + 1][column] >= common[row][column + 1]))
      changes.removed[head + row++] = true;
    else
      changes.added[head + column++] = true;
  return changes;
}

} // namespace sparsec
