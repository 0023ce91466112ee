//===- LoopPassesRegions.cpp - parallel regions with workspace ------------===//
///
/// \file
/// Loops that need an array per thread run in an OpenMP region: each thread
/// sets its array up before its share of the loop.
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

/// Workspace arrays with one copy per thread that \p node uses.
std::vector<std::string> perThreadArrays(const Program &program,
                                         const Phase &phase) {
  std::set<std::string> names;
  auto add = [&](const std::string &name) {
    auto found = program.arrays.find(name);
    if (found != program.arrays.end() && found->second.perThread)
      names.insert(name);
  };
  for (const std::string &name : phase.tree.statements()) {
    const Statement &statement = program.statement(name);
    for (const Access &access : statement.accesses())
      add(access.array);
    if (!statement.action)
      continue;
    llvm::for_each(statement.action->reads, add);
    llvm::for_each(statement.action->writes, add);
  }
  return {names.begin(), names.end()};
}

/// Puts each outermost parallel loop, under whatever guards and loops, into a
/// region that begins with \p prologue and ends with \p epilogue.
void addRegions(std::vector<LoopNode> &nodes,
                const std::vector<std::string> &prologue,
                const std::vector<std::string> &epilogue) {
  for (LoopNode &node : nodes) {
    if (!node.isFor() || !node.marks.parallel) {
      addRegions(node.body, prologue, epilogue);
      addRegions(node.otherwise, prologue, epilogue);
      continue;
    }
    LoopNode region;
    region.kind = LoopNode::Kind::ParallelRegion;
    region.prologue = prologue;
    region.epilogue = epilogue;
    region.body = {std::move(node)};
    node = std::move(region);
  }
}

} // namespace

/// Gives each thread its copy of the per-thread arrays of \p phase.
void addRegions(LoopAst &ast, const Program &program, const Phase &phase,
                const RegionLines &lines) {
  std::vector<std::string> arrays = perThreadArrays(program, phase);
  if (arrays.empty())
    return;
  std::vector<std::string> prologue, epilogue;
  if (lines)
    std::tie(prologue, epilogue) = lines(program, arrays);
  addRegions(ast.body, prologue, epilogue);
}

} // namespace sparsec
