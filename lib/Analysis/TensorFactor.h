//===- TensorFactor.h - what a factor of an instruction may be --*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_TENSORFACTOR_H
#define SPARSEC_LIB_ANALYSIS_TENSORFACTOR_H

#include "sparsec/IR/Expr.h"

#include <optional>
#include <vector>

namespace sparsec {

/// An element, or 0 where a condition on data does not hold.
struct TensorFactor {
  const Expr *element;
  ElementType stored; ///< what the array holds, which may be encoded
};

/// The factor that \p expr is, perhaps converted to another floating type;
/// nullopt for anything else.
std::optional<TensorFactor> factorIn(const Expr &expr);

/// The subscripts and numbers in \p expr, those of what tells its condition or
/// its place too: together they decide its value, `{ S[..] -> [number] }`.
std::vector<isl::pw_aff> numbersIn(const Expr &expr);

/// All arrays that \p expr reads.
std::vector<std::string> arraysIn(const Expr &expr);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_TENSORFACTOR_H
