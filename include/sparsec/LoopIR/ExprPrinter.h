//===- ExprPrinter.h - lowered expressions as C text ------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_EXPRPRINTER_H
#define SPARSEC_LOOPIR_EXPRPRINTER_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopExpr.h"
#include "sparsec/LoopIR/PrintedNames.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// What text is written in. CUDA C++ spells complex numbers otherwise, and for
/// GPUs the runtime's functions for integers have other names.
enum class Dialect { C, CudaHost, CudaDevice };

inline Language languageOf(Dialect dialect) {
  return dialect == Dialect::C ? Language::C : Language::Cxx;
}

/// C text of \p expr with the parentheses it needs and no more; adds its words
/// to \p names, unless that is null.
std::string printExpr(const LoopExpr &expr, Dialect dialect = Dialect::C,
                      PrintedNames *names = nullptr);

/// An integer over parameters and calls with parameter arguments, such as an
/// array's extent or a fact's bound, `{ [] -> [value] }`. Calls are loads of
/// the arrays ("index[n]"). Everything is widened to 64 bits when \p wide.
llvm::Expected<LoopExpr> lowerParameterValue(const Program &program,
                                             const isl::pw_aff &value,
                                             bool wide = false);
/// The same where \p known, `{ : }`, holds in place of the program's context.
llvm::Expected<LoopExpr> lowerParameterValue(const Program &program,
                                             const isl::pw_aff &value,
                                             const isl::set &known,
                                             bool wide = false);
/// The same of type `long long`, whatever the types of what is computed with,
/// as `%lld` of a message has to be given: "6LL", "(long long)col[e]".
llvm::Expected<LoopExpr> lowerLongLong(const Program &program,
                                       const isl::pw_aff &value);

/// The position of an element of the flat array \p array, 64-bit where the
/// product of its extents may not fit in int:
/// `((long long)p * 3 + i) * 3 + k`; \p subscripts over any iterators.
llvm::Expected<LoopExpr> flatPosition(const Program &program,
                                      const Array &array,
                                      std::vector<LoopExpr> subscripts);
/// Whether \p array is emitted with one subscript: plan and workspace arrays
/// and pointer arguments, but not C arrays such as `double a[n][m]`.
bool isFlat(const Array &array);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_EXPRPRINTER_H
