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

/// The same of the loops outside of those whose threads share the tuples: what
/// these find together comes by in the order of the places.
bool keepsPlacesOutside(const Program &program,
                        const std::set<std::string> &statements);

/// The same of statements behind each other alone, such as those of two loops
/// that each find an extremum: what the later finds is of later places.
/// \p statements: at least one of those that update an array of tuples.
bool keepsPlacesBetween(const Program &program,
                        const std::set<std::string> &statements);

/// How many loops are around the outermost one of \p statement whose threads
/// share what its iterations update; all, if there is none.
size_t sharedDepth(const Program &program, const std::string &statement);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_TUPLEORDER_H
