//===- NestLowering.cpp - nests of loops from isl -------------------------===//
///
/// \file
/// Each nest of a phase is lowered apart, and in two shapes where splitting
/// loops may free innermost bodies of guards.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Lowering/NestLowering.h"

#include "AstLowering.h"
#include "WholeProducts.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Structure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec {
namespace {

/// Whether \p condition is on iterators and parameters alone: splitting loops
/// may decide it.
bool isAffine(const LoopExpr &condition) {
  bool affine = !condition.hasLoad();
  condition.walk([&](const LoopExpr &part) {
    affine &= !llvm::StringRef(part.name).contains('#');
  });
  return affine;
}

/// Affine conditions in innermost loops, and how many statements there are.
struct Shape {
  unsigned guards = 0, statements = 0;
};

bool hasLoop(const LoopNode &node) {
  bool found = false;
  for (const LoopNode &child : node.body)
    child.walk([&](const LoopNode &inner) { found |= inner.isFor(); });
  return found;
}

Shape shapeOf(const std::vector<LoopNode> &nodes) {
  Shape shape;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      shape.statements += node.kind == LoopNode::Kind::Assign;
      if (!node.isFor() || hasLoop(node))
        return;
      node.walk([&](const LoopNode &inner) {
        shape.guards +=
            inner.kind == LoopNode::Kind::If && isAffine(inner.condition);
      });
    });
  return shape;
}

/// One of the nests of a phase, which run one after the other.
struct Nest {
  const ScheduleTree &tree;
  CallSafety safety;
};

/// isl's time grows faster than what one schedule holds: each nest apart.
std::vector<Nest> nestsOf(const Program &program, const Phase &phase) {
  llvm::ArrayRef<ScheduleTree> trees = phase.tree;
  if (phase.tree.isSequence())
    trees = phase.tree.children;
  std::vector<Nest> nests;
  for (const ScheduleTree &tree : trees) {
    std::vector<const Statement *> statements;
    for (const std::string &name : tree.statements())
      statements.push_back(&program.statement(name));
    nests.push_back({tree, CallSafety(program, statements)});
  }
  return nests;
}

llvm::Expected<std::vector<LoopNode>> lowerShape(const WholeProducts &products,
                                                 const std::vector<Nest> &nests,
                                                 LoopShape shape) {
  const Program &program = products.program;
  return poly::tryIsl([&]() -> llvm::Expected<std::vector<LoopNode>> {
    std::vector<LoopNode> all;
    unsigned renamings = 0;
    for (const Nest &nest : nests) {
      llvm::Expected<IslSchedule> schedule =
          buildIslSchedule(program, nest.tree, shape, nest.safety);
      if (!schedule)
        return schedule.takeError();
      llvm::Expected<std::vector<LoopNode>> nodes =
          lowerSchedule(products, *schedule, renamings);
      if (!nodes)
        return nodes.takeError();
      all.insert(all.end(), nodes->begin(), nodes->end());
    }
    flatten(all);
    settleSingles(all);
    inferWidths(all);
    return all;
  });
}

} // namespace

llvm::Expected<std::vector<LoopNode>> lowerNests(const Program &program,
                                                 const Phase &phase) {
  WholeProducts products{program, {}};
  llvm::Expected<std::vector<Nest>> nests =
      poly::tryIsl([&]() -> llvm::Expected<std::vector<Nest>> {
        products = wholeProducts(program, phase);
        return nestsOf(products.program, phase);
      });
  if (!nests)
    return nests.takeError();
  auto atomic = lowerShape(products, *nests, LoopShape::Atomic);
  if (!atomic)
    return atomic.takeError();
  Shape rolled = shapeOf(*atomic);
  if (rolled.guards == 0)
    return atomic;
  auto separate = lowerShape(products, *nests, LoopShape::Separate);
  if (!separate) {
    llvm::consumeError(separate.takeError());
    return atomic;
  }
  Shape split = shapeOf(*separate);
  bool better =
      split.guards < rolled.guards && split.statements <= 3 * rolled.statements;
  return better ? std::move(separate) : std::move(atomic);
}

} // namespace sparsec
