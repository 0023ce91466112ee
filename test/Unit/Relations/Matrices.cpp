//===- Matrices.cpp - random patterns that satisfy facts ------------------===//

#include "Matrices.h"

#include <algorithm>

namespace sparsec::test {

static bool isIn(Pattern::Part part, long row, long column) {
  switch (part) {
  case Pattern::Lower:
    return column <= row;
  case Pattern::StrictlyLower:
    return column < row;
  case Pattern::Upper:
    return column >= row;
  case Pattern::StrictlyUpper:
    return column > row;
  case Pattern::All:
    break;
  }
  return true;
}

void addMatrix(Numbers &numbers, const Pattern &pattern,
               std::pair<long, long> size, stress::Random &random) {
  std::vector<long> index = {0}, col;
  int density = random.between(10, 90);
  for (long row = 0; row < size.first; ++row) {
    // Empty rows must occur, often.
    bool isEmpty = random.chance(20);
    std::vector<long> columns;
    for (long column = 0; column < size.second; ++column) {
      bool isKept = !isEmpty && random.chance(density);
      bool isDiagonal = pattern.hasDiagonal && row == column;
      if (isIn(pattern.part, row, column) && (isKept || isDiagonal))
        columns.push_back(column);
    }
    bool mayRepeat = pattern.order != Pattern::StrictlyRising;
    if (mayRepeat && !columns.empty() && random.chance(40))
      columns.push_back(random.pick(columns));
    if (pattern.order == Pattern::Any)
      random.shuffle(columns);
    if (pattern.order == Pattern::Rising)
      std::sort(columns.begin(), columns.end());
    col.insert(col.end(), columns.begin(), columns.end());
    index.push_back(long(col.size()));
  }
  numbers.arrays[pattern.index] = std::move(index);
  numbers.arrays[pattern.col] = std::move(col);
}

} // namespace sparsec::test
