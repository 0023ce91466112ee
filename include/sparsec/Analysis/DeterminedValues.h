//===- DeterminedValues.h - values that follow from others ------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_DETERMINEDVALUES_H
#define SPARSEC_ANALYSIS_DETERMINEDVALUES_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// Whether two instances of \p statement with equal values of all of \p given,
/// `{ S[..] -> [v] }`, have equal values of all of \p asked, as facts say.
bool determine(const Program &program, const std::string &statement,
               const std::vector<isl::pw_aff> &given,
               const std::vector<isl::pw_aff> &asked);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_DETERMINEDVALUES_H
