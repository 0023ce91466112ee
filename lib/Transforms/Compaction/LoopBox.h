//===- LoopBox.h - loops that need no list ----------------------*- C++ -*-===//
///
/// \file
/// Loops that no list has to tell the values of: those that visit the same
/// values, without gaps, whatever the others do, and those that have one value
/// in each iteration of the loops around.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_LOOPBOX_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_LOOPBOX_H

#include "Compaction/CompactedDomain.h"

namespace sparsec {

/// Whether each of \p dims takes every value from its least to its greatest in
/// \p instances, `{ R[..] }`, whatever the other dimensions are. The bounds are
/// parameters'.
bool isBox(const isl::set &instances, const CompactedDomain::Dims &dims);

/// Whether \p nest reads an element of one of \p arrays, as data or as an
/// index, that loop \p dim tells.
bool readsAtLoop(const Statement &nest, const std::vector<std::string> &arrays,
                 unsigned dim);

/// `{ R[..] -> [K] }` of each of the keys of \p set, which have one value per
/// iteration of its outer loops in \p instances, `{ R[..] }`.
std::vector<isl::pw_aff> singleValuesIn(const CompactedDomain &set,
                                        const isl::set &instances);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_LOOPBOX_H
