//===- StagedCopies.cpp - boxes that are filled ahead ---------------------===//
///
/// \file
/// The program says that each step of a loop fills a box in shared memory, and
/// reads it. Of a ring of several boxes, here 2, each step fills the one that a
/// later step reads:
///
///     for k in [0, n)                if (0 < n) fill u[0] for 0
///       fill u[0] for k              for k in [0, n)
///       read u[0]              =>      barrier
///                                      if (k + 1 < n) fill u[(k + 1) % 2] for
///                                      k + 1 read u[k % 2]
///
/// One barrier serves both sides: what is read was filled before it, and what
/// is filled was read before it, in the step before. Where threads do not wait
/// for their copies, each step's are a group, empty behind the last step so
/// that counts hold; a thread waits for the group of its step in front of the
/// barrier. Of copies in bulk, of which one thread starts many, all threads
/// wait for what all have started: each box has a word at which they arrive.
///
//===----------------------------------------------------------------------===//

#include "StagedCopies.h"
#include "RingArrivals.h"
#include "RingUses.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// One loop that fills rings and reads them.
class StagedLoop {
public:
  StagedLoop(const Program &program, LoopNode loop, const Names &rings)
      : program(program), loop(std::move(loop)), rings(rings) {}

  /// What stands in its place.
  llvm::Expected<Nodes> stage();

private:
  llvm::Error refuse(const llvm::Twine &why) const;
  llvm::Error check() const;
  llvm::Error checkFills() const;
  llvm::Error checkPlaces() const;
  bool isLate(const std::string &ring) const {
    return program.arrays.at(ring).onGpu == Array::OnGpu::LateRing;
  }
  LoopExpr iterator() const {
    return LoopExpr::variable(loop.name, loop.type.isWide());
  }
  LoopExpr atStep(const LoopExpr &from, long step) const {
    return from + LoopExpr::integer(step * loop.step);
  }
  LoopExpr runsAt(const LoopExpr &value) const;
  /// Steps before the one with iterator \p value.
  LoopExpr stepsBefore(const LoopExpr &value) const {
    return plainDiv(value - loop.lower, LoopExpr::integer(loop.step));
  }
  void addArrivals(Nodes &to, const Names &own, const LoopExpr &value) const;
  void turn(Nodes &nodes, const LoopExpr &value) const;
  void addFills(Nodes &to, const Names &own, const LoopExpr &value) const;
  Nodes prologue() const;
  Nodes body() const;
  Nodes epilogue() const;

  const Program &program;
  LoopNode loop;
  const Names &rings;
};

llvm::Error StagedLoop::refuse(const llvm::Twine &why) const {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "'" + *rings.begin() + "' is filled ahead of the steps of loop '" +
          loop.name + "', but " + why +
          "; leave `stages` out of copy_to_shared");
}

llvm::Error StagedLoop::check() const {
  if (isMapped(loop))
    return refuse("the block has one step of it, as it is mapped to " +
                  loop.marks.gpu.text());
  if (loop.goesOn || loop.stride || loop.descending)
    return refuse("which of its steps comes next is not known");
  if (loop.marks.jam && loop.marks.unroll != 1)
    return refuse("steps that are unrolled and jammed run together");
  return checkFills();
}

/// What fills boxes has to be in a later step what it is now.
llvm::Error StagedLoop::checkFills() const {
  const Names needed = namesIn(partOf(loop.body, rings, /*fills=*/true));
  std::string changed;
  for (const LoopNode &root : loop.body)
    root.walk([&](const LoopNode &node) {
      const bool sets =
          (node.kind == Kind::Assign && !rings.count(node.target.name)) ||
          (node.kind == Kind::Local && !node.isConst);
      const std::string &name =
          node.kind == Kind::Assign ? node.target.name : node.name;
      if (sets && needed.count(name))
        changed = name;
    });
  if (!changed.empty())
    return refuse("'" + changed +
                  "', which tells with what, is written in these steps");
  return checkPlaces();
}

