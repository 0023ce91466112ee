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

/// Gives each thread its copy of the per-thread arrays that it uses.
class RegionMaker {
public:
  RegionMaker(const Program &program, const RegionLines &lines)
      : program(program), lines(lines) {}

  /// Puts each outermost parallel loop in \p nodes, under whatever guards and
  /// loops, into a parallel region. Where work is left over, all of it is in a
  /// plain one.
  void run(std::vector<LoopNode> &nodes) const {
    for (LoopNode &node : nodes)
      makeParallel(node);
    LoopNode all = LoopNode::block(std::move(nodes));
    enclose(all, /*isParallel=*/false);
    if (all.kind == LoopNode::Kind::Region)
      nodes = {std::move(all)};
    else
      nodes = std::move(all.body);
  }

private:
  /// \p loop with no parallel loops in it: a team shares its work once.
  static LoopNode withOneTeam(LoopNode loop) {
    for (auto *children : {&loop.body, &loop.otherwise})
      for (LoopNode &child : *children) {
        child.marks.parallel = false;
        child = withOneTeam(std::move(child));
      }
    return loop;
  }

  void makeParallel(LoopNode &node) const {
    if (node.isFor() && node.marks.parallel)
      return enclose(node, /*isParallel=*/true);
    for (auto *children : {&node.body, &node.otherwise})
      for (LoopNode &child : *children)
        makeParallel(child);
  }

  void enclose(LoopNode &node, bool isParallel) const {
    std::set<std::string> arrays;
    collect(node, arrays);
    if (arrays.empty())
      return;
    LoopNode region;
    region.kind = LoopNode::Kind::Region;
    region.isParallel = isParallel;
    region.prologue = lines(program, {arrays.begin(), arrays.end()});
    region.body.push_back(isParallel ? withOneTeam(std::move(node))
                                     : std::move(node));
    node = std::move(region);
  }

  /// The per-thread arrays that \p node uses outside the regions in it.
  void collect(const LoopNode &node, std::set<std::string> &arrays) const {
    if (node.kind == LoopNode::Kind::Region)
      return;
    auto add = [&](const std::string &name) {
      auto found = program.arrays.find(name);
      if (found != program.arrays.end() && found->second.perThread)
        arrays.insert(name);
    };
    if (node.kind == LoopNode::Kind::Action)
      for (const Access &access : program.statement(node.name).accesses())
        add(access.array);
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        if (part.kind == LoopExpr::Kind::Load)
          add(part.name);
      });
    });
    for (const auto *children : {&node.body, &node.otherwise})
      for (const LoopNode &child : *children)
        collect(child, arrays);
  }

  const Program &program;
  const RegionLines &lines;
};

} // namespace

void addRegions(LoopAst &ast, const Program &program,
                const RegionLines &lines) {
  RegionMaker(program, lines).run(ast.body);
}

} // namespace sparsec
