//===- TupleOrder.h - in which order places of extrema come -----*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_TUPLEORDER_H
#define SPARSEC_ANALYSIS_TUPLEORDER_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec {

/// Whether the loops update each tuple (Assignment::isTuple) in the order of
/// the places of its values, so that the first, or last, of equal ones that
/// comes by is the one that counts. \p statements: all that update the tuples.
bool keepsPlaces(const Program &program,
                 const std::set<std::string> &statements);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TUPLEORDER_H
