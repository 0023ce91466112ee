//===- Barriers.cpp - where threads wait for each other -------------------===//
///
/// \file
/// Barriers between what threads of a block tell each other. Two parts of one
/// list of nodes need one between them where a statement of the former has to
/// be waited for by one of the latter; in a serial loop, what a later iteration
/// waits for needs one on the way around. Each list has the fewest that cover
/// its own needs: the latest place for the need that ends first, again and
/// again. Lists in loops on threads need none: Analysis has refused what would.
///
/// Bounds and conditions that load what index arrays have in shared memory
/// stand for the statements whose calls these are.
///
/// Rings that are filled ahead have a barrier in each step, which orders that
/// (StagedCopies.cpp); it serves other needs as well.
///
/// A list is run by all threads of a block alike: nothing around it knows of
/// threads. Loops that were split or unrolled are lists like others.
///
//===----------------------------------------------------------------------===//

#include "StagedCopies.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Analysis/ThreadExchanges.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;
using Level = GpuMark::Level;
using Names = std::set<std::string>;

bool isOn(const LoopNode &node, Level level) {
  return node.isFor() && node.marks.gpu.level == level;
}

class BarrierPass {
public:
  BarrierPass(std::vector<ThreadExchange> exchanges, const Program &program)
      : exchanges(std::move(exchanges)) {
    for (const auto &[name, statement] : program.statements)
      for (const auto &copy : statement.copies)
        callers[copy.second.function].insert(name);
  }

  /// \p nodes of the host, which hold kernels.
  void visitHost(Nodes &nodes) const {
    for (LoopNode &node : nodes) {
      bool isKernel = node.isFor() && node.marks.gpu.isMapped();
      for (Nodes *inner : {&node.body, &node.otherwise})
        isKernel ? visitList(*inner) : visitHost(*inner);
    }
  }

private:
  /// The statements of \p nodes with no barrier behind them, or before them
  /// where \p fromStart: those that are run by whoever leaves, or enters, the
  /// list. What may not run at all, a loop or a condition, is no barrier by
  /// itself.
  Names openIn(const Nodes &nodes, bool fromStart) const {
    Names names;
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      const LoopNode &node = nodes[fromStart ? pos : nodes.size() - 1 - pos];
      if (node.isBarrier())
        return names;
      if (node.kind == LoopNode::Kind::Assign)
        names.insert(node.name);
      else
        names.merge(callersAt(node));
      names.merge(openIn(node.body, fromStart));
      names.merge(openIn(node.otherwise, fromStart));
    }
    return names;
  }

  /// The statements whose calls \p node loads from shared memory, itself.
  Names callersAt(const LoopNode &node) const {
    Names names;
    if (!callers.empty())
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) {
          auto found = callers.find(part.name);
          if (part.kind == LoopExpr::Kind::Load && found != callers.end())
            names.insert(found->second.begin(), found->second.end());
        });
      });
    return names;
  }

  /// \p nodes, which all threads of a block run alike.
  void visitList(Nodes &nodes) const {
    for (LoopNode &node : nodes)
      visitNode(node);
    std::vector<Names> entered, left;
    for (const LoopNode &node : nodes) {
      entered.push_back(openIn({node}, true));
      left.push_back(openIn({node}, false));
    }
    Nodes result;
    size_t last = 0; // the nodes from here on follow no barrier
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      if (nodes[pos].isBarrier())
        last = pos;
      bool waits = false;
      for (size_t before = last; before < pos; ++before)
        waits |= needs(left[before], entered[pos], /*carried=*/false);
      if (waits) {
        result.push_back(stmt::barrier());
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
    // From the end of one iteration to the start of the next.
    if (isSerial && needs(openIn(node.body, false), openIn(node.body, true),
                          /*carried=*/true))
      node.body.push_back(stmt::barrier());
  }

  /// Whether one of \p second has to wait for one of \p first; in another
  /// iteration of a loop when \p carried.
  bool needs(const Names &first, const Names &second, bool carried) const {
    return llvm::any_of(exchanges, [&](const ThreadExchange &exchange) {
      return (exchange.isCarried || !carried) && first.count(exchange.first) &&
             second.count(exchange.second);
    });
  }

  std::vector<ThreadExchange> exchanges;
  /// Copy of an index array => the statements whose calls read it.
  std::map<std::string, Names> callers;
};

} // namespace

void addBarriers(LoopAst &ast, const Program &program, const Phase &phase) {
  std::vector<ThreadExchange> exchanges = threadExchanges(program, phase);
  const Names rings = ringsFilledAhead(ast, program);
  llvm::erase_if(exchanges, [&](const ThreadExchange &exchange) {
    return rings.count(exchange.array) &&
           program.statement(exchange.first).assignment->target.text ==
               exchange.array;
  });
  if (!exchanges.empty())
    BarrierPass(std::move(exchanges), program).visitHost(ast.body);
}

} // namespace sparsec
