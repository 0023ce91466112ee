//===- LoweringExprs.h - isl's expressions to LoopExpr ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_LOWERINGEXPRS_H
#define SPARSEC_LIB_LOWERING_LOWERINGEXPRS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"

#include <functional>
#include <optional>

namespace sparsec {

/// What an identifier of isl's AST stands for.
using Resolver = std::function<LoopExpr(const std::string &)>;

/// isl's AST expression with its identifiers resolved.
LoopExpr convertExpr(const isl::ast_expr &expr, const Resolver &resolve);

/// `array[subscripts]` as an integer: unsigned elements are widened.
LoopExpr integerLoad(const Program &program, const std::string &array,
                     std::vector<LoopExpr> subscripts);

/// A parameter of the program, or a call with parameter arguments
/// ("index(n)"); nothing for other names.
std::optional<LoopExpr> resolveParameter(const Program &program,
                                         const std::string &name);

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_LOWERINGEXPRS_H
