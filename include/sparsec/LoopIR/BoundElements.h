//===- BoundElements.h - elements that are known now ------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_BOUNDELEMENTS_H
#define SPARSEC_LOOPIR_BOUNDELEMENTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include <map>
#include <optional>
#include <string>

namespace sparsec {

/// \p value as C writes it exactly: "0x1.8p+1", "-0x1p-3". Finite ones only.
std::string hexText(double value);

/// \p value as an expression: a negative one is a negated literal.
LoopExpr exactLiteral(double value);

/// \p expr with the elements of bound arrays (Array::contents) in place of
/// their loads, where subscripts are numbers.
LoopExpr withBoundElements(const LoopExpr &expr, const Program &program);

/// Parameters that have one value only, as `n == 40` says.
std::map<std::string, long> boundParameters(const Program &program);

/// Whether \p program has arrays with known contents.
bool hasBoundArrays(const Program &program);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_BOUNDELEMENTS_H
