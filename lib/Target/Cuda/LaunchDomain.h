//===- LaunchDomain.h - loops whose iterations are threads ------*- C++ -*-===//
#ifndef SPARSEC_LIB_TARGET_CUDA_LAUNCHDOMAIN_H
#define SPARSEC_LIB_TARGET_CUDA_LAUNCHDOMAIN_H

#include "sparsec/LoopIR/LoopAst.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// The loops of a kernel whose iterations are its items.
struct LaunchDomain {
  std::vector<LoopNode> loops;  ///< outermost first, without bodies
  std::vector<LoopExpr> counts; ///< of each, for the host
  /// What else is asked of the iterators: bounds that say less.
  LoopExpr guard = LoopExpr::integer(1);
  std::vector<LoopNode> body;
  /// A loop in each item, without its body, whose iterations are instances with
  /// a thread each: how many there are is known on the GPU only. `body` is its.
  std::optional<LoopNode> inner;
  std::vector<LoopNode> before; ///< locals that `inner` may use
  /// Where it is false an item has no instances. Over `before`.
  LoopExpr innerGuard = LoopExpr::integer(1);
  bool isSpread = false; ///< the loop that ends the body may run at once

  /// Makes the loop that is all of the body `inner`, if it may run at once and
  /// the items do not store side by side anyway.
  bool spreadInner();
  /// How many instances an item has.
  LoopExpr length() const;
  /// What is done for instance \p number of an item.
  std::vector<LoopNode> instanceWork(const LoopExpr &number) const;
  /// How many items there are, for the host.
  LoopExpr count() const { return countFrom(0); }
  /// What is done for the item with the number \p item: those iterators are
  /// set that are used; then \p first, and \p last where the item is one of the
  /// loops.
  std::vector<LoopNode> work(const LoopExpr &item,
                             const std::vector<LoopNode> &first,
                             const std::vector<LoopNode> &last) const;

private:
  bool storesInOrder(const std::vector<LoopNode> &nodes) const;
  LoopExpr countFrom(size_t from) const;
  LoopExpr number(const LoopExpr &item, size_t pos) const;
};

/// Whether \p loop and the loops in it do no more than to store one constant:
/// in any order.
bool storesConstant(const LoopNode &loop);

/// \p loop, which may run in any order, and those right inside it that may be
/// run at once with it. Nothing where \p inside, names that the host does not
/// know, say how often \p loop runs.
std::optional<LaunchDomain> itemsOf(const LoopNode &loop,
                                    std::set<std::string> inside);

} // namespace sparsec

#endif // SPARSEC_LIB_TARGET_CUDA_LAUNCHDOMAIN_H
