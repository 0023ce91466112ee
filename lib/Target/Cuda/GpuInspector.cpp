//===- GpuInspector.cpp - inspectors as CUDA kernels ----------------------===//

#include "sparsec/Target/Cuda/GpuInspector.h"

#include "GpuKernels.h"
#include "sparsec/Target/Cuda/GpuFetch.h"
#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/IR/Culprit.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

/// Whether all that \p nodes do is to raise parameters.
bool onlyMeasures(const Program &program, const Nodes &nodes) {
  bool isOnly = true;
  visitWork(LoopNode::block(nodes), [&](const LoopNode &node) {
    bool isWork = node.kind == Kind::Assign || node.kind == Kind::Call ||
                  node.kind == Kind::Region || node.kind == Kind::Action;
    bool measures = node.kind == Kind::Action &&
                    program.statement(node.name).action->as<action::Measure>();
    isOnly &= !isWork || measures;
  });
  return isOnly;
}

class InspectorOutliner {
public:
  InspectorOutliner(const Program &program, const Names &written, Names &names)
      : program(program), names(names), kernels(program, written, names) {}

  llvm::Error visit(Nodes &nodes, GpuHost &host);
  std::vector<LoopFunction> takeFunctions() {
    return std::move(kernels.functions);
  }

private:
  llvm::Error visitNode(LoopNode &node, GpuHost &host);
  llvm::Error outline(LoopNode &node, const LoopNode &loop, const GpuHost &host,
                      const Names &tables);
  Names tablesOf(const LoopNode &region) const;
  void makeAtomic(Nodes &nodes) const;
  std::string kernelName(const LoopNode &loop);

  const Program &program;
  Names &names;
  GpuKernels kernels;
};

llvm::Error refuse(const llvm::Twine &what) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "inspector(\"cuda\"): " + what +
          "; leave the inspector on the host, inspector(\"host\")");
}

/// The first statement in \p root.
std::string statementIn(const LoopNode &root) {
  std::string name;
  root.walk([&](const LoopNode &node) {
    if (name.empty() &&
        (node.kind == Kind::Assign || node.kind == Kind::Action))
      name = node.name;
  });
  return name;
}

std::string InspectorOutliner::kernelName(const LoopNode &loop) {
  std::string stem = program.function.name + "_inspect_";
  for (char c : statementIn(loop))
    stem += llvm::isAlnum(c) ? c : '_';
  std::string name = stem;
  for (unsigned number = 2;
       names.count(name) || !useOfFunction(program, name).empty(); ++number)
    name = stem + "_" + std::to_string(number);
  names.insert(name);
  return name;
}

/// Makes the kernel of \p loop, whose threads need \p tables, and puts the
/// launch in place of \p node.
llvm::Error InspectorOutliner::outline(LoopNode &node, const LoopNode &loop,
                                       const GpuHost &host,
                                       const Names &tables) {
  bool isFree = loop.marks.parallel || storesConstant(loop) ||
                onlyMeasures(program, {loop});
  std::optional<Numbering> numbering;
  if (!isFree && tables.empty())
    numbering = numberingOf(program, loop);
  if (!isFree && !numbering)
    return refuse("the inspector runs '" + statementIn(loop) +
                  "' one instance after the other");
  Names inside;
  for (const LoopNode &local : host.prologue)
    inside.insert(local.name);
  std::optional<LaunchDomain> nest =
      itemsOf(numbering ? withFreeLoops(loop) : loop, std::move(inside));
  if (!nest)
    return refuse("how often loop '" + loop.name + "' around '" +
                  statementIn(loop) + "' runs is known on the GPU only");
  makeAtomic(nest->body);
  const std::string kernel = kernelName(loop);
  std::optional<Nodes> launch;
  bool isSpread = tables.empty() && nest->spreadInner();
  if (!tables.empty())
    launch = kernels.perWorker(kernel, *nest, host, tables);
  else if (numbering)
    launch = kernels.perNumber(kernel, *nest, host, *numbering);
  else if (isSpread)
    launch = kernels.perInstance(kernel, *nest, host);
  else
    launch = kernels.perItem(kernel, *nest, host);
  if (!launch)
    return refuse("elements of '" + *tables.begin() +
                  "' say how often a loop of the inspector runs");
  llvm::Expected<Nodes> fetched = withFetches(program, *launch);
  if (!fetched)
    return fetched.takeError();
  node = LoopNode::block(std::move(*fetched));
  return llvm::Error::success();
}

