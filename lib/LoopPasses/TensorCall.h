//===- TensorCall.h - one nest as a matrix instruction ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_TENSORCALL_H
#define SPARSEC_LIB_LOOPPASSES_TENSORCALL_H

#include "sparsec/IR/Program.h"
#include "sparsec/IR/TensorAtom.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// The loops around an instruction whose iterations are its lanes.
struct Lanes {
  const LoopNode *group = nullptr, *member = nullptr;
  /// Names around that differ between what one thread does: iterators of its
  /// loops and what follows from them or from an array of `written`. In how
  /// long a range of numbers each is, LONG_MAX where that is not known.
  std::map<std::string, long> moving = {};
  /// Arrays that the phase may write.
  std::set<std::string> written = {};
};

/// Whether \p expr may differ between what one thread of \p lanes does.
bool hasMoving(const LoopExpr &expr, const Lanes &lanes);

/// Loops that have one iteration for each element of \p sums, those that a
/// lane's registers are: `i` for 8 * i and 8 * i + 1.
std::set<std::string> loopsOfElements(llvm::ArrayRef<LoopExpr> sums,
                                      const Lanes &lanes);

/// What \p loop, the outermost one over a lane's sums, becomes: a call, and its
/// results. Errors: loops that the instruction does not do.
llvm::Expected<std::vector<LoopNode>> makeTensorCall(const TensorAtom &atom,
                                                     const LoopNode &loop,
                                                     const Lanes &lanes,
                                                     const Program &program);

/// Whether \p node is the scope of an instruction, which it is marked with:
/// what makeTensorCall() has made, a call, then what sets the sums.
bool isTensorCall(const LoopNode &node);

/// Clears sums that a lane has in registers, where some may not be there,
/// before it begins with any step.
void clearSums(LoopAst &ast, const Program &program);

/// Whether the lanes of a warp do something together in \p node. Versions of it
/// would part them.
bool isCollective(const LoopNode &node);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TENSORCALL_H
