//===- LocalNames.h - names that locals may have ----------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_LOCALNAMES_H
#define SPARSEC_LOOPIR_LOCALNAMES_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// Names that no local may take: arrays, parameters, C parameters.
std::vector<std::string> reservedNames(const Program &program);
/// "index(i + 1)" => "index_i_1".
std::string identifierFor(const std::string &text);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOCALNAMES_H
