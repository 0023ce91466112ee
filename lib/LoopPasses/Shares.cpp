//===- Shares.cpp - iterations of like work for each thread ---------------===//
///
/// \file
/// Loops marked LoopMarks::balancedBy are parted by what their iterations do:
///
///     parallel for i in [a, b)    const int parts = threads;
///       S(i)                      parallel for part in [0, parts)
///                                   i_begin = share(f, a, b, part, parts)
///                                   i_end = share(f, a, b, part + 1, parts)
///                                   for i in [i_begin, i_end)
///                                     S(i)
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/IterationWeights.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include <utility>

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;

bool canShare(const LoopNode &node, const Program &program) {
  const std::string &array = node.marks.balancedBy;
  return node.marks.parallel && node.source && !node.descending &&
         node.step == 1 && !node.stride && !node.goesOn &&
         weightsOf(program, *node.source) == array &&
         // An iterator of 64 bits would not fit the function's parameters.
         (program.arrays.at(array).type.isWide() || !node.type.isWide());
}

void dropIn(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && !node.marks.balancedBy.empty() &&
        !canShare(node, program))
      node.marks.balancedBy.clear();
    for (Nodes *inside : {&node.prologue, &node.body, &node.otherwise})
      dropIn(*inside, program);
  }
}

/// The scope that \p loop becomes.
LoopNode shared(LoopNode loop, const Program &program) {
  const std::string array = loop.marks.balancedBy;
  const bool isWide = program.arrays.at(array).type.isWide();
  const RuntimeHelper &share =
      isWide ? runtime::share_long : runtime::share_int;
  const LoopExpr parts = LoopExpr::variable(program.freshName("parts")),
                 part = LoopExpr::variable(program.freshName("part"));
  LoopExpr end = loop.upper[0];
  for (size_t pos = 1; pos < loop.upper.size(); ++pos)
    end = minOf(end, loop.upper[pos]);
  auto bound = [&](const std::string &suffix, const LoopExpr &number) {
    return stmt::constant(loop.type, program.freshName(loop.name + suffix),
                          expr::call(share, {LoopExpr::variable(array),
                                             loop.lower, end, number, parts}));
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
  outer.body = {std::move(begin), std::move(behind), std::move(loop)};
  return stmt::scope({stmt::constant(LoopType::int32(), parts.name,
                                     expr::call(runtime::threads, {})),
                      std::move(outer)});
}

void shareIn(Nodes &nodes, const Program &program) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && !node.marks.balancedBy.empty()) {
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
