//===- IndexEncoding.h - indices that plans store in fewer bits -*- C++ -*-===//
///
/// \file
/// What the forms of `encode` for index arrays share: which array can be
/// stored otherwise, what is subtracted from its elements, and the inspector's
/// way from those to the plan, which checks that they fit:
///
///     wide[..] = what is stored; it fits?; narrow = wide
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXENCODING_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXENCODING_H

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/Transform.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

struct IndexRequest {
  std::string statement, array;
  unsigned bits = 16;   ///< 8 or 16
  std::string relative; ///< loop whose iterations have a base each; "": none
  std::string name;     ///< of the new array; "": ARRAY_BITS
};

class IndexEncoding {
protected:
  /// \p step: the program, and what was done to it before.
  IndexEncoding(StepResult step, const IndexRequest &request);

  /// Whether the array can be stored otherwise; finds \c call.
  llvm::Error check();

  /// The loops of \p nest, over its loop values, that are the subscripts of
  /// its call of the array; fewer where a subscript is something else.
  std::vector<unsigned> loopsTelling(const Statement &nest) const;
  /// Which iterations of \p nest's loop \p depth there may be.
  llvm::Expected<IterationRange> rangeOf(const Statement &nest,
                                         unsigned depth) const;
  /// The base `base[i]` of an iteration whose value is \p loopValue.
  Expr baseAt(const isl::pw_aff &loopValue) const;

  /// What is stored: numbers without sign, or with one.
  enum class Sign { Never, Maybe };
  /// \p form: what the message says where something does not fit; "": all
  /// does.
  void makeArrays(Sign sign, const std::string &form);
  /// base[i] = the least array[..] in iteration i. \p dims: the loops of
  /// \p nest that the inspector runs through.
  void addBases(const Statement &nest, const std::vector<unsigned> &dims,
                unsigned depth);
  /// \p body in the loops \p dims of \p nest, a phase named after \p stem.
  void visit(Statement nest, const std::vector<unsigned> &dims,
             const std::string &stem, Assignment body, bool parallel);
  /// Where the inspector puts what is stored of the element of \p nest.
  Expr wideAt(const Statement &nest) const;
  /// All elements of \p from to \p to.
  void copy(const std::string &stem, const std::string &from,
            const std::string &to);
  /// narrow = wide
  void store();

  /// The name of the call of the array in \p user.
  std::string callIn(const Statement &user) const;
  Expr element(const Statement &user) const;
  const Array &wideArray() const { return old.arrays.at(array); }
  isl::pw_aff constant(long value) const;

  const Program old;
  const std::string statement, array;
  const unsigned bits;
  StepResult result;
  Program &next;
  const std::string narrow;
  InspectorBuilder phases;
  std::string call; ///< of the statement
  std::string base, wide;
  long least = 0, bound = 0;           ///< of what fits
  std::optional<IterationRange> range; ///< of iterations that have a base

private:
  llvm::Error checkArray() const;
  Statement reader() const;
  llvm::Error findCall();
  llvm::Error checkCall() const;
  std::vector<isl::pw_aff> extents() const;
  void makeNarrow();
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_INDEXENCODING_H
