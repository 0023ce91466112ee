//===- ValueSources.h - what values are made of -----------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_VALUESOURCES_H
#define SPARSEC_ANALYSIS_VALUESOURCES_H

#include "sparsec/IR/Program.h"

#include <set>
#include <string>

namespace sparsec {

/// The caller's arrays of floating-point elements that the values of \p array
/// are made of, by whatever statements; those on the way go to \p seen.
std::set<std::string> valueSources(const Program &program,
                                   const std::string &array,
                                   std::set<std::string> *seen = nullptr);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_VALUESOURCES_H
