//===- Temporaries.h - arrays that a step makes for the region --*- C++ -*-===//
///
/// \file
/// What scalar_expand and datacopy share: how large a temporary must be, its
/// name and its type.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_TEMPORARIES_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_TEMPORARIES_H

#include "sparsec/Transforms/Transform.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// The number of elements of an array, or \p most + 1 where it is larger.
long elementsOf(const std::vector<long> &extents, long most);

/// A box of constant size around the elements of each outer iteration.
struct ConstantBox {
  isl::multi_aff corner;     ///< `{ O[outer] -> A[least element] }`
  std::vector<long> sizes;   ///< per dimension, in elements
  std::vector<long> strides; ///< between these

  /// The number of elements, or \p most + 1 where it is larger.
  long elements(long most) const;
};
/// The box around \p elements, `{ O[outer] -> A[element] }`; absent when none
/// of constant size has a corner that is affine in the outer loops.
std::optional<ConstantBox> constantBox(const isl::map &elements);

/// The same without the gaps between them, where all have one distance.
std::optional<ConstantBox> stridedBox(const isl::map &elements);

/// \p values, `{ O[outer] -> V[value] }`, with those of all outer iterations
/// for each of them.
isl::map valuesAnywhere(const isl::map &values);

/// \p elements, `{ O[outer] -> A[element] }`, without those that lie outside
/// \p array as far as its extents say in parameters.
isl::map withinExtents(const Program &program, const Array &array,
                       const isl::map &elements);

/// The dimensions of \p array whose subscripts in \p statement change with the
/// loop \p loop around it. Fails when loops do not tell instances apart.
llvm::Expected<std::set<unsigned>>
dimensionsMovedBy(const Program &program, const std::string &statement,
                  const std::string &loop, const std::string &array);

/// The name that argument `name` gives a new array; made from \p stem unless
/// given. Fails when it is taken.
llvm::Expected<std::string> temporaryName(const Program &program,
                                          const Arguments &args,
                                          const std::string &stem);

/// An array of the region's body, without name and type, private to one
/// iteration of the \p privateDepth outermost loops (0: to none).
Array localArray(isl::ctx ctx, const std::vector<long> &sizes,
                 unsigned privateDepth);

/// The local \p array as \p statements alone use it: itself, or a new one of
/// theirs where others use it, too.
std::string ownLocal(Program &program, const std::string &array,
                     const std::vector<std::string> &statements);

/// The type that C gives \p value.
ElementType typeOf(const Expr &value);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_TEMPORARIES_H
