//===- ConstraintNames.h - what a constraint of isl says --------*- C++ -*-===//
#ifndef SPARSEC_LIB_POLY_CONSTRAINTNAMES_H
#define SPARSEC_LIB_POLY_CONSTRAINTNAMES_H

#include "sparsec/Poly/LinearRows.h"

#include <isl/constraint.h>

#include <optional>
#include <string>

namespace sparsec::poly {

/// The parameter, or dimensionVariable(pos) of a set's dimension.
std::string nameOf(isl_constraint *constraint, isl_dim_type type, int pos);

/// All of \p constraint; nothing where it has a floor, or numbers that do not
/// fit.
std::optional<LinearRow> rowOf(isl_constraint *constraint);

} // namespace sparsec::poly

#endif // SPARSEC_LIB_POLY_CONSTRAINTNAMES_H
