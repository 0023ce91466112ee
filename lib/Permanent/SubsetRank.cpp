//===- SubsetRank.cpp - tables for the ranks of subsets -------------------===//

#include "sparsec/Permanent/SubsetRank.h"

#include <array>
#include <bit>
#include <cassert>

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

constexpr int generalGroupBits = 10;

} // namespace

SubsetRank::SubsetRank(Bits mask, int k) : mask(mask), elements(k) {
  int places = std::popcount(mask);
  assert(k >= 0 && k <= places && "the pattern has a perfect matching");
  size = triangle[places][k];
  int width = std::bit_width(mask);
  // Two tables while they are small against the values that they number.
  groupBits = (width + 1) / 2;
  groups = 2;
  if (groupBits > 8 && size < (uint64_t{1} << groupBits)) {
    groupBits = generalGroupBits;
    groups = (width + groupBits - 1) / groupBits;
  }
  groups = groups < 2 ? 2 : groups;
  groupMask = (Bits{1} << groupBits) - 1;
  lowestBits.push_back(0);
  for (Bits left = mask; left; left &= left - 1)
    lowestBits.push_back(lowestBits.back() | (left & (0 - left)));
  fillTables();
}

/// The share of a group's bits in the rank, with so many elements below them.
uint64_t SubsetRank::entry(int group, int lower, Bits bits) const {
  Bits shifted = bits << (group * groupBits);
  if (shifted & ~mask)
    return 0; // no subset has these
  uint64_t rank = 0;
  for (Bits left = shifted; left; left &= left - 1) {
    Bits below = (left & (0 - left)) - 1;
    ++lower;
    if (lower > elements)
      return 0;
    rank += triangle[std::popcount(mask & below)][lower];
  }
  return rank;
}

void SubsetRank::fillTables() {
  uint64_t wide = groupMask + 1;
  if (groups == 2) {
    for (Bits bits = 0; bits < wide; ++bits)
      tables.push_back(entry(0, 0, bits));
    for (Bits bits = 0; bits < wide; ++bits) {
      int own = std::popcount(bits);
      upper.push_back(own > elements ? 0 : entry(1, elements - own, bits));
    }
    return;
  }
  for (int group = 0; group < groups; ++group)
    for (int lower = 0; lower <= elements; ++lower)
      for (Bits bits = 0; bits < wide; ++bits)
        tables.push_back(entry(group, lower, bits));
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
