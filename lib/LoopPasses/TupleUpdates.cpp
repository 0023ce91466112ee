//===- TupleUpdates.cpp - updates of extrema in loops ---------------------===//

#include "TupleParts.h"

#include "sparsec/Analysis/TupleOrder.h"
#include "sparsec/LoopIR/ExprPrinter.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isTupleUpdate(const LoopNode &node) {
  return node.kind == Kind::If && hasTies(node.op);
}

std::vector<const LoopNode *> assignmentsOf(const LoopNode &update) {
  std::vector<const LoopNode *> result;
  for (const LoopNode &node : update.body)
    if (node.kind == Kind::Assign)
      result.push_back(&node);
  return result;
}

const std::string &arrayOfTuple(const LoopNode &update) {
  return assignmentsOf(update).front()->target.name;
}

llvm::Error refuseTuple(const LoopExpr &element, const char *why) {
  return llvm::createStringError(
      "'%s' is an extremum with what goes along, and %s",
      printExpr(element).c_str(), why);
}

TupleStatements tupleStatements(const Nodes &nodes) {
  TupleStatements statements;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      if (isTupleUpdate(node))
        statements[arrayOfTuple(node)].insert(
            assignmentsOf(node).front()->name);
    });
  return statements;
}

llvm::Error checkBranches(const Nodes &nodes, const Program &program,
                          const TupleStatements &statements) {
  std::map<std::string, LoopExpr> elements;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      if (isTupleUpdate(node) && !node.values.empty())
        elements.emplace(arrayOfTuple(node),
                         assignmentsOf(node).front()->target);
    });
  for (const auto &[array, element] : elements)
    if (!keepsPlaces(program, statements.at(array)))
      return refuseTuple(element,
                         "its loops do not come by the places of its values in "
                         "their order; leave out the step that changes it, or "
                         "put the loops that choose the element outermost");
  return llvm::Error::success();
}

} // namespace sparsec
