//===- Fingerprint.h - whether steps change a program -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_FINGERPRINT_H
#define SPARSEC_LIB_RECIPE_FINGERPRINT_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec::recipe {

/// Everything of \p program that a step can change, facts aside, as text: equal
/// where its loops, their marks and where values are kept are.
std::string fingerprint(const Program &program);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_FINGERPRINT_H
