//===- TensorAtomTest.cpp - layouts of matrix instructions ----------------===//

#include "sparsec/IR/TensorAtom.h"

#include "gtest/gtest.h"

#include <array>
#include <map>
#include <utility>

using namespace sparsec;

namespace {

/// At most 16 x 16 numbers.
struct Matrix {
  std::array<double, 256> numbers = {};
  double &at(long row, long column) {
    return numbers.at(size_t(16 * row + column));
  }
};

/// Calls \p visit on each register of each lane.
template <typename Visit>
void forEach(const TensorLayout &layout, Visit visit) {
  for (long group = 0; group < TensorAtom::groups; ++group)
    for (long member = 0; member < TensorAtom::members; ++member)
      for (long reg = 0; reg < long(layout.registers); ++reg)
        visit(TensorPlace{group, member, reg});
}

/// What lanes hold where element (row, column) is 1 and all others are 0.
Matrix unit(const TensorLayout &layout, long row, long column) {
  Matrix held;
  forEach(layout, [&](const TensorPlace &place) {
    held.at(layout.rowOf(place), layout.columnOf(place)) +=
        layout.rowOf(place) == row && layout.columnOf(place) == column;
  });
  return held;
}

void expectBijective(const TensorLayout &layout, long rows, long columns) {
  std::map<std::pair<long, long>, int> times;
  forEach(layout, [&](const TensorPlace &place) {
    const long row = layout.rowOf(place), column = layout.columnOf(place);
    EXPECT_TRUE(0 <= row && row < rows && 0 <= column && column < columns);
    ++times[{row, column}];
  });
  EXPECT_EQ(long(times.size()), rows * columns);
  for (const auto &[place, count] : times)
    EXPECT_EQ(count, 1);
}

TEST(TensorAtoms, HoldEachElementOnce) {
  for (const TensorAtom &atom : tensorAtoms()) {
    SCOPED_TRACE(atom.name.str());
    expectBijective(atom.left, atom.rows, atom.depth);
    expectBijective(atom.right, atom.depth, atom.columns);
    expectBijective(atom.sum, atom.rows, atom.columns);
  }
}

/// Each lane adds up products of what other lanes hold, for every pair of an
/// element of A and one of B.
TEST(TensorAtoms, AreProducts) {
  for (const TensorAtom &atom : tensorAtoms())
    for (long row = 0; row < atom.rows; ++row)
      for (long k = 0; k < atom.depth; ++k)
        for (long other = 0; other < atom.depth; ++other)
          for (long column = 0; column < atom.columns; ++column) {
            Matrix left = unit(atom.left, row, k),
                   right = unit(atom.right, other, column);
            forEach(atom.sum, [&](const TensorPlace &place) {
              const long r = atom.sum.rowOf(place),
                         c = atom.sum.columnOf(place);
              double sum = 0;
              for (long at = 0; at < atom.depth; ++at)
                sum += left.at(r, at) * right.at(at, c);
              ASSERT_EQ(sum, k == other && r == row && c == column);
            });
          }
}

TEST(TensorAtoms, AreFoundByName) {
  for (const TensorAtom &atom : tensorAtoms())
    EXPECT_EQ(findTensorAtom(atom.name), &atom);
  EXPECT_EQ(findTensorAtom("m1n1k1"), nullptr);
}

} // namespace
