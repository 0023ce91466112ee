//===- Surroundings.h - what is known where a loop stands -------*- C++ -*-===//
///
/// \file
/// What bounds, conditions and facts say at one place, which elements are
/// accessed there in any case, and which loops around run on threads: whether
/// an element may be read and written there although no loop touches it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_SURROUNDINGS_H
#define SPARSEC_LIB_LOOPPASSES_SURROUNDINGS_H

#include "sparsec/Lowering/ValueRanges.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Names of one parallel loop around.
struct ParallelNames {
  /// Its iterator and locals that depend on it.
  std::set<std::string> own;
  /// Iterators of loops inside, of which such names are the bounds.
  std::set<std::string> bounded = {};
  /// Iterators of loops inside, and locals that depend on them.
  std::set<std::string> inner = {};
};

bool mentionsAny(const LoopExpr &expr, const std::set<std::string> &names);

using LoadVisitor = std::function<void(const LoopExpr &load, bool certain)>;

/// Calls \p visit on the array elements and scalars in \p expr; not certain are
/// those that a condition inside \p expr may leave out.
void visitLoads(const LoopExpr &expr, bool certain, const LoadVisitor &visit);

/// Whether control may leave \p nodes in their midst; \p inLoop: not counting
/// what goes on with the loop around, or behind it.
bool mayJump(const std::vector<LoopNode> &nodes, bool inLoop = false);

/// Arrays that assignments, actions and calls of \p loops may write.
std::set<std::string> arraysWrittenIn(const LoopAst &loops,
                                      const Program &program);

struct Surroundings {
  /// Of the whole of \p loops.
  Surroundings(const LoopAst &loops, const Program &program);

  /// Goes into \p node; \p otherwise: into its other branch.
  void enter(const LoopNode &node, Surroundings &otherwise);
  /// Goes past \p local.
  void define(const LoopNode &local);
  /// Notes what statements of \p nodes access whenever they run.
  void addAccessed(const std::vector<LoopNode> &nodes);

  /// What the local \p expr holds; \p expr where it is none.
  const LoopExpr &valueOf(const LoopExpr &expr) const {
    auto local = values.find(expr.name);
    return expr.isVariable() && local != values.end() ? local->second : expr;
  }
  /// Whether \p access may be read and written here, whatever else runs: of a
  /// copy in shared memory, only what is used is set.
  bool exists(const LoopExpr &access) const;
  /// Whether facts say that the elements that \p value reads are there.
  bool mayRead(const LoopExpr &value) const;
  /// Whether different values of its variables may give \p expr one value: it
  /// has more than sums, constant factors and elements of arrays that hold each
  /// value once, or names one of `ambiguous`.
  bool isAmbiguous(const LoopExpr &expr) const;

  const Program *program;
  ValueRanges knowledge;
  /// Elements that statements beside the loop and around it access.
  std::vector<LoopExpr> accessed = {};
  std::vector<ParallelNames> parallel = {};
  /// Those of them that a block of a GPU runs: what shares its memory.
  std::vector<ParallelNames> inBlock = {};
  /// What locals hold.
  std::map<std::string, LoopExpr> values = {};
  /// Locals that come from memory, divisions or such: two iterations of the
  /// loops around may have one value.
  std::set<std::string> ambiguous = {};
  /// Threads update shared elements atomically, or combine what they have:
  /// nothing but parts is kept in scalars then.
  bool isAtomic = false, isCombined = false;

private:
  bool isOwned(const LoopExpr &access) const;
  bool fixes(const LoopExpr &subscript, const ParallelNames &names) const;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_SURROUNDINGS_H