/// A step has to fill all that it reads, and with what is there long before.
llvm::Error StagedLoop::checkPlaces() const {
  Names moving{loop.name};
  std::string wrong;
  const auto names = [](const LoopExpr &expr, const Names &some) {
    bool found = false;
    expr.walk([&](const LoopExpr &part) { found |= some.count(part.name); });
    return found;
  };
  for (const LoopNode &root : partOf(loop.body, rings, /*fills=*/true))
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local && names(node.value, moving))
        moving.insert(node.name);
      node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
        const bool isFill = isTarget && rings.count(expr.name);
        if (isFill && llvm::any_of(expr.operands, [&](const LoopExpr &at) {
              return names(at, moving);
            }))
          wrong = "a step fills a part of a box";
        const bool reads = isFill ? llvm::any_of(expr.operands,
                                                 [&](const LoopExpr &at) {
                                                   return names(at, rings);
                                                 })
                                  : names(expr, rings);
        if (reads)
          wrong = "what one of its boxes has tells with what";
      });
    });
  for (const std::string &ring : rings)
    if (!fillsFirst(loop.body, ring))
      wrong = "a step reads what the step before has filled";
  return wrong.empty() ? llvm::Error::success() : refuse(wrong);
}

/// Whether the loop has a step with the iterator \p value.
LoopExpr StagedLoop::runsAt(const LoopExpr &value) const {
  LoopExpr runs = LoopExpr::integer(1);
  for (const LoopExpr &bound : loop.upper)
    runs = logicalAnd(runs, less(value, bound));
  return runs;
}

/// Lets \p nodes of the step with iterator \p value use its boxes.
void StagedLoop::turn(Nodes &nodes, const LoopExpr &value) const {
  const auto turned = [&](LoopExpr part) {
    if (part.kind != LoopExpr::Kind::Load || !rings.count(part.name))
      return part;
    std::vector<LoopExpr> subscripts = part.operands.toVector();
    subscripts[0] = boxOf(program, part.name, stepsBefore(value));
    part.operands = subscripts;
    return part;
  };
  const std::function<void(LoopNode &)> visit = [&](LoopNode &node) {
    node.rewriteExprs([&](const LoopExpr &expr) { return expr.map(turned); });
    for (Nodes *inner : {&node.prologue, &node.body, &node.otherwise})
      llvm::for_each(*inner, visit);
  };
  llvm::for_each(nodes, visit);
}

/// Fills the boxes of \p own for the step with iterator \p value, if there is
/// one.
void StagedLoop::addFills(Nodes &to, const Names &own,
                          const LoopExpr &value) const {
  Nodes fills = partOf(loop.body, own, /*fills=*/true);
  substituteIn(fills, 0, loop.name, value);
  turn(fills, value);
  to.push_back(LoopNode::ifThen(runsAt(value), std::move(fills)));
}

void StagedLoop::addArrivals(Nodes &to, const Names &own,
                             const LoopExpr &value) const {
  for (const std::string &ring : own)
    if (isBulkRing(program, ring))
      to.push_back(arriveFor(program, ring, stepsBefore(value)));
}

Nodes StagedLoop::prologue() const {
  Nodes nodes;
  for (const std::string &ring : rings)
    if (isBulkRing(program, ring))
      nodes.push_back(beginArrivals(program, ring));
  if (!nodes.empty())
    nodes.push_back(stmt::barrier());
  for (long step = 0;; ++step) {
    Names own;
    llvm::copy_if(rings, std::inserter(own, own.end()),
                  [&](const std::string &ring) {
                    return step + 1 < stagesOf(program, ring);
                  });
    if (own.empty())
      return nodes;
    addFills(nodes, own, atStep(loop.lower, step));
    addArrivals(nodes, own, atStep(loop.lower, step));
    if (llvm::any_of(rings, [&](const std::string &r) { return isLate(r); }))
      nodes.push_back(stmt::call(runtime::commit_copies, {}));
  }
}

Nodes StagedLoop::body() const {
  std::map<long, Names> byStages;
  long pending = -1;
  for (const std::string &ring : rings) {
    const long stages = stagesOf(program, ring);
    byStages[stages].insert(ring);
    if (isLate(ring))
      pending = pending < 0 ? stages - 2 : std::min(pending, stages - 2);
  }
  Nodes nodes;
  if (pending >= 0)
    nodes.push_back(stmt::call(
        expr::call(runtime::wait_for_copies, std::vector<long>{pending}, {})));
  for (const std::string &ring : rings)
    if (isBulkRing(program, ring))
      nodes.push_back(awaitArrivals(program, ring, stepsBefore(iterator())));
  nodes.push_back(stmt::barrier());
  for (const auto &[stages, own] : byStages) {
    addFills(nodes, own, atStep(iterator(), stages - 1));
    addArrivals(nodes, own, atStep(iterator(), stages - 1));
  }
  if (pending >= 0)
    nodes.push_back(stmt::call(runtime::commit_copies, {}));
  Nodes rest = partOf(loop.body, rings, /*fills=*/false);
  turn(rest, iterator());
  llvm::move(rest, std::back_inserter(nodes));
  return nodes;
}

