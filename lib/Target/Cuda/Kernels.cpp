//===- Kernels.cpp - mapped loops as CUDA kernels -------------------------===//

#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Types = GridMapper::Types;

class Outliner {
public:
  explicit Outliner(const Program &program) : program(program) {}

  llvm::Error visit(Nodes &nodes, Types types);
  OutlinedKernels kernels;

private:
  llvm::Error checkHost(const LoopNode &node) const;
  llvm::Error outline(LoopNode &node, const Types &types,
                      const LoopNode *around = nullptr);
  llvm::Error checkSerial(const LoopNode &node, Types &types) const;
  llvm::Error outlineSerial(LoopNode &loop, Types types);

  const Program &program;
  std::set<std::string> names;
};

/// Nothing but sizes and launches is left to the host.
llvm::Error Outliner::checkHost(const LoopNode &node) const {
  if (node.kind == Kind::Assign || node.kind == Kind::Action) {
    // What keeps an element in a scalar has no statement's name.
    const std::string &what = node.name.empty() ? node.target.name : node.name;
    const Phase *phase = program.phaseOf(node.name);
    if (phase && phase->tree.loopsAround(node.name).empty())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "'%s' is in no kernel: cudaize(%s, \"name\") gives it one, of one "
          "thread",
          what.c_str(), what.c_str());
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "'%s' is in no kernel: map a loop around it with cudaize, or "
        "distribute it away",
        what.c_str());
  }
  std::string read;
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) {
      auto found = program.arrays.find(part.name);
      if (part.kind == LoopExpr::Kind::Load && found != program.arrays.end() &&
          !found->second.isScalar() && !isOnHost(program, part.name))
        read = part.name;
    });
  });
  if (read.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "'%s' is on the GPU, but a loop outside the kernels has it in its "
      "bounds: map that loop, or one around it, to blocks",
      read.c_str());
}

/// \p node becomes the launch of a kernel, and \p around, a loop around it that
/// the kernel runs itself, a part of it.
llvm::Error Outliner::outline(LoopNode &node, const Types &types,
                              const LoopNode *around) {
  // isl may have cut the loop into several: each has its own kernel.
  std::string &name = node.marks.gpu.kernel;
  const std::string stem = name;
  for (unsigned number = 2;
       names.count(name) || !useOfFunction(program, name).empty(); ++number)
    name = stem + "_" + std::to_string(number);
  names.insert(name);
  GridMapper maker(program, types, node, around);
  if (llvm::Error error = maker.make())
    return error;
  llvm::append_range(kernels.functions, maker.functions());
  kernels.threadArrays.insert(maker.planArrays().begin(),
                              maker.planArrays().end());
  node = maker.launch();
  return llvm::Error::success();
}

/// The only mapped loop in \p node, outermost; null where there are others, or
/// none.
static const LoopNode *onlyMapped(const LoopNode &node) {
  if (isMapped(node))
    return &node;
  const LoopNode *found = nullptr;
  for (const Nodes *children : {&node.body, &node.otherwise})
    for (const LoopNode &child : *children) {
      bool holds = false;
      child.walk([&](const LoopNode &inner) { holds |= isMapped(inner); });
      if (!holds)
        continue;
      if (found)
        return nullptr;
      found = onlyMapped(child);
      if (!found)
        return nullptr;
    }
  return found;
}

/// Whether \p node is marked in another way than for a kernel.
static bool hasOtherMarks(const LoopNode &node) {
  LoopMarks marks = node.marks;
  marks.gpu = {};
  return node.isFor() && !(marks == LoopMarks());
}

/// \p node and what is in it, but for the kernel, run by the kernel: its
/// variables go to \p types.
llvm::Error Outliner::checkSerial(const LoopNode &node, Types &types) const {
  if (isMapped(node))
    return llvm::Error::success();
  if (hasOtherMarks(node))
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "loop '%s' is run by a cooperative kernel, one iteration after the "
        "other: leave its other marks out, or 'cooperative'",
        node.loop.c_str());
  if (llvm::Error error = checkHost(node))
    return error;
  if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
    types[node.name] = node.type;
  for (const Nodes *children : {&node.body, &node.otherwise})
    for (const LoopNode &child : *children)
      if (llvm::Error error = checkSerial(child, types))
        return error;
  return llvm::Error::success();
}

/// A loop of the host that its kernel runs.
llvm::Error Outliner::outlineSerial(LoopNode &loop, Types types) {
  const LoopNode *root = onlyMapped(loop);
  if (!root)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "loop '%s' holds several kernels, or parts of one that was split or "
        "unrolled, so none can run it in one launch: distribute it before "
        "cudaize, or leave 'cooperative' out",
        loop.loop.c_str());
  if (llvm::Error error = checkSerial(loop, types))
    return error;
  LoopNode kernel = *root;
  const LoopNode around = loop;
  if (llvm::Error error = outline(kernel, types, &around))
    return error;
  loop = std::move(kernel);
  return llvm::Error::success();
}

llvm::Error Outliner::visit(Nodes &nodes, Types types) {
  for (LoopNode &node : nodes) {
    if (runsInKernel(node)) {
      if (llvm::Error error = outlineSerial(node, types))
        return error;
      continue;
    }
    if (isMapped(node)) {
      if (llvm::Error error = outline(node, types))
        return error;
      continue;
    }
    if (llvm::Error error = checkHost(node))
      return error;
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return onHost(program, expr); });
    if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
      types[node.name] = node.type;
    for (Nodes *children : {&node.body, &node.otherwise})
      if (llvm::Error error = visit(*children, types))
        return error;
  }
  return llvm::Error::success();
}

} // namespace

bool isOnHost(const Program &program, const std::string &array) {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() && !program.inspectsOnGpu &&
         found->second.owner == Array::Owner::Plan &&
         !found->second.isScalar() && !found->second.constantElements &&
         found->second.onGpu == Array::OnGpu::No;
}

std::string hostCopy(const Program &program, const std::string &array) {
  return program.freshName(array + "_on_host");
}

LoopExpr onHost(const Program &program, const LoopExpr &expr) {
  return expr.map([&](LoopExpr part) {
    if (part.kind == LoopExpr::Kind::Load && isOnHost(program, part.name))
      part.name = hostCopy(program, part.name);
    return part;
  });
}

bool hasKernels(const Program &program) {
  bool found = false;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      found |= node.isLoop() && node.marks.gpu.isMapped();
    });
  return found;
}

llvm::Expected<OutlinedKernels> outlineKernels(LoopAst &ast,
                                               const Program &program) {
  Outliner outliner(program);
  if (llvm::Error error = outliner.visit(ast.body, {}))
    return error;
  return std::move(outliner.kernels);
}

} // namespace sparsec
