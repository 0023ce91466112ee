//===- ValueRanges.h - what is known of integers at one place ---*- C++ -*-===//
#ifndef SPARSEC_LOWERING_VALUERANGES_H
#define SPARSEC_LOWERING_VALUERANGES_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// The values that an integer may have; nothing where no bound is known.
struct Interval {
  std::optional<long> least, most;
};

/// Bounds of integers that are numbers.
class ConstantBounds {
public:
  explicit ConstantBounds(const Program &program);

  void define(const std::string &variable, Interval values);
  Interval of(const LoopExpr &expr) const;

private:
  Interval ofLoad(const LoopExpr &expr) const;
  Interval ofExtremum(const LoopExpr &expr) const;
  Interval ofQuotient(const LoopExpr &expr) const;
  Interval ofVariable(const std::string &name) const;

  const Program &program;
  std::map<std::string, Interval> known; ///< of variables that are defined here
  /// Lower bounds of parameters that were asked for, in all copies.
  std::shared_ptr<std::map<std::string, std::optional<long>>> parameters;
};

/// What loop bounds, conditions and the facts about index arrays say at one
/// place of the lowered loops; a value that grows on the way down.
class ValueRanges {
public:
  /// Of arrays in \p made, which the loops make, facts may not hold yet where
  /// they are not read by the loops themselves.
  explicit ValueRanges(const Program &program, std::set<std::string> made = {})
      : program(program), made(std::move(made)), bounds(program) {}

  std::optional<long> least(const LoopExpr &expr) const {
    return bounds.of(expr).least;
  }
  /// Whether \p expr >= 0 follows from the bounds that are numbers and at most
  /// one other condition.
  bool isNonNegative(const LoopExpr &expr) const;
  /// Whether \p loop runs at least once.
  bool runs(const LoopNode &loop) const;
  /// Whether the element that \p load reads lies inside its array's extents,
  /// and so do those that its subscripts read; false where these are not given.
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
  /// What facts say of \p value, which is the element \p load of an array.
  void addElement(const LoopExpr &value, const LoopExpr &load);
  /// Exclusive upper bounds of \p value, a local that is an element of an array
  /// or such an element, by facts.
  std::vector<LoopExpr> limitsOf(const LoopExpr &value) const;
  std::vector<LoopExpr> limitsOfElement(const LoopExpr &load) const;
  /// Whether \p subscripts are in an array's \p extents.
  bool areInside(const Array &array, const ExprList &subscripts) const;
  void order(const LoopExpr &variable, const LoopExpr &load);

  const Program &program;
  std::set<std::string> made;
  ConstantBounds bounds;
  std::vector<LoopExpr> nonNegative;
  std::map<std::string, std::vector<LoopExpr>> limits; ///< of locals
  /// Monotonic array => locals that hold elements, and their positions.
  std::map<std::string, std::vector<std::pair<LoopExpr, LoopExpr>>> loads;
};

} // namespace sparsec

#endif // SPARSEC_LOWERING_VALUERANGES_H
