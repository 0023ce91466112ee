//===- TensorInstructions.cpp - loops as matrix instructions --------------===//
///
/// \file
/// The loops that `tensorize` marked, over the sums that a lane has and over
/// what is summed, become one instruction of all lanes:
///
///     for group [thread.y]             for group [thread.y]
///       for member [thread.x]            for member [thread.x]
///         for kk                           for kk
///           for element in [0, 2)  =>        t = mma(A[group][.. member],
///             for k in [0, 4)                        B[.. member][group],
///               c[element] += A B                    c[0], c[1])
///                                            c[0] = t.c0; c[1] = t.c1
///
/// A lane loads what the layouts give it, an element that the loops read in
/// another lane. The program still says what the loops do: whatever steps came
/// after the mark, Analysis/TensorMatch.h proves here that the instruction does
/// the same. Barriers, which follow, order what other threads write before the
/// loops' reads of it: each factor is one that several lanes read, so that at
/// least one of them has to wait for whoever writes it, and then all do.
///
//===----------------------------------------------------------------------===//

#include "TensorInstructions.h"

#include "TensorCall.h"

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <climits>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Finds marked loops, and what could keep lanes of a warp from coming to them.
class Finder {
public:
  Finder(const LoopAst &ast, const Program &program) : program(program) {
    ast.walk([&](const LoopNode &node) { noteWritten(node); });
  }

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (llvm::Error error = visit(node, result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

  Nodes done; ///< the loops that became instructions

private:
  llvm::Error visit(LoopNode &node, Nodes &into);
  llvm::Error replace(const LoopNode &node, const TensorAtom &atom,
                      Nodes &into);
  bool isOfLanes(const LoopNode &node) const;
  bool differs(const LoopExpr &expr) const;
  void noteVarying(const LoopNode &node);
  void noteWritten(const LoopNode &node);

  const Program &program;
  Lanes lanes;
  std::set<std::string> varying; ///< what differs between lanes
  std::string divided; ///< what only some lanes may come to, "" for nothing
  /// A loop whose iterations update one element together, "" for none.
  std::string shared;
};

bool isDimension(const LoopNode *loop, long size) {
  return loop && loop->lower.isInteger(0) && loop->step == 1 &&
         loop->upper.size() == 1 && loop->upper[0].isInteger(size);
}

/// Whether lanes may have different values of it.
bool Finder::differs(const LoopExpr &expr) const {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    const auto array = program.arrays.find(part.name);
    found |= part.isVariable() && varying.count(part.name);
    found |= part.kind == LoopExpr::Kind::Load &&
             (array == program.arrays.end() || array->second.isPrivate());
  });
  return found;
}

/// In how long a range the iterator of \p loop is.
long rangeOf(const LoopNode &loop) {
  long most = LONG_MAX;
  for (const LoopExpr &bound : loop.upper)
    if (loop.lower.isInteger() && loop.step > 0 && bound.isInteger())
      most = std::min(most, bound.value - loop.lower.value);
  return most;
}

void Finder::noteVarying(const LoopNode &node) {
  if (node.isFor() && !node.marks.gpu.isMapped())
    lanes.moving[node.name] = rangeOf(node);
  if (node.kind != Kind::Local)
    return;
  if (!node.isConst || differs(node.value))
    varying.insert(node.name);
  if (!node.isConst || hasMoving(node.value, lanes))
    lanes.moving[node.name] = LONG_MAX;
}

void Finder::noteWritten(const LoopNode &node) {
  if (node.kind == Kind::Assign)
    lanes.written.insert(node.target.name);
  if (node.kind == Kind::Action)
    for (const Access &access : program.statement(node.name).accesses())
      if (access.isWrite)
        lanes.written.insert(access.array);
  if (node.kind == Kind::Call)
    node.value.walk([&](const LoopExpr &part) {
      if (!part.name.empty())
        lanes.written.insert(part.name);
    });
}

/// Whether what \p node updates belongs to iterations of both loops over lanes.
bool Finder::isOfLanes(const LoopNode &node) const {
  bool found = true;
  node.walk([&](const LoopNode &below) {
    if (below.kind != Kind::Assign)
      return;
    const Phase *phase = program.phaseOf(below.name);
    int depth = 0, inner = 0;
    for (const ScheduleTree *loop : phase->tree.loopsAround(below.name)) {
      ++depth;
      if (loop->name == lanes.group->loop || loop->name == lanes.member->loop)
        inner = depth;
    }
    const auto array = program.arrays.find(below.target.name);
    found &= array != program.arrays.end() && !array->second.isShared &&
             array->second.privateDepth >= inner;
  });
  return found;
}

