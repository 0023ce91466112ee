//===- VisitedHull.h - where generated loops may go -------------*- C++ -*-===//
#ifndef SPARSEC_POLY_VISITEDHULL_H
#define SPARSEC_POLY_VISITEDHULL_H

#include "sparsec/Poly/Isl.h"

namespace sparsec::poly {

/// What generated loops may visit of `{ [t..] }` \p set: one convex piece, and
/// no condition on parameters alone or on floors of t, which isl may ask
/// further inside. A dimension of one value has that value, also where the
/// bounds say that there is none.
isl::set visitedHull(const isl::set &set);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_VISITEDHULL_H