Nodes StagedLoop::epilogue() const {
  Nodes nodes;
  for (const std::string &ring : rings)
    if (isBulkRing(program, ring)) {
      if (nodes.empty())
        nodes.push_back(stmt::barrier());
      nodes.push_back(endArrivals(program, ring));
    }
  return nodes;
}

llvm::Expected<Nodes> StagedLoop::stage() {
  if (llvm::Error error = check())
    return error;
  Nodes nodes;
  if (!loop.lower.isInteger() && !loop.lower.isVariable()) {
    const std::string first = loop.name + "_first";
    nodes.push_back(stmt::constant(loop.type, first, loop.lower));
    loop.lower = LoopExpr::variable(first, loop.type.isWide());
  }
  llvm::append_range(nodes, prologue());
  LoopNode staged = loop;
  staged.body = body();
  nodes.push_back(std::move(staged));
  llvm::append_range(nodes, epilogue());
  return nodes;
}

class Stager {
public:
  explicit Stager(const Program &program) : program(program) {
    for (const auto &[name, array] : program.arrays)
      if (array.isStaged())
        rings.insert(name);
  }

  bool hasRings() const { return !rings.empty(); }

  /// Inner loops first.
  llvm::Error visit(Nodes &nodes, bool inKernel) {
    Nodes result;
    for (LoopNode &node : nodes) {
      const bool isInside = inKernel || isMapped(node);
      for (Nodes *inner : {&node.body, &node.otherwise})
        if (llvm::Error error = visit(*inner, isInside))
          return error;
      const Names own = isInside ? ringsOf(node) : Names();
      if (own.empty()) {
        result.push_back(std::move(node));
        continue;
      }
      for (const std::string &ring : own)
        staged[ring] += usesIn(node, ring);
      auto made = StagedLoop(program, std::move(node), own).stage();
      if (!made)
        return made.takeError();
      llvm::move(*made, std::back_inserter(result));
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

  /// All steps that use a ring, which \p nodes still have as they were made,
  /// have to be those of loops that fill it.
  llvm::Error run(Nodes &nodes) {
    std::map<std::string, size_t> all;
    for (const std::string &ring : rings)
      for (const LoopNode &node : nodes)
        all[ring] += usesIn(node, ring);
    if (llvm::Error error = visit(nodes, /*inKernel=*/false))
      return error;
    for (const std::string &ring : rings)
      if (staged[ring] != all[ring])
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            "'" + ring +
                "' is filled ahead of the steps of a loop, some of which are "
                "not in one any more; leave `stages` out of copy_to_shared, or "
                "keep the loop whole");
    return llvm::Error::success();
  }

private:
  /// The rings that steps of \p node, no loop inside it, fill and read.
  Names ringsOf(const LoopNode &node) const {
    Names own;
    if (!node.isFor())
      return own;
    const Names ahead = ringsFilledAhead({{node}}, program);
    for (const std::string &ring : rings)
      if (!ahead.count(ring) && useOf(node, ring).isBoth() &&
          fillAndRead(node.body, ring))
        own.insert(ring);
    return own;
  }

  const Program &program;
  Names rings;
  std::map<std::string, size_t> staged; ///< uses in loops that are
};

} // namespace

Names ringsFilledAhead(const LoopAst &ast, const Program &program) {
  Names ahead;
  ast.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        const auto array = program.arrays.find(part.name);
        if (part.kind == LoopExpr::Kind::Load &&
            array != program.arrays.end() && array->second.isStaged() &&
            !part.operands[0].isInteger(0))
          ahead.insert(part.name);
      });
    });
  });
  return ahead;
}

llvm::Error stageCopies(LoopAst &ast, const Program &program) {
  Stager stager(program);
  return stager.hasRings() ? stager.run(ast.body) : llvm::Error::success();
}

} // namespace sparsec
