//===- ComplexNumbers.h - complex numbers in expressions --------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_COMPLEXNUMBERS_H
#define SPARSEC_LOOPIR_COMPLEXNUMBERS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// `re + im i`, and the parts of a complex number: functions of
/// runtime/sparsec/complex_parts.h, which CUDA C++ spells otherwise.
LoopExpr complexOf(LoopExpr re, LoopExpr im);
LoopExpr realOf(LoopExpr number);
LoopExpr imaginaryOf(LoopExpr number);
/// Whether \p expr is a complexOf, a realOf, an imaginaryOf.
bool isComplexOf(const LoopExpr &expr);
bool isPartOf(const LoopExpr &expr);

/// The complex scalars that \p ast declares.
std::set<std::string> complexScalars(const LoopAst &ast);

/// In \p nodes, a scope: each complex scalar that is declared there becomes two
/// doubles, and what computes with them computes with parts (SplitComplex.cpp).
/// \p complexScalars: of the whole tree.
void splitComplexLocals(std::vector<LoopNode> &nodes, const Program &program,
                        const std::set<std::string> &complexScalars);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_COMPLEXNUMBERS_H
