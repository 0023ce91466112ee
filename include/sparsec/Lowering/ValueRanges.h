//===- ValueRanges.h - what is known of integers at one place ---*- C++ -*-===//
#ifndef SPARSEC_LOWERING_VALUERANGES_H
#define SPARSEC_LOWERING_VALUERANGES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Lower bounds of integers, where they are known.
class LowerBounds {
public:
  explicit LowerBounds(const Program &program);

  void define(const std::string &variable, const LoopExpr &least);
  std::optional<long> of(const LoopExpr &expr) const;

private:
  std::optional<long> ofLoad(const LoopExpr &expr) const;
  std::optional<long> ofSum(const LoopExpr &expr) const;
  std::optional<long> ofProduct(const LoopExpr &expr) const;
  std::optional<long> ofMax(const LoopExpr &expr) const;
  std::optional<long> ofMin(const LoopExpr &expr) const;

  std::optional<long> ofVariable(const std::string &name) const;

  const Program &program;
  /// Of variables that are defined here; nothing where they have no bound.
  std::map<std::string, std::optional<long>> known;
  /// Of parameters that were asked for, in all copies.
  std::shared_ptr<std::map<std::string, std::optional<long>>> parameters;
};

/// What loop bounds, conditions and the facts about index arrays say at one
/// place of the lowered loops; a value that grows on the way down.
class ValueRanges {
public:
  explicit ValueRanges(const Program &program)
      : program(program), bounds(program) {}

  std::optional<long> least(const LoopExpr &expr) const {
    return bounds.of(expr);
  }
  /// Whether \p expr >= 0 follows from the bounds or from one condition.
  bool isNonNegative(const LoopExpr &expr) const;
  /// Whether \p loop runs at least once.
  bool runs(const LoopNode &loop) const;
  /// Whether the element that \p load reads lies inside its array's extents;
  /// false where these are not given.
  bool isInside(const LoopExpr &load) const;
  /// The condition as 0 or 1 where it is known, as it is otherwise.
  LoopExpr decided(LoopExpr condition) const;

  void assume(const LoopExpr &condition);
  void assumeNot(const LoopExpr &condition);
  /// Inside \p loop.
  void enter(const LoopNode &loop);
  /// Behind \p local.
  void define(const LoopNode &local);

private:
  void addBelow(const LoopExpr &value, const LoopExpr &upper);
  void order(const LoopExpr &variable, const LoopExpr &load);

  const Program &program;
  LowerBounds bounds;
  std::vector<LoopExpr> nonNegative;
  /// Monotonic array => locals that hold elements, and their positions.
  std::map<std::string, std::vector<std::pair<LoopExpr, LoopExpr>>> loads;
};

} // namespace sparsec

#endif // SPARSEC_LOWERING_VALUERANGES_H
