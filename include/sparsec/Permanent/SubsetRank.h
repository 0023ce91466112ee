//===- SubsetRank.h - numbers for the k-subsets of a set --------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_SUBSETRANK_H
#define SPARSEC_PERMANENT_SUBSETRANK_H

#include <cstdint>
#include <vector>

namespace sparsec::permanent {

using Bits = uint64_t;

/// The subsets with k elements of the set bits of a mask, numbered 0 ..
/// C(f,k)-1 as they rise as numbers: with elements p1 < .. < pk (places within
/// the mask) the rank is C(p1, 1) + .. + C(pk, k). Read from tables by groups
/// of bits.
class SubsetRank {
public:
  /// \p mask: at most 64 bits; 0 <= k <= their number.
  SubsetRank(Bits mask, int k);

  uint64_t count() const { return size; }

  /// Entries of the tables of such an object; they take time as values do.
  static double tableEntries(Bits mask, int k);

  uint64_t operator()(Bits subset) const {
    if (groups == 2) // the usual case: the number of lower elements is implied
      return tables[subset & groupMask] + upper[subset >> groupBits];
    return general(subset);
  }

  /// The subset of a rank, and the next one; next of the last is meaningless.
  Bits unrank(uint64_t rank) const;
  Bits next(Bits subset) const {
    Bits lowest = subset & (0 - subset);
    Bits risen = ((subset | ~mask) + lowest) & mask;
    return risen | lowestBits[__builtin_popcountll(subset & ~risen) - 1];
  }

private:
  Bits mask;
  int elements;
  uint64_t size;
  /// Bits by groups for the tables.
  struct Shape {
    int groups, groupBits;
  };
  static Shape shapeFor(Bits mask, uint64_t size);

  int groups, groupBits;
  Bits groupMask;
  /// [group][elements below][bits of the group]; of the lowest group one row.
  std::vector<uint64_t> tables;
  std::vector<uint64_t> upper;  ///< with two groups: [bits of the upper one]
  std::vector<Bits> lowestBits; ///< [j]: the j lowest bits of the mask

  uint64_t general(Bits subset) const;
  uint64_t term(int bit, int index) const;
  void fillRow(int group, int lower);
  void fillUpper();
  void fillTables();
};

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_SUBSETRANK_H
