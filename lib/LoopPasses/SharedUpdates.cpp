//===- SharedUpdates.cpp - elements that threads update together ----------===//
///
/// \file
/// Iterations of a parallel loop may update one element: atomically, or in a
/// copy that each thread has of the array (`regions` joins them).
///
///     parallel for e                #pragma omp parallel for
///       f[a[e]] += x[e]       =>    for e
///                                     #pragma omp atomic
///                                     f[a[e]] += x[e];
///
/// Before `accumulators`, which lets loops inside gather first. Updates of
/// arrays of which no element is shared stay as they are. Those of segments are
/// atomic until `share-work` lets threads gather runs of them (RunGatherer.h).
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {

using Nodes = std::vector<LoopNode>;

namespace {

class UpdateMarker {
public:
  explicit UpdateMarker(const Program &program) : program(program) {
    for (const auto &[name, array] : program.arrays)
      if (!array.partsOf.empty())
        copies[{array.partsOf, array.joinedBy}] = name;
  }

  /// \p isInParallel: one thread runs the loops, and reads what it has updated
  /// before threads join copies.
  llvm::Error run(Nodes &nodes, bool isInParallel = false) const {
    for (LoopNode &node : nodes) {
      const bool shares =
          node.isFor() && (node.marks.isAtomic() || node.marks.hasCopies() ||
                           node.marks.hasSegments());
      if (shares && isInParallel)
        node.marks.parallel = false;
      else if (shares && node.source)
        if (llvm::Error error = markLoop(node))
          return error;
      const bool isParallel = node.isFor() && node.marks.isConcurrent();
      for (Nodes *inside : {&node.body, &node.otherwise})
        if (llvm::Error error = run(*inside, isInParallel || isParallel))
          return error;
    }
    return llvm::Error::success();
  }

private:
  llvm::Error markLoop(LoopNode &loop) const {
    const LoopMarks &marks = loop.marks;
    for (const std::string &array :
         updatedTogether(program, *loop.source, marks.updates)) {
      // Of a scalar threads have parts: privatize-reductions.
      if (!marks.isAtomic() && program.arrays.at(array).isScalar())
        continue;
      const bool isAtomic =
          marks.isAtomic() ||
          (marks.hasSegments() && copies.count({array, Update::Set}));
      if (isAtomic)
        makeAtomic(loop.body, array);
      else if (marks.hasSegments() || !redirect(loop.body, array))
        return llvm::createStringError(
            "threads of loop '%s' have no copies of '%s', which a step after "
            "parallel put there; mark the loop behind that step",
            loop.name.c_str(), array.c_str());
    }
    return llvm::Error::success();
  }

  static bool isUpdate(const LoopNode &node, const std::string &array) {
    return node.kind == LoopNode::Kind::Assign && node.op != Update::Set &&
           node.target.name == array;
  }

  static void makeAtomic(Nodes &nodes, const std::string &array) {
    for (LoopNode &node : nodes) {
      if (isUpdate(node, array))
        node.atomic = LoopNode::Atomic::Update;
      else if (node.kind == LoopNode::Kind::Assign && node.target.name == array)
        node.atomic = LoopNode::Atomic::Write; // all store one value
      makeAtomic(node.body, array);
      makeAtomic(node.otherwise, array);
    }
  }

  /// Lets updates of \p array go to the thread's copy; false: there is none.
  bool redirect(Nodes &nodes, const std::string &array) const {
    bool isDone = true;
    for (LoopNode &node : nodes) {
      if (isUpdate(node, array)) {
        auto copy = copies.find({array, joinOf(node.op)});
        isDone &= copy != copies.end();
        if (copy != copies.end())
          node.target.name = copy->second;
      }
      isDone &= redirect(node.body, array);
      isDone &= redirect(node.otherwise, array);
    }
    return isDone;
  }

  const Program &program;
  /// Array, and how they are joined => its copies.
  std::map<std::pair<std::string, Update>, std::string> copies;
};

} // namespace

llvm::Error shareUpdates(LoopAst &ast, const Program &program) {
  return UpdateMarker(program).run(ast.body);
}

} // namespace sparsec
