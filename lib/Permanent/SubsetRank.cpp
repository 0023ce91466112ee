//===- SubsetRank.cpp - tables for the ranks of subsets -------------------===//

#include "sparsec/Permanent/SubsetRank.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

namespace sparsec::permanent {
namespace {

using Triangle = std::array<std::array<uint64_t, 65>, 65>;

constexpr Triangle makeTriangle() {
  Triangle table = {};
  for (int n = 0; n < 65; ++n) {
    table[n][0] = 1;
    for (int k = 1; k <= n; ++k)
      table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}

/// C(n, k) for 0 <= n <= 64, 0 for k > n; C(64, 32) fits 64 bits.
constexpr Triangle triangle = makeTriangle();

constexpr int generalGroupBits = 8;

} // namespace

/// Two tables while they are small against the values that they number.
SubsetRank::Shape SubsetRank::shapeFor(Bits mask, uint64_t size) {
  int width = std::bit_width(mask), half = (width + 1) / 2;
  if (half <= generalGroupBits || size >= (uint64_t{1} << half))
    return {2, half};
  return {(width + generalGroupBits - 1) / generalGroupBits, generalGroupBits};
}

double SubsetRank::tableEntries(Bits mask, int k) {
  auto [groups, groupBits] = shapeFor(mask, triangle[std::popcount(mask)][k]);
  double rows = groups == 2 ? 2 : groups * (k + 1);
  return rows * double(uint64_t{1} << groupBits);
}

SubsetRank::SubsetRank(Bits mask, int k) : mask(mask), elements(k) {
  int places = std::popcount(mask);
  assert(k >= 0 && k <= places && "the pattern has a perfect matching");
  size = triangle[places][k];
  Shape shape = shapeFor(mask, size);
  groups = shape.groups;
  groupBits = shape.groupBits;
  groupMask = (Bits{1} << groupBits) - 1;
  lowestBits.push_back(0);
  for (Bits left = mask; left; left &= left - 1)
    lowestBits.push_back(lowestBits.back() | (left & (0 - left)));
  fillTables();
}

/// C(p, index) for the place p of a bit within the mask, 0 beyond the last
/// element: no subset has such bits.
uint64_t SubsetRank::term(int bit, int index) const {
  if (bit >= 64 || index > elements)
    return 0;
  return triangle[std::popcount(mask & ((Bits{1} << bit) - 1))][index];
}

/// The shares of a group's bits in the rank, with so many elements below them.
void SubsetRank::fillRow(int group, int lower) {
  std::size_t start = tables.size();
  tables.push_back(0);
  for (Bits bits = 1; bits <= groupMask; ++bits) {
    int top = std::bit_width(bits) - 1;
    uint64_t rest = tables[start + (bits ^ (Bits{1} << top))];
    tables.push_back(
        rest + term(group * groupBits + top, lower + std::popcount(bits)));
  }
}

/// The same for the upper of two groups, which has all elements that the lower
/// one has not: its lowest is element number `elements` - popcount + 1.
void SubsetRank::fillUpper() {
  upper.push_back(0);
  for (Bits bits = 1; bits <= groupMask; ++bits) {
    int index = elements - std::popcount(bits) + 1;
    uint64_t rest = upper[bits & (bits - 1)];
    upper.push_back(
        index < 1 ? 0 : rest + term(groupBits + std::countr_zero(bits), index));
  }
}

void SubsetRank::fillTables() {
  if (groups == 2) {
    fillRow(0, 0);
    fillUpper();
    return;
  }
  for (int group = 0; group < groups; ++group)
    for (int lower = 0; lower <= elements; ++lower)
      fillRow(group, lower);
}

uint64_t SubsetRank::general(Bits subset) const {
  uint64_t rank = 0, lower = 0;
  for (int group = 0; group < groups; ++group) {
    Bits bits = subset & groupMask;
    subset >>= groupBits;
    uint64_t row = group * (elements + 1) + lower;
    rank += tables[(row << groupBits) + bits];
    lower += std::popcount(bits);
  }
  return rank;
}

Bits SubsetRank::unrank(uint64_t rank) const {
  Bits subset = 0;
  int place = std::popcount(mask);
  for (int k = elements; k > 0; --k) {
    do
      --place;
    while (triangle[place][k] > rank);
    rank -= triangle[place][k];
    subset |= lowestBits[place + 1] & ~lowestBits[place];
  }
  return subset;
}

} // namespace sparsec::permanent
