//===- ConstraintNames.h - names of a constraint's dimensions ---*- C++ -*-===//
#ifndef SPARSEC_LIB_POLY_CONSTRAINTNAMES_H
#define SPARSEC_LIB_POLY_CONSTRAINTNAMES_H

#include <isl/constraint.h>

#include <string>

namespace sparsec::poly {

/// The parameter, or dimensionVariable(pos) of a set's dimension.
std::string nameOf(isl_constraint *constraint, isl_dim_type type, int pos);

} // namespace sparsec::poly

#endif // SPARSEC_LIB_POLY_CONSTRAINTNAMES_H
