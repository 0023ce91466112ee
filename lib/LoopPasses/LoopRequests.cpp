//===- LoopRequests.cpp - marks that code has, and has not ----------------===//

#include "LoopRequests.h"

#include "sparsec/LoopIR/MappedLoops.h"

namespace sparsec {

bool asks(const LoopMarks &marks, LoopRequest request) {
  switch (request) {
  case LoopRequest::Parallel:
    return marks.parallel;
  case LoopRequest::Balance:
    return !marks.balancedBy.empty();
  case LoopRequest::Simd:
    return marks.simd;
  case LoopRequest::Vectorize:
    return marks.lanes;
  case LoopRequest::Unroll:
    return marks.unroll != 1;
  case LoopRequest::Expand:
    return marks.expand;
  case LoopRequest::Scalar:
    return marks.scalar;
  case LoopRequest::Pragma:
    return !marks.pragmas.empty();
  case LoopRequest::Cooperative:
    return !marks.gpu.isMapped() && !marks.gpu.kernel.empty();
  case LoopRequest::Blocks:
    return marks.gpu.level == GpuMark::Level::Block;
  case LoopRequest::Threads:
    return marks.gpu.level == GpuMark::Level::Thread;
  }
  return false;
}

std::string commandOf(LoopRequest request) {
  switch (request) {
  case LoopRequest::Parallel:
    return "parallel";
  case LoopRequest::Balance:
    return "schedule = \"balanced\"";
  case LoopRequest::Simd:
    return "simd";
  case LoopRequest::Vectorize:
    return "vectorize";
  case LoopRequest::Unroll:
  case LoopRequest::Expand:
    return "unroll";
  case LoopRequest::Scalar:
    return "novector";
  case LoopRequest::Cooperative:
    return "cooperative";
  case LoopRequest::Blocks:
    return "block";
  case LoopRequest::Threads:
    return "thread";
  case LoopRequest::Pragma:
    break;
  }
  return "pragma";
}

CulpritError::Test asksFor(const std::string &loop, LoopRequest request) {
  return [loop, request](const Program &program) {
    bool found = false;
    program.executePhase().tree.walk([&](const ScheduleTree &node) {
      found |= node.isLoop() && node.name == loop && asks(node.marks, request);
    });
    return found;
  };
}

void LoopRequests::start(const LoopAst &ast) {
  ast.walk([&](const LoopNode &node) {
    if (node.isFor())
      looped.insert(node.source);
  });
}

/// What blocks and threads run in \p ast.
static std::set<const LoopNode *> inKernels(const LoopAst &ast) {
  std::set<const LoopNode *> nodes;
  ast.walk([&](const LoopNode &node) {
    if (isMapped(node))
      node.walk([&](const LoopNode &inner) { nodes.insert(&inner); });
  });
  return nodes;
}

void LoopRequests::carryOut(const LoopAst &ast, LoopRequest request) {
  const bool isAroundKernel = request == LoopRequest::Cooperative;
  std::set<const LoopNode *> inside;
  if (isAroundKernel)
    inside = inKernels(ast);
  ast.walk([&](const LoopNode &node) {
    if (isAroundKernel && (!runsInKernel(node) || inside.count(&node)))
      return;
    if (node.isFor() && asks(node.marks, request))
      done[request].insert(node.source);
  });
}

bool LoopRequests::isDone(const ScheduleTree &loop, LoopRequest request) const {
  // Where there is no loop, one block or thread does what is left of it.
  if (request == LoopRequest::Blocks || request == LoopRequest::Threads)
    return true;
  auto found = done.find(request);
  return found != done.end() && found->second.count(&loop);
}

/// Why no node of \p loop has the mark \p request any more.
std::string LoopRequests::whyLost(const LoopAst &ast, const ScheduleTree &loop,
                                  LoopRequest request) const {
  if (!looped.count(&loop))
    return "the loop has one iteration";
  std::string why;
  bool isLeft = false;
  ast.walk([&](const LoopNode &node) {
    if (!node.isFor() || node.source != &loop)
      return;
    isLeft = true;
    if (!node.whyNotSimd.empty())
      why = node.whyNotSimd;
  });
  if (request == LoopRequest::Cooperative && isLeft)
    return "it is not around the blocks of kernel '" + loop.marks.gpu.kernel +
           "' any more, which is launched as others are";
  if (request == LoopRequest::Simd && !why.empty())
    return why;
  if (request == LoopRequest::Balance)
    return "its code does not go from one iteration to the next, or the array "
           "that tells what they do is not read at them any more";
  for (LoopRequest other :
       {LoopRequest::Unroll, LoopRequest::Expand, LoopRequest::Vectorize})
    if (other != request && isDone(loop, other))
      return "'" + commandOf(other) + "' leaves no loop";
  return "no loop of it is left";
}

/// Loops inside parallel ones that are so too, or were asked to be: { inner
/// loop => outer loop }.
static void findNested(const std::vector<LoopNode> &nodes,
                       const LoopNode *around,
                       std::map<const ScheduleTree *, std::string> &nested) {
  for (const LoopNode &node : nodes) {
    const bool isParallel = node.isFor() && node.marks.parallel;
    const bool isAsked = isParallel || (node.isFor() && node.source &&
                                        node.source->marks.parallel);
    if (isAsked && around && node.source)
      nested[node.source] = around->name;
    findNested(node.body, isParallel ? &node : around, nested);
    findNested(node.otherwise, isParallel ? &node : around, nested);
  }
}

void LoopRequests::report(const LoopAst &ast, const Phase &phase,
                          const WarningSink &warn) const {
  std::map<const ScheduleTree *, std::string> nested;
  findNested(ast.body, nullptr, nested);
  auto tell = [&](const ScheduleTree &loop, LoopRequest request,
                  const std::string &why) {
    warn({CodeWarning::Kind::NoEffect, loop.name, loop.span,
          "'" + commandOf(request) + "' of loop '" + loop.name +
              "' has no effect: " + why,
          asksFor(loop.name, request)});
  };
  phase.tree.walk([&](const ScheduleTree &node) {
    if (!node.isLoop())
      return;
    auto inside = nested.find(&node);
    for (LoopRequest request : loopRequests)
      if (asks(node.marks, request) && !isDone(node, request) &&
          (request != LoopRequest::Parallel || inside == nested.end()))
        tell(node, request, whyLost(ast, node, request));
    if (inside != nested.end())
      tell(node, LoopRequest::Parallel,
           "it is inside loop '" + inside->second +
               "', whose iterations run in parallel already; mark one of the "
               "two");
  });
}

} // namespace sparsec
