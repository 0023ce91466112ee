//===- CompactedStorage.h - arrays moved into the new storage ---*- C++ -*-===//
///
/// \file
/// Which arrays get a place per point of the compacted nest, `{ (position or O,
/// dims) -> to }` in loop order, dense, and what their padding holds.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDSTORAGE_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDSTORAGE_H

#include "Compaction/CompactionInput.h"

namespace sparsec {

struct MovedArray {
  /// The array that it replaces; "" for one that has none.
  std::string from, to;
  ElementType type;
  /// `{ R[..] -> [subscript] }` of its accesses, which are all alike.
  std::vector<isl::pw_aff> subscripts = {};
  /// Dimensions of `to` after the position; each starts at its least value.
  CompactionInput::Dims dims = {};
  /// C text, what points without an instance hold.
  std::string padding = "0";
  bool isIndex = false;
  /// The loop whose values it holds instead of an array's, -1 for none.
  std::optional<unsigned> loop = std::nullopt;

  /// Index arrays and flags are structure, which later inspectors may read;
  /// only the values of data can change without a new inspection.
  Phase::Role role() const {
    bool isStructure = isIndex || from.empty();
    return isStructure ? Phase::Role::Inspect : Phase::Role::Update;
  }
};

struct CompactedStorage {
  using Dims = CompactionInput::Dims;

  const CompactionInput &in;
  std::vector<MovedArray> moved = {};
  /// The nest with accesses of moved arrays redirected to the new ones, which
  /// have no subscripts until placeAccesses.
  Statement source = in.set.nest;
  bool guarded = false; ///< the executor keeps the exact guard
  /// What keeps the guard though the recipe says assume_finite(): "'sqrt'".
  std::string whyGuarded = {};

  /// Whether flags tell which points have an instance.
  bool hasFlags() const { return guarded && !in.set.eliminated.empty(); }
  /// The dimensions of what does.
  Dims dimsOfFlags() const;
  /// The array with the values of loop \p dim, null if none has them.
  const MovedArray *keptLoop(unsigned dim) const;
  /// Whether every moved array has a place per value of \p dim.
  bool storesAll(unsigned dim) const;
  /// `{ space -> [subscript] }` of \p array at (\p position or O, dims), where
  /// space has the nest's dimensions at \p place.
  std::vector<isl::pw_aff>
  subscripts(const MovedArray &array, const isl::space &space,
             const std::map<unsigned, unsigned> &place,
             std::optional<isl::pw_aff> position) const;
  /// Completes the accesses of \p executor, made from the source.
  void placeAccesses(Statement &executor,
                     const std::map<unsigned, unsigned> &place,
                     std::optional<unsigned> position) const;
  /// The value that an instance brings to \p array, over the nest.
  Expr broughtValue(const MovedArray &array) const;
  /// Add where two instances may meet in one place of \p array.
  Update fillOperator(const MovedArray &array) const;
};

/// Declares in \p next the arrays that the request moves.
llvm::Expected<CompactedStorage> moveArrays(const CompactionInput &in,
                                            Program &next);

/// Keeps \p executor, a statement of \p program without a guard, within its
/// arrays.
void keepInside(const CompactedStorage &storage, const Program &program,
                Statement &executor);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTEDSTORAGE_H
