//===- Meet.h - intersections without questions -----------------*- C++ -*-===//
#ifndef SPARSEC_POLY_MEET_H
#define SPARSEC_POLY_MEET_H

#include "sparsec/Poly/Isl.h"

namespace sparsec::poly {

/// What `a.intersect(b)` is. That asks of two conjunctions first whether they
/// are equal, for which it looks for redundant constraints, and then whether
/// anything is left; this asks nothing, so that the result may be empty without
/// isl's knowing it (`is_empty` finds out). Made for sets that many conditions
/// are added to.
isl::set meet(const isl::set &a, const isl::set &b);

/// The same where the parameters satisfy \p params, `{ : }`.
isl::set meetParams(const isl::set &set, const isl::set &params);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_MEET_H
