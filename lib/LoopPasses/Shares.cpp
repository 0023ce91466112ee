//===- Shares.cpp - neighbouring iterations for each thread ---------------===//
///
/// \file
/// Loops marked LoopMarks::balancedBy are parted by what their iterations do,
/// those of LoopMarks::Updates::Segments else by their number:
///
///     parallel for i in [a, b)    const int parts = threads;
///       S(i)                      parallel for part in [0, parts)
///                                   i_begin = share(f, a, b, part, parts)
///                                   i_end = share(f, a, b, part + 1, parts)
///                                   for i in [i_begin, i_end)
///                                     S(i)
///
/// Segments are gathered in each part (RunGatherer.h).
///
//===----------------------------------------------------------------------===//

#include "RunGatherer.h"

#include "sparsec/Analysis/IterationWeights.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;

/// Whether parts of the loop's iterations are loops like it.
bool hasParts(const LoopNode &node) {
  return node.marks.parallel && node.source && !node.descending &&
         !node.stride && !node.goesOn;
}

bool canShare(const LoopNode &node, const Program &program) {
  const std::string &array = node.marks.balancedBy;
  return hasParts(node) && node.step == 1 &&
         weightsOf(program, *node.source) == array &&
         // An iterator of 64 bits would not fit the function's parameters.
         (program.arrays.at(array).type.isWide() || !node.type.isWide());
}

bool gathersRuns(const LoopNode &node) {
  bool found = false;
  if (node.isFor() && node.marks.parallel && node.marks.hasSegments())
    node.walk([&](const LoopNode &inside) {
      found |= inside.atomic == LoopNode::Atomic::Update;
    });
  return found;
}

void dropIn(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && !node.marks.balancedBy.empty() &&
        !canShare(node, program))
      node.marks.balancedBy.clear();
    if (gathersRuns(node) && !hasParts(node)) {
      node.marks.parallel = false;
      updateAlone(node.body);
    }
    for (Nodes *inside : {&node.prologue, &node.body, &node.otherwise})
      dropIn(*inside, program);
  }
}

/// The first iteration of part \p number of \p parts of \p loop, which ends
/// before \p end.
LoopExpr firstOf(const LoopNode &loop, const LoopExpr &end,
                 const LoopExpr &number, const LoopExpr &parts,
                 const Program &program) {
  const std::string &array = loop.marks.balancedBy;
  if (!array.empty())
    return expr::call(
        program.arrays.at(array).type.isWide() ? runtime::share_long
                                               : runtime::share_int,
        {LoopExpr::variable(array), loop.lower, end, number, parts});
  LoopExpr count = LoopExpr::widen(end - loop.lower);
  if (loop.step != 1)
    count = plainDiv(count + LoopExpr::integer(loop.step - 1),
                     LoopExpr::integer(loop.step));
  const LoopExpr before = LoopExpr::integer(loop.step) *
                          plainDiv(count * LoopExpr::widen(number), parts);
  return loop.lower +
         (loop.type.isWide() ? before : expr::cast(LoopType::int32(), before));
}

/// The scope that \p loop becomes.
LoopNode shared(LoopNode loop, const Program &program) {
  const LoopExpr parts = LoopExpr::variable(program.freshName("parts")),
                 part = LoopExpr::variable(program.freshName("part"));
  RunGatherer runs(program, part, parts);
  if (loop.marks.hasSegments())
    runs.gatherIn(loop);
  LoopExpr end = loop.upper[0];
  for (size_t pos = 1; pos < loop.upper.size(); ++pos)
    end = minOf(end, loop.upper[pos]);
  auto bound = [&](const std::string &suffix, const LoopExpr &number) {
    return stmt::constant(loop.type, program.freshName(loop.name + suffix),
                          firstOf(loop, end, number, parts, program));
  };
  LoopNode begin = bound("_begin", part);
  LoopNode behind = bound("_end", part + LoopExpr::integer(1));
  LoopNode outer = stmt::countedLoop(LoopType::int32(), part.name,
                                     LoopExpr::integer(0), parts);
  outer.marks.parallel = true;
  outer.marks.updates =
      std::exchange(loop.marks.updates, LoopMarks::Updates::None);
  outer.loop = loop.loop;
  std::swap(outer.source, loop.source); // a part's loop is no loop of a recipe
  outer.parallelIf = std::move(loop.parallelIf);
  outer.reductions.swap(loop.reductions);
  loop.parallelIf.reset();
  loop.marks.parallel = false;
  loop.marks.balancedBy.clear();
  loop.lower = LoopExpr::variable(begin.name, loop.type.isWide());
  loop.upper = {LoopExpr::variable(behind.name, loop.type.isWide())};
  outer.body = std::move(runs.begun);
  for (LoopNode *node : {&begin, &behind, &loop})
    outer.body.push_back(std::move(*node));
  llvm::append_range(outer.body, runs.ended);
  Nodes all = {stmt::constant(LoopType::int32(), parts.name,
                              expr::call(runtime::threads, {}))};
  llvm::append_range(all, runs.declared);
  all.push_back(std::move(outer));
  llvm::append_range(all, runs.joined);
  return stmt::scope(std::move(all));
}

void shareIn(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && (!node.marks.balancedBy.empty() || gathersRuns(node))) {
      node = shared(std::move(node), program);
      continue;
    }
    for (Nodes *inside : {&node.prologue, &node.body, &node.otherwise})
      shareIn(*inside, program);
  }
}

} // namespace

void dropUnshared(LoopAst &ast, const Program &program) {
  dropIn(ast.body, program);
}

void shareWork(LoopAst &ast, const Program &program) {
  shareIn(ast.body, program);
}

} // namespace sparsec
