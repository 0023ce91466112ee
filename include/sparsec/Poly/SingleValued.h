//===- SingleValued.h - whether relations are functions ---------*- C++ -*-===//
#ifndef SPARSEC_POLY_SINGLEVALUED_H
#define SPARSEC_POLY_SINGLEVALUED_H

#include "sparsec/Poly/Isl.h"

namespace sparsec::poly {

/// Whether \p map has at most one value for each point of its domain: isl's
/// answer, which takes long for `{ [tiles..] -> [i] }`, where it looks for two
/// values of one point among many dimensions. They mostly are at 0.
bool isSingleValued(const isl::map &map);

/// Whether \p part is a subset of \p whole: isl's answer, without a question
/// where both are written alike.
bool isSubset(const isl::set &part, const isl::set &whole);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_SINGLEVALUED_H
