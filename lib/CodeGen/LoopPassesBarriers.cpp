//===- LoopPassesBarriers.cpp - where threads wait for each other ---------===//
///
/// \file
/// Barriers between what threads of a block tell each other. Two parts of one
/// list of nodes need one between them where a statement of the former has to
/// be waited for by one of the latter; in a serial loop, what a later iteration
/// waits for needs one on the way around. Each list has the fewest that cover
/// its own needs: the latest place for the need that ends first, again and
/// again. Lists in loops on threads need none: Analysis has refused what would.
///
/// A list is run by all threads of a block alike: nothing around it knows of
/// threads. Loops that were split or unrolled are lists like others.
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "sparsec/Analysis/ThreadExchanges.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;
using Level = GpuMark::Level;
using Names = std::set<std::string>;

Names statementsOf(const LoopNode &root) {
  Names names;
  root.walk([&](const LoopNode &node) {
    if (node.kind == LoopNode::Kind::Assign)
      names.insert(node.name);
  });
  return names;
}

bool isOn(const LoopNode &node, Level level) {
  return node.isFor() && node.marks.gpu.level == level;
}

class BarrierPass {
public:
  explicit BarrierPass(std::vector<ThreadExchange> exchanges)
      : exchanges(std::move(exchanges)) {}

  /// \p nodes of the host, which hold kernels.
  void visitHost(Nodes &nodes) const {
    for (LoopNode &node : nodes) {
      bool isKernel = node.isFor() && node.marks.gpu.isMapped();
      for (Nodes *inner : {&node.body, &node.otherwise})
        isKernel ? visitList(*inner) : visitHost(*inner);
    }
  }

private:
  /// \p nodes, which all threads of a block run alike.
  void visitList(Nodes &nodes) const {
    for (LoopNode &node : nodes)
      visitNode(node);
    std::vector<Names> statements;
    for (const LoopNode &node : nodes)
      statements.push_back(statementsOf(node));
    Nodes result;
    size_t last = 0; // the nodes from here on follow no barrier
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      bool waits = false;
      for (size_t before = last; before < pos; ++before)
        waits |= needs(statements[before], statements[pos]);
      if (waits) {
        result.push_back(LoopNode::barrier());
        last = pos;
      }
      result.push_back(std::move(nodes[pos]));
    }
    nodes = std::move(result);
  }

  void visitNode(LoopNode &node) const {
    if (isOn(node, Level::Thread))
      return;
    visitList(node.body);
    visitList(node.otherwise);
    bool isSerial = node.isFor() && !isOn(node, Level::Block);
    if (isSerial && needsBarrierAround(node.body))
      node.body.push_back(LoopNode::barrier());
  }

  bool needs(const Names &first, const Names &second) const {
    return llvm::any_of(exchanges, [&](const ThreadExchange &exchange) {
      return first.count(exchange.first) && second.count(exchange.second);
    });
  }

  /// Whether a statement of an iteration of the loop around \p body has to wait
  /// for one of an earlier iteration, with no barrier on the way.
  bool needsBarrierAround(const Nodes &body) const {
    std::vector<Names> statements;
    for (const LoopNode &node : body)
      statements.push_back(statementsOf(node));
    auto isBetween = [&](size_t from, size_t to) {
      return std::any_of(body.begin() + long(from), body.begin() + long(to),
                         [](const LoopNode &node) { return node.isBarrier(); });
    };
    for (const ThreadExchange &exchange : exchanges)
      for (size_t from = 0; exchange.isCarried && from < body.size(); ++from)
        for (size_t to = 0; to < body.size(); ++to)
          if (statements[from].count(exchange.first) &&
              statements[to].count(exchange.second) &&
              !isBetween(from, body.size()) && !isBetween(0, to))
            return true;
    return false;
  }

  std::vector<ThreadExchange> exchanges;
};

} // namespace

void addBarriers(LoopAst &ast, const Program &program, const Phase &phase) {
  std::vector<ThreadExchange> exchanges = threadExchanges(program, phase);
  if (!exchanges.empty())
    BarrierPass(std::move(exchanges)).visitHost(ast.body);
}

} // namespace sparsec
