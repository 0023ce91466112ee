//===- FarIndices.h - indices that are stored as they are -------*- C++ -*-===//
///
/// \file
/// Indices that are too far from the one before for a difference of few bits.
/// Where they stand the plan has the difference 0, and the indices themselves
/// in a list, in order:
///
///     first[i + 1] = how many of iteration i are far, then their sums
///     for i
///       at[i] = first[i]
///       for j in index[i]..
///         if (wide[j] == 0) { list[at[i]] = col[j]; at[i]++; }
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_FARINDICES_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_FARINDICES_H

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include <string>
#include <vector>

namespace sparsec {

class FarIndices {
public:
  /// The iterations of loop \p depth of \p nest, all in \p range, have a part
  /// of the list each. \p stem: of the names of arrays.
  FarIndices(Program &program, InspectorBuilder &phases, const Statement &nest,
             unsigned depth, IterationRange range, const std::string &stem);

  void makeArrays(const ElementType &index);
  /// \p stored is 0 where \p index, of the nest, is far; the inspector runs
  /// through the loops \p dims.
  void addInspector(const std::vector<unsigned> &dims, const Expr &stored,
                    const Expr &index);

  const ElementType &placeType() const { return type; }
  /// The place of the first one of the iteration whose value is \p loopValue.
  Expr firstOf(const isl::pw_aff &loopValue) const {
    return Expr::access(first, {range.numberOf(loopValue)}, type);
  }
  /// The one at \p place.
  Expr at(Expr place) const;

private:
  void count(const std::vector<unsigned> &dims, const Expr &isFar);
  void fill(const std::vector<unsigned> &dims, const Expr &isFar,
            const Expr &index);
  Expr cursorOf(const Statement &made) const;

  Program &program;
  InspectorBuilder &phases;
  const Statement &nest;
  const unsigned depth;
  const IterationRange range;
  ElementType type; ///< of places in the list
  const std::string list, first, number, cursor;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_FARINDICES_H
