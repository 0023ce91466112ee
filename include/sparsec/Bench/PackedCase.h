//===- PackedCase.h - inputs as where they come from ------------*- C++ -*-===//
///
/// \file
/// A case file holds every element of every argument. A packed one says, where
/// it can, how to make them (which made matrix, which random numbers): it is
/// small whatever the matrix. Standard C++ only: make_cases, which unpacks it,
/// is built without sparsec (see MatrixMaker.h).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_BENCH_PACKEDCASE_H
#define SPARSEC_BENCH_PACKEDCASE_H

#include "sparsec/Matrix/Matrix.h"

#include <cstdint>
#include <vector>

namespace sparsec::bench {

/// Where the elements of one slot come from.
struct SlotSource {
  enum Kind : uint64_t {
    Bytes,   ///< they follow in the file
    Pointer, ///< row starts of `matrix`, plus `offset`
    Column,  ///< its columns, plus `offset`
    Value,   ///< its values
    Draw     ///< Random(`seed`).value(), twice for a complex number
  };
  uint64_t kind = Bytes;
  uint64_t matrix = 0;
  int64_t offset = 0;
  uint64_t seed = 0;
  uint64_t isMagnitude = 0; ///< Value, Draw: without their sign
};

/// One slot in a packed file, before its bytes if it has any.
struct PackedSlot {
  uint64_t elements = 0;
  uint64_t bytes = 0; ///< of one element
  uint64_t isFloating = 0;
  SlotSource source;
};

/// The elements that \p slot, whose kind is not Bytes, describes.
std::vector<unsigned char> unpack(const PackedSlot &slot,
                                  const std::vector<CsrMatrix> &matrices);

/// Bytes of names and specs in case files, a final 0 included.
constexpr uint64_t caseNameBytes = 256;

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_PACKEDCASE_H
