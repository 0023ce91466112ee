//===- Constraints.h - constraints of sets ----------------------*- C++ -*-===//
#ifndef SPARSEC_POLY_CONSTRAINTS_H
#define SPARSEC_POLY_CONSTRAINTS_H

#include "sparsec/Poly/Isl.h"

#include <string>
#include <vector>

namespace sparsec::poly {

/// \p set without the constraints that mention \p param, and without it: a
/// superset of what projecting it out gives, which keeps what `0 <= param < n`
/// says of n.
isl::set withoutConstraintsOn(isl::set set, const std::string &param);

/// Whether a constraint of \p set says which number \p param is.
bool isFixed(const isl::set &set, const std::string &param);

/// \p set without the constraints on parameters alone, of which none is in
/// \p kept.
isl::set withoutSizes(const isl::set &set,
                      const std::vector<std::string> &kept);
/// Those constraints alone.
isl::set sizesOf(const isl::set &set, const std::vector<std::string> &kept);

/// Whether a constraint of \p set mentions both its dimension \p dim and
/// \p param.
bool isBoundBy(const isl::set &set, unsigned dim, const std::string &param);

/// The constraints of \p set, one conjunction, each as a set.
std::vector<isl::set> constraintsOf(const isl::set &set);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_CONSTRAINTS_H
