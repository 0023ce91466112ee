//===- Divisions.h - numbers that a set says exist --------------*- C++ -*-===//
#ifndef SPARSEC_POLY_DIVISIONS_H
#define SPARSEC_POLY_DIVISIONS_H

#include "sparsec/Poly/Isl.h"

namespace sparsec::poly {

/// The same points in few parts, where each number that \p set says exists is a
/// quotient of its dimensions, rounded down. Whether sets lie in it is then
/// asked without a search, which pays from a few such questions on.
isl::set withDivisions(const isl::set &set);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_DIVISIONS_H
