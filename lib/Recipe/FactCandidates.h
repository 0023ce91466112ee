//===- FactCandidates.h - facts that might help a refused step --*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_FACTCANDIDATES_H
#define SPARSEC_LIB_RECIPE_FACTCANDIDATES_H

#include "Remedies.h"

namespace sparsec::recipe {

/// Facts about the index arrays that the accesses of \p refused use, as for
/// addFacts: of each array the weaker ones first. Where there are none,
/// conditions on sizes.
std::vector<std::string> factCandidates(const RefusedStep &refused);

/// \p program with \p fact; nothing when it is known, is no fact of these
/// arrays, or leaves a statement no instance that it had without.
std::optional<Program> withFact(const Program &program,
                                const std::string &fact);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_FACTCANDIDATES_H