/// Updates that several instances may do at once, as their statements say.
void InspectorOutliner::makeAtomic(Nodes &nodes) const {
  for (LoopNode &node : nodes) {
    makeAtomic(node.body);
    makeAtomic(node.otherwise);
    if (node.kind != Kind::Assign || !program.statements.count(node.name))
      continue;
    const auto &sharing = program.statement(node.name).sharing;
    auto shared = sharing.find(node.target.name);
    if (shared != sharing.end() && shared->second.isAtomic)
      updateAtomically(node);
  }
}

/// The arrays that each thread has a part of in a parallel region.
Names InspectorOutliner::tablesOf(const LoopNode &region) const {
  Names tables;
  for (const LoopNode &local : region.prologue) {
    auto array = program.arrays.find(local.name);
    if (array != program.arrays.end() && array->second.perThread)
      tables.insert(local.name);
  }
  return tables;
}

llvm::Error InspectorOutliner::visitNode(LoopNode &node, GpuHost &host) {
  switch (node.kind) {
  case Kind::For:
    return outline(node, LoopNode(node), host, {});
  case Kind::Region: {
    LoopNode region = node;
    if (!region.isParallel || region.body.size() != 1 ||
        !region.body[0].isFor())
      return refuse("the inspector runs '" + statementIn(region) +
                    "' one instance after the other");
    return outline(node, region.body[0], host, tablesOf(region));
  }
  case Kind::Local:
    if (node.value.hasLoad()) {
      host.prologue.push_back(node);
      node = LoopNode::block({});
    } else {
      host.types[node.name] = node.type;
    }
    return llvm::Error::success();
  case Kind::If:
    if (node.condition.hasLoad())
      return refuse("whether '" + statementIn(node) +
                    "' runs is known on the GPU only");
    if (llvm::Error error = visit(node.body, host))
      return error;
    return visit(node.otherwise, host);
  case Kind::Block:
    return visit(node.body, host);
  case Kind::Action: {
    llvm::Expected<Nodes> fetched = withFetches(program, node.body);
    if (!fetched)
      return fetched.takeError();
    node = LoopNode::block(std::move(*fetched));
    return llvm::Error::success();
  }
  case Kind::Assign:
    // Scalars of the host, such as counts.
    if (node.target.operands.empty() && !node.value.hasLoad())
      return llvm::Error::success();
    break;
  case Kind::Declare:
  case Kind::Call:
  case Kind::Check:
  case Kind::Return:
  case Kind::Label:
  case Kind::Break:
  case Kind::Continue:
  case Kind::Barrier:
    break;
  }
  return refuse("'" + statementIn(node) + "' of the inspector is in no loop");
}

llvm::Error InspectorOutliner::visit(Nodes &nodes, GpuHost &host) {
  for (LoopNode &node : nodes) {
    const std::string statement = statementIn(node);
    llvm::Error error = visitNode(node, host);
    if (error && !statement.empty())
      return aboutStatement(std::move(error), statement);
    if (error)
      return error;
  }
  return llvm::Error::success();
}

/// Marks the loop \p node and those right inside it. Atomic updates of an
/// inspector on a GPU have no order: their rounding may differ.
void markParallel(const Program &program, ScheduleTree &node) {
  if (!node.isLoop())
    return;
  if (!node.marks.parallel &&
      !whyNotParallel(program, node.statements().front(), node.name,
                      Rounding::MayDiffer)
           .empty())
    return;
  node.marks.parallel = true;
  markParallel(program, node.children.front());
}

} // namespace

Phase withParallelLoops(const Program &program, Phase phase) {
  bool isAssigned =
      llvm::none_of(phase.tree.statements(), [&](const std::string &name) {
        return program.statement(name).action.has_value();
      });
  if (phase.tree.isLoop() && (phase.tree.marks.parallel || isAssigned))
    markParallel(program, phase.tree);
  return phase;
}

llvm::Expected<std::vector<LoopFunction>>
outlineInspector(LoopAst &ast, const Program &program, const Names &written,
                 Names &names) {
  InspectorOutliner outliner(program, written, names);
  GpuHost host;
  if (llvm::Error error = outliner.visit(ast.body, host))
    return error;
  return outliner.takeFunctions();
}

} // namespace sparsec
