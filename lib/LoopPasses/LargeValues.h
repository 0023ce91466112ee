//===- LargeValues.h - what an int cannot hold ------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_LARGEVALUES_H
#define SPARSEC_LIB_LOOPPASSES_LARGEVALUES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <set>
#include <string>

namespace sparsec {

/// Variables and arrays that hold what an int cannot hold.
struct LargeValues {
  const Program &program;
  std::set<std::string> names;

  /// Whether \p expr adds, divides or compares what an int cannot hold.
  bool needsLong(const LoopExpr &expr) const;
};

/// Those of all of \p ast.
LargeValues largeValuesIn(const LoopAst &ast, const Program &program);

/// Arrays of which elements are only asked about, as conditions of split_by may
/// do, and of which nothing says how large they are.
std::set<std::string> unboundedArrays(const Program &program);

/// Whether \p sum is a difference of parameters, `to - from`, that an int may
/// not hold: of a range that is empty.
bool mayBeFarApart(const LoopExpr &sum, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_LARGEVALUES_H
