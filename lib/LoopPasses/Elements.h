//===- Elements.h - which elements of an array are two ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_ELEMENTS_H
#define SPARSEC_LIB_LOOPPASSES_ELEMENTS_H

#include "sparsec/LoopIR/LoopExpr.h"

#include <functional>
#include <string>

namespace sparsec {

/// What is known of subscripts besides what they look like.
struct SubscriptFacts {
  /// What an expression stands for, as a local that is set once; null: itself.
  std::function<LoopExpr(const LoopExpr &)> valueOf = nullptr;
  /// Whether no value is in an array twice; null: of none.
  std::function<bool(const std::string &array)> holdsEachOnce = nullptr;
};

/// Whether \p a and \p b, of one array, are two elements: copies of an unrolled
/// loop have such, best[0] and best[1].
bool areApart(const LoopExpr &a, const LoopExpr &b,
              const SubscriptFacts &facts = {});

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_ELEMENTS_H