llvm::Error Finder::replace(const LoopNode &node, const TensorAtom &atom,
                            Nodes &into) {
  const auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "tensorize: loop '" + node.name +
                                       "' is an instruction of the "
                                       "threads of a warp: " +
                                       why);
  };
  if (!isDimension(lanes.group, TensorAtom::groups) ||
      !isDimension(lanes.member, TensorAtom::members))
    return fail("around it has to be a loop from 0 to " +
                llvm::Twine(TensorAtom::groups) +
                " on threads in y and one "
                "to " +
                llvm::Twine(TensorAtom::members) +
                " in x; name the "
                "two that tensorize made last in cudaize's `thread`");
  if (!divided.empty())
    return fail("not all of them come to it, because of " + divided);
  if (!shared.empty() && !isOfLanes(node))
    return fail("it sets sums, which iterations of loop '" + shared +
                "' would update together (reduce)");
  auto made = makeTensorCall(atom, node, lanes, program);
  if (!made)
    return made.takeError();
  done.push_back(node);
  // A scope of its own for the local.
  into.push_back(stmt::scope(std::move(*made)));
  into.back().marks.tensor = &atom;
  return llvm::Error::success();
}

llvm::Error Finder::visit(LoopNode &node, Nodes &into) {
  if (node.isFor())
    if (const TensorAtom *atom = node.marks.tensor)
      return replace(node, *atom, into);
  const auto outerLanes = lanes;
  const auto outerVarying = varying;
  const auto outerDivided = divided, outerShared = shared;
  const GpuMark &gpu = node.marks.gpu;
  if (node.isFor() && gpu.sharing != GpuMark::Sharing::None)
    shared = node.name;
  if (node.isFor() && gpu.level == GpuMark::Level::Thread) {
    if (gpu.dimension < 2) {
      varying.insert(node.name);
      (gpu.dimension == 0 ? lanes.member : lanes.group) = &node;
    }
  } else if (node.isFor()) {
    bool isAlike = !differs(node.lower) && !node.goesOn;
    for (const LoopExpr &bound : node.upper)
      isAlike &= !differs(bound);
    if (!isAlike)
      divided = "the bounds of loop '" + node.name + "'";
  } else if (node.kind == Kind::If && differs(node.condition)) {
    divided = "a condition that differs between them";
  }
  noteVarying(node);
  for (Nodes *inner : {&node.body, &node.otherwise})
    if (llvm::Error error = run(*inner))
      return error;
  divided = outerDivided;
  shared = outerShared;
  if (node.kind != Kind::Local) {
    lanes = outerLanes;
    varying = outerVarying;
  }
  into.push_back(std::move(node));
  return llvm::Error::success();
}

/// The loop in \p kernel for which a block has more than 4 threads in x or 8 in
/// y: then lanes are not the threads of a warp. "" for none.
std::string tooManyThreads(const LoopNode &kernel) {
  std::string wrong;
  kernel.walk([&](const LoopNode &node) {
    const GpuMark &gpu = node.marks.gpu;
    if (!node.isFor() || gpu.level != GpuMark::Level::Thread ||
        gpu.dimension > 1)
      return;
    const long most =
        gpu.dimension == 0 ? TensorAtom::members : TensorAtom::groups;
    const bool fits = node.lower.isInteger(0) &&
                      llvm::any_of(node.upper, [&](const LoopExpr &bound) {
                        return bound.isInteger() && bound.value <= most;
                      });
    if (!fits)
      wrong = node.name;
  });
  return wrong;
}

/// Kernels beside each other may have one name, but blocks of their own.
std::string tooManyThreads(const Nodes &nodes) {
  std::string wrong;
  for (const LoopNode &node : nodes) {
    bool hasInstructions = false;
    node.walk([&](const LoopNode &inner) {
      hasInstructions |= inner.kind == Kind::Region && inner.marks.tensor;
    });
    if (!hasInstructions || !wrong.empty())
      continue;
    wrong = isMapped(node) ? tooManyThreads(node) : tooManyThreads(node.body);
    if (wrong.empty() && !isMapped(node))
      wrong = tooManyThreads(node.otherwise);
  }
  return wrong;
}

llvm::Error checkWarps(const LoopAst &ast) {
  const std::string wrong = tooManyThreads(ast.body);
  if (wrong.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "tensorize: loop '" + wrong +
          "' needs more threads in x or y than the 4 x 8 of a warp, whose "
          "instructions are in the same kernel; tile it, and map the tiles "
          "to z");
}

} // namespace

llvm::Expected<Nodes> makeTensorInstructions(LoopAst &ast,
                                             const Program &program) {
  Finder finder(ast, program);
  if (llvm::Error error = finder.run(ast.body))
    return error;
  if (llvm::Error error = checkWarps(ast))
    return error;
  clearSums(ast, program);
  return std::move(finder.done);
}

} // namespace sparsec
