//===- LoopNest.h - a statement over its loop values ------------*- C++ -*-===//
///
/// \file
/// What inspectors are made of: a statement's instances as values of the loops
/// around it, projections of them to some of the loops, and loops over those.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TRANSFORMS_LOOPNEST_H
#define SPARSEC_TRANSFORMS_LOOPNEST_H

#include "sparsec/IR/LoopSpace.h"
#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// A statement over its loop values.
struct LoopNest {
  Statement statement; ///< `{ R[loop values] }`, iterators named as the loops
  isl::pw_multi_aff toOld; ///< `{ R[..] -> S[old] }`
};
llvm::Expected<LoopNest> nestOf(const Program &program,
                                const std::string &statement);

/// \p set of instances of \p nest without its loop \p dim. The condition on
/// parameters alone that the loop runs, `p >= 1` for `k in [0, p)`, goes too:
/// who runs the loop asks again. It stays where it may guard an index, `[p -
/// 1]`.
isl::set withoutLoop(const isl::set &set, unsigned dim, const Statement &nest);

/// \p nest over its loops \p dims only, in that order: `{ name[dims..] :
/// the other loops have some value }`. The body must not mention the others.
Statement projectNest(Statement nest, const std::string &name,
                      const std::vector<unsigned> &dims);

/// The calls of \p nest that \p toOld, `{ made -> S[old] }`, mentions and
/// \p made, a statement made from it through \p map `{ made -> R[nest] }`, does
/// not have: those of an InstanceMap.
CallTable callsOfMap(const Statement &nest, const isl::pw_multi_aff &map,
                     const isl::pw_multi_aff &toOld, const Statement &made);

/// \p body in a loop per iterator of \p statement, from iterator \p from on.
ScheduleTree loopsOver(const Statement &statement, ScheduleTree body,
                       unsigned from = 0);

} // namespace sparsec

#endif // SPARSEC_TRANSFORMS_LOOPNEST_H
