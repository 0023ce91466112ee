//===- Unjammed.cpp - loops that gcc would unroll and jam -----------------===//
///
/// \file
/// Where arrays are `restrict`, gcc -O3 unrolls the outer loop of two twice and
/// jams the inner ones, to update elements once for two iterations:
///
///     for j
///       for k
///         y[k] += a[j] * x[col[j] * n + k]
///
/// Rows of x that data names gain nothing from it, and lose: with gcc 12 rows
/// of 32 took twice as long. So the outer loop is marked LoopNode::noJam where
/// the inner one goes through what it updates and through such rows, and the
/// outer one does not update other elements. Diagonals, `x[offset[j] + k]`, are
/// not rows: they share what they read, and gain. Loops that threads run are
/// functions of their own, in which gcc knows nothing of `restrict`; but local
/// arrays are apart there, too, and updates of these under conditions, maxima
/// with their places, took two and a half times as long.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Names = std::set<std::string>;

bool mentions(const LoopExpr &expr, const Names &names) {
  bool found = false;
  expr.walk(
      [&](const LoopExpr &part) { found |= names.count(part.name) != 0; });
  return found;
}

/// Whether \p position moves with \p name itself, not with elements at it.
bool movesWith(const LoopExpr &position, const std::string &name) {
  if (position.kind == LoopExpr::Kind::Load)
    return false;
  return (position.isVariable() && position.name == name) ||
         llvm::any_of(position.operands, [&](const LoopExpr &operand) {
           return movesWith(operand, name);
         });
}

/// What the iterations of a loop make different: its iterator and locals, and
/// those among them that arrays have told.
class Varying {
public:
  explicit Varying(const LoopNode &loop) : names{loop.name} {
    loop.walk([&](const LoopNode &node) {
      const bool isLocal = node.kind == Kind::Local;
      if (!isLocal && node.kind != Kind::Assign)
        return;
      const std::string &name = isLocal ? node.name : node.target.name;
      if (!isLocal && !node.target.operands.empty())
        return;
      if (varies(node.value))
        names.insert(name);
      if (isTold(node.value))
        told.insert(name);
    });
  }

  bool varies(const LoopExpr &expr) const { return mentions(expr, names); }

  /// Whether an element of an array that varies is part of \p expr.
  bool isTold(const LoopExpr &expr) const {
    bool found = mentions(expr, told);
    expr.walk([&](const LoopExpr &part) {
      found |= part.kind == LoopExpr::Kind::Load && !part.operands.empty() &&
               llvm::any_of(part.operands, [&](const LoopExpr &subscript) {
                 return varies(subscript);
               });
    });
    return found;
  }

private:
  Names names, told;
};

/// Whether \p load is of the row that an array tells \p outer, at the place
/// \p inner: `x[col[j]][k]`, `x[col[j] * n + k]`.
bool isInToldRow(const LoopExpr &load, const Varying &outer,
                 const std::string &inner) {
  bool isTold = false, moves = false;
  for (const LoopExpr &subscript : load.operands) {
    const bool isPlace = movesWith(subscript, inner);
    moves |= isPlace;
    if (!isPlace)
      isTold |= outer.isTold(subscript);
    else
      subscript.walk([&](const LoopExpr &part) {
        isTold |= part.kind == LoopExpr::Kind::Mul && outer.isTold(part);
      });
  }
  return isTold && moves;
}

/// Whether \p node updates elements that the loop \p inner goes through and
/// \p outer does not. What is only set where a condition holds keeps its value
/// elsewhere: `if (v > best[k]) best[k] = v`.
bool updates(const LoopNode &node, const Varying &outer,
             const std::string &inner, bool isConditional) {
  const auto &target = node.target.operands;
  if (node.kind == Kind::Assign && (node.op != Update::Set || isConditional) &&
      llvm::any_of(target,
                   [&](const LoopExpr &subscript) {
                     return movesWith(subscript, inner);
                   }) &&
      llvm::none_of(target, [&](const LoopExpr &subscript) {
        return outer.varies(subscript);
      }))
    return true;
  auto isUpdate = [&](const LoopNode &part) {
    return updates(part, outer, inner, true);
  };
  return llvm::any_of(node.body, isUpdate) ||
         llvm::any_of(node.otherwise, isUpdate);
}

/// Whether \p inner updates elements that it goes through and \p outer does
/// not, and reads rows that an array names.
bool gathersRows(const Varying &outer, const LoopNode &inner, bool inThreads) {
  bool isUpdated = false, gathers = false;
  for (const LoopNode &node : inner.body) {
    const bool isPlain = node.body.empty() && node.otherwise.empty();
    isUpdated |= (!inThreads || !isPlain) &&
                 updates(node, outer, inner.name, /*isConditional=*/false);
    node.walk([&](const LoopNode &within) {
      within.value.walk([&](const LoopExpr &part) {
        gathers |= part.kind == LoopExpr::Kind::Load &&
                   isInToldRow(part, outer, inner.name);
      });
    });
  }
  return isUpdated && gathers;
}

bool isInnermost(const LoopNode &loop) {
  bool holdsLoop = false;
  for (const LoopNode &node : loop.body)
    node.walk([&](const LoopNode &inner) { holdsLoop |= inner.isFor(); });
  return !holdsLoop;
}

/// The innermost loops right inside \p nodes, under conditions or not.
void findInnermost(const std::vector<LoopNode> &nodes,
                   std::vector<const LoopNode *> &found) {
  for (const LoopNode &node : nodes) {
    if (node.isFor()) {
      if (isInnermost(node))
        found.push_back(&node);
      continue;
    }
    findInnermost(node.body, found);
    findInnermost(node.otherwise, found);
  }
}

void markIn(std::vector<LoopNode> &nodes, bool inThreads = false) {
  for (LoopNode &node : nodes) {
    const LoopMarks &marks = node.marks;
    if (node.isFor() && (marks.gpu.isMapped() || marks.lanes))
      continue;
    const bool isOfThreads =
        node.kind == Kind::Region || (node.isFor() && marks.parallel);
    markIn(node.body, inThreads || isOfThreads);
    markIn(node.otherwise, inThreads);
    if (isOfThreads)
      continue;
    if (!node.isFor() || marks.simd || marks.scalar)
      continue;
    std::vector<const LoopNode *> inner;
    findInnermost(node.body, inner);
    if (inner.empty())
      continue;
    const Varying outer(node);
    node.noJam = llvm::any_of(inner, [&](const LoopNode *loop) {
      return !loop->marks.scalar && gathersRows(outer, *loop, inThreads);
    });
  }
}

} // namespace

void leaveUnjammed(std::vector<LoopNode> &nodes) { markIn(nodes); }

} // namespace sparsec
