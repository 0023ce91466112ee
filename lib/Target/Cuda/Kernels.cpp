//===- Kernels.cpp - mapped loops as CUDA kernels -------------------------===//

#include "sparsec/Target/Cuda/Kernels.h"

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/Analysis/SharedLaunches.h"
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
  std::string functionName(const std::string &stem);
  llvm::Error outline(LoopNode &node, const Types &types,
                      const LoopNode *around = nullptr);
  const ScheduleTree *rootOf(const LoopNode &node) const;
  std::vector<size_t> launchedWith(const Nodes &nodes, size_t pos) const;
  bool maybeOfOneKernel(const Nodes &nodes,
                        const std::vector<size_t> &places) const;
  llvm::Error outlineTogether(Nodes &nodes, const std::vector<size_t> &places,
                              Types &types);
  llvm::Error visitHost(LoopNode &node, Types &types);
  void take(const GridMapper &maker);
  llvm::Error checkSerial(const LoopNode &node, Types &types) const;
  llvm::Error outlineSerial(LoopNode &loop, Types types);

  const Program &program;
  std::set<std::string> names;
  /// Loops of the host, of one iteration of which all nodes are.
  std::set<std::string> hostLoops;
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

/// \p stem, with a number where a kernel or a function has that name.
std::string Outliner::functionName(const std::string &stem) {
  std::string name = stem;
  for (unsigned number = 2;
       names.count(name) || !useOfFunction(program, name).empty(); ++number)
    name = stem + "_" + std::to_string(number);
  names.insert(name);
  return name;
}

void Outliner::take(const GridMapper &maker) {
  llvm::append_range(kernels.functions, maker.functions());
  kernels.threadArrays.insert(maker.planArrays().begin(),
                              maker.planArrays().end());
}

/// \p node becomes the launch of a kernel, and \p around, a loop around it that
/// the kernel runs itself, a part of it.
llvm::Error Outliner::outline(LoopNode &node, const Types &types,
                              const LoopNode *around) {
  // isl may have cut the loop into several: each has its own kernel.
  node.marks.gpu.kernel = functionName(node.marks.gpu.kernel);
  GridMapper maker(program, types, node, around);
  if (llvm::Error error = maker.make())
    return error;
  take(maker);
  node = maker.launch();
  return llvm::Error::success();
}

/// The loop of the program that \p node, a kernel, runs; null where none of its
/// statements tells.
const ScheduleTree *Outliner::rootOf(const LoopNode &node) const {
  const ScheduleTree *root = nullptr;
  node.walk([&](const LoopNode &inner) {
    if (!root && inner.kind == Kind::Assign && !inner.name.empty())
      root = kernelRoot(program, inner.name);
  });
  return root;
}

/// Where in \p nodes, from \p pos on, the loops are that are launched together
/// with the one at \p pos: of one kernel's name and several loops of the
/// program, each once, whose blocks may run at once. Locals stand between at
/// most. Only
/// \p pos where there are no others.
std::vector<size_t> Outliner::launchedWith(const Nodes &nodes,
                                           size_t pos) const {
  std::vector<size_t> places;
  std::vector<const ScheduleTree *> roots;
  for (size_t at = pos; at < nodes.size(); ++at) {
    const LoopNode &node = nodes[at];
    if (node.kind == Kind::Local && !node.value.hasLoad())
      continue;
    if (!isMapped(node) || node.marks.takesTickets() ||
        node.marks.gpu.kernel != nodes[pos].marks.gpu.kernel)
      break;
    const ScheduleTree *root = rootOf(node);
    if (!root)
      break;
    // One that comes again is of another iteration of an unrolled loop.
    if (llvm::is_contained(roots, root))
      break;
    places.push_back(at);
    roots.push_back(root);
  }
  if (roots.size() > 1 && mayShareLaunch(program, roots, hostLoops))
    return places;
  return {pos};
}

/// Whether the kernels at \p places may be what is left of one, which a step
/// has distributed: their loops are parts of one loop.
bool Outliner::maybeOfOneKernel(const Nodes &nodes,
                                const std::vector<size_t> &places) const {
  const ScheduleTree *first = rootOf(nodes[places.front()]);
  return llvm::all_of(places, [&](size_t at) {
    const ScheduleTree *root = rootOf(nodes[at]);
    return root->name == first->name && root->span == first->span;
  });
}

/// The loops at \p places of \p nodes become one launch, where the last of them
/// is. Where they do not fit in one, and nobody may have asked for it, each has
/// its own.
llvm::Error Outliner::outlineTogether(Nodes &nodes,
                                      const std::vector<size_t> &places,
                                      Types &types) {
  const std::string name = functionName(nodes[places.front()].marks.gpu.kernel);
  for (size_t at = places.front(); at < places.back(); ++at)
    if (!isMapped(nodes[at]))
      if (llvm::Error error = visitHost(nodes[at], types))
        return error;
  std::vector<GridMapper> makers;
  for (size_t at : places) {
    LoopNode root = nodes[at];
    root.marks.gpu.kernel = name;
    makers.emplace_back(program, types, std::move(root));
    if (llvm::Error error = makers.back().make())
      return error;
  }
  GridMapper first = std::move(makers.front());
  std::vector<GridMapper> others;
  for (GridMapper &maker : llvm::drop_begin(makers))
    others.push_back(std::move(maker));
  if (llvm::Error error = first.fuse(std::move(others))) {
    if (!maybeOfOneKernel(nodes, places))
      return error;
    llvm::consumeError(std::move(error));
    names.erase(name);
    for (size_t at : places)
      if (llvm::Error failure = outline(nodes[at], types))
        return failure;
    return llvm::Error::success();
  }
  take(first);
  for (size_t at : places)
    nodes[at] = LoopNode::block({});
  nodes[places.back()] = first.launch();
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

/// Whether what is in \p node is in one iteration of its loop: no pass has made
/// copies of its body.
static bool isPlainLoop(const LoopNode &node) {
  return node.isFor() && node.source && node.source->marks.unroll == 1 &&
         !node.source->marks.expand;
}

/// \p node, which the host runs; what it declares goes to \p types.
llvm::Error Outliner::visitHost(LoopNode &node, Types &types) {
  if (llvm::Error error = checkHost(node))
    return error;
  node.rewriteExprs(
      [&](const LoopExpr &expr) { return onHost(program, expr); });
  if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
    types[node.name] = node.type;
  const std::set<std::string> outside = hostLoops;
  if (isPlainLoop(node))
    hostLoops.insert(node.loop);
  for (Nodes *children : {&node.body, &node.otherwise})
    if (llvm::Error error = visit(*children, types))
      return error;
  hostLoops = outside;
  return llvm::Error::success();
}

llvm::Error Outliner::visit(Nodes &nodes, Types types) {
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    LoopNode &node = nodes[pos];
    const std::vector<size_t> places =
        isMapped(node) ? launchedWith(nodes, pos) : std::vector<size_t>();
    llvm::Error error = runsInKernel(node) ? outlineSerial(node, types)
                        : places.size() > 1
                            ? outlineTogether(nodes, places, types)
                        : places.size() == 1 ? outline(node, types)
                                             : visitHost(node, types);
    if (error)
      return error;
    // A launch of several is where the last of them was.
    if (places.size() > 1)
      pos = places.back();
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
