//===- TuplePlaces.h - where values of extrema are from ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_TUPLEPLACES_H
#define SPARSEC_LIB_FRONTEND_TUPLEPLACES_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Gives the values of updates with companions the places by which equal ones
/// are told apart, once it is known what is private.
void placeTuples(Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_TUPLEPLACES_H
