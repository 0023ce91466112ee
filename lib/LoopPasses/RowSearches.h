//===- RowSearches.h - what is known of the order in rows -------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_ROWSEARCHES_H
#define SPARSEC_LIB_LOOPPASSES_ROWSEARCHES_H

#include "sparsec/Lowering/ValueRanges.h"

#include <set>

namespace sparsec {

/// What a loop looks for: the iteration in which `element`, which rises with
/// the loop, is `value`, which the loop does not change.
struct RowSearch {
  LoopExpr element, value;
  /// Its bounds; where it goes on, in terms of what stands outside the loop
  /// around.
  LoopExpr lower;
  std::vector<LoopExpr> upper;
  /// Whether what it has found is nothing that it looks for again.
  bool findsOnce = false;
};

/// What facts, bounds and locals say at one place of the order of elements.
class RowOrder {
public:
  /// Of arrays in \p made, which this phase makes, facts do not hold yet.
  RowOrder(const Program &program, const std::set<std::string> &made)
      : program(program), made(made), known(program) {}

  void define(const LoopNode &local);
  void enter(const LoopNode &loop);
  void assume(const LoopExpr &condition) { known.assume(condition); }
  void assumeNot(const LoopExpr &condition) { known.assumeNot(condition); }

  /// What \p loop, from before its head, looks for.
  std::optional<RowSearch> searchIn(const LoopNode &loop) const;
  /// Whether a search in \p loop, which stands in \p around, need not look
  /// again at what it has passed in an earlier iteration of that.
  bool searchGoesOn(RowSearch &search, const LoopNode &loop,
                    const LoopNode &around) const;

private:
  /// Whether \p element rises (not \p strict: does not fall) with \p loop.
  bool rises(const LoopExpr &element, const LoopNode &loop, bool strict) const;
  bool isInRow(const LoopExpr &first, const std::vector<LoopExpr> &ends,
               const std::string &pointers) const;
  bool isBehindBegin(const LoopExpr &mark,
                     const std::optional<LoopExpr> &condition,
                     const std::string &pointers) const;
  bool isAtLeast(const LoopExpr &value, const LoopExpr &bound) const;
  /// \p expr without the locals that \p loop defines.
  LoopExpr outside(LoopExpr expr, const LoopNode &loop) const;

  const Program &program;
  const std::set<std::string> &made;
  ValueRanges known;
  /// Locals that are never assigned.
  std::map<std::string, LoopExpr> values;
  /// Elements that index arrays are known to have here: of `index[i]`, or a
  /// local that holds it.
  std::vector<LoopExpr> loads;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_ROWSEARCHES_H
