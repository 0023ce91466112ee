//===- Scans.cpp - loops that read what they have added -------------------===//
///
/// \file
/// Threads of a loop marked LoopMarks::Updates::Scanned count first, each in
/// its copies of the counters, what its part of the iterations adds. Then they
/// learn where each begins, and run:
///
///     parallel for i         int apart = threads > 1;
///       if (keep[i])         if (apart) {
///         out[n] = x[i]        #pragma omp parallel
///         n += 1               {
///                                n_parts = 0;        of all threads
///                                #pragma omp for schedule(static)
///                                for i: if (keep[i]) n_parts += 1
///                                #pragma omp for
///                                for e in counters: a scan over the threads
///                                if (apart)
///                                  #pragma omp for schedule(static)
///                                  for i: the loop, with n_parts for n
///                              }
///                            }
///                            if (!apart)
///                              for i: the loop
///
/// Two loops of as many iterations in one region are shared alike (OpenMP 5.2,
/// 11.5.3), in the order of the threads. Where elements of several counters
/// would overlap, `w[k]` to `w[k + 1]`, threads must not write there: apart is
/// then 0, and counters get their old values back.
///
//===----------------------------------------------------------------------===//

#include "PartsJoin.h"

#include "sparsec/Analysis/Scans.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Makes one loop of the form above.
class ScanMaker {
public:
  ScanMaker(const Program &program, const LoopNode &loop)
      : program(program), loop(loop), scan(scanOf(program, *loop.source)),
        threads(program.freshName("threads")),
        apart(program.freshName("apart")), e(program.freshName("e")),
        t(program.freshName("t")), part(program.freshName("part")),
        sum(program.freshName("sum")) {}

  llvm::Expected<Nodes> run() {
    LoopNode region;
    region.kind = Kind::Region;
    for (const std::string &name : scan.counters)
      if (llvm::Error error = addCounter(name, region))
        return error;
    LoopNode count = shared(countOf(loop));
    count.nowait = true;
    region.body.push_back(std::move(count));
    llvm::append_range(region.body, std::move(counted));
    region.body.push_back(stmt::barrier());
    llvm::append_range(region.body, std::move(scans));
    llvm::append_range(region.body, std::move(begun));
    LoopNode whole = shared(loop);
    redirect(whole);
    const bool asks = !restored.empty();
    if (asks)
      region.body.push_back(
          LoopNode::ifThen(LoopExpr::variable(apart), {std::move(whole)}));
    else
      region.body.push_back(std::move(whole));
    Nodes inParts = std::move(cleared);
    inParts.push_back(std::move(region));
    if (asks)
      inParts.push_back(LoopNode::ifThen(isNotApart(), std::move(restored)));
    LoopNode serial = loop;
    makeSerial(serial, /*isOnlyScanned=*/true);
    return Nodes{
        stmt::constant(LoopType::int32(), threads,
                       expr::call(runtime::threads, {})),
        stmt::variable(LoopType::int32(), apart,
                       expr::binary(LoopExpr::variable(threads),
                                    Operator::Greater, LoopExpr::integer(1))),
        LoopNode::ifThen(LoopExpr::variable(apart), std::move(inParts)),
        LoopNode::ifThen(isNotApart(), {std::move(serial)})};
  }

private:
  LoopExpr isNotApart() const {
    return expr::unary(Operator::Not, LoopExpr::variable(apart));
  }

  const Array &copyOf(const std::string &counter) const {
    for (const auto &[name, array] : program.arrays)
      if (array.partsOf == counter && array.joinedBy == Update::None)
        return array;
    llvm_unreachable("the step `parallel` made the copies");
  }

  /// \p loop as threads of a region share it: they must know which iterations
  /// are theirs.
  static LoopNode shared(LoopNode loop) {
    loop.marks.parallel = true;
    loop.marks.updates = LoopMarks::Updates::None;
    loop.marks.schedule = "static";
    for (LoopNode &inside : loop.body)
      makeSerial(inside, /*isOnlyScanned=*/false);
    return loop;
  }

  /// Loops on threads in \p node, or those of scans, on one thread.
  static void makeSerial(LoopNode &node, bool isOnlyScanned) {
    if (node.isFor() && node.marks.parallel &&
        (node.marks.isScanned() || !isOnlyScanned)) {
      node.marks.parallel = false;
      node.marks.updates = LoopMarks::Updates::None;
    }
    for (Nodes *inside : {&node.body, &node.otherwise})
      for (LoopNode &child : *inside)
        makeSerial(child, isOnlyScanned);
  }

  /// The statements of \p node that the count needs, in copies of the counters.
  LoopNode countOf(const LoopNode &node) const {
    LoopNode result = node;
    keepCount(result.body);
    redirect(result);
    return result;
  }

  void keepCount(Nodes &nodes) const {
    llvm::erase_if(nodes, [&](const LoopNode &node) {
      return node.kind == Kind::Assign && !scan.count.count(node.name);
    });
    for (LoopNode &node : nodes) {
      keepCount(node.body);
      keepCount(node.otherwise);
    }
    llvm::erase_if(nodes, [&](const LoopNode &node) {
      const bool holds =
          node.isFor() || node.kind == Kind::If || node.kind == Kind::Block;
      return holds && node.body.empty() && node.otherwise.empty();
    });
  }

  /// Lets \p node use the thread's copies of the counters.
  void redirect(LoopNode &node) const {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        if (part.kind == LoopExpr::Kind::Load && scan.counters.count(part.name))
          return ownOf(part.name, part.operands.toVector());
        return part;
      });
    });
    for (Nodes *inside : {&node.body, &node.otherwise})
      for (LoopNode &child : *inside)
        redirect(child);
  }

  /// What a thread has for an element of \p counter: a scalar is a variable.
  LoopExpr ownOf(const std::string &counter,
                 std::vector<LoopExpr> subscripts) const {
    const Array &array = program.arrays.at(counter);
    if (array.isScalar())
      return LoopExpr::variable(program.freshName(counter + "_own"),
                                array.type.isWide());
    return LoopExpr::load(copyOf(counter).name, std::move(subscripts));
  }

  //===--- Counters -------------------------------------------------------===//

  /// Adds to \p region the copy of counter \p name, which begins with zeros,
  /// and what threads learn from it.
  llvm::Error addCounter(const std::string &name, LoopNode &region) {
    const Array &copy = copyOf(name);
    llvm::Expected<LoopNode> own =
        copyOfThread(copy, program, LoopType::Pointer::Plain);
    if (!own)
      return own.takeError();
    llvm::Expected<LoopExpr> elements = elementsOf(program, copy);
    if (!elements)
      return elements.takeError();
    region.prologue.push_back(std::move(*own));
    const LoopExpr at = LoopExpr::variable(e, true),
                   zero = LoopExpr::literal("0");
    const std::string all = program.freshName(name + "_of_all");
    Nodes pointers = {
        stmt::variable(LoopType::pointerTo(copy.type), all,
                       LoopExpr::variable(program.arrayOfThreads(copy.name)))};
    if (wholeOf(name) != name)
      pointers.push_back(
          stmt::variable(LoopType::pointerTo(copy.type), wholeOf(name),
                         expr::addressOf(firstOf(program.arrays.at(name)))));
    llvm::append_range(region.prologue, pointers);
    if (program.arrays.at(name).isScalar()) {
      // The copies of threads may be neighbours in memory.
      const LoopExpr one = ownOf(name, {}),
                     shared = LoopExpr::load(copy.name, {LoopExpr::integer(0)});
      region.body.push_back(stmt::variable(copy.type, one.name, zero));
      counted.push_back(stmt::assign(shared, one));
      begun.push_back(stmt::assign(one, shared));
    }
    // A team may be smaller than asked for: all copies, not those of its
    // threads.
    LoopNode clear = stmt::countedLoop(
        LoopType::int64(), e, LoopExpr::integer(0),
        LoopExpr::widen(LoopExpr::variable(threads)) * *elements,
        {stmt::assign(LoopExpr::load(all, {at}), zero)});
    clear.marks.parallel = true;
    cleared.push_back(stmt::scope({pointers.front(), std::move(clear)}));
    scans.push_back(scanOfThreads(name, all, *elements));
    if (!scan.asksForOrder(program, name))
      return llvm::Error::success();
    scans.push_back(orderTest(name, all, *elements));
    pointers.push_back(stmt::countedLoop(
        LoopType::int64(), e, LoopExpr::integer(0), *elements,
        {stmt::assign(element(name, at), LoopExpr::load(all, {at}))}));
    restored.push_back(stmt::scope(std::move(pointers)));
    return llvm::Error::success();
  }

  /// The array that \p counter is, or a pointer to it: of a local, loops on
  /// threads cannot know that each has an element of it for itself.
  std::string wholeOf(const std::string &counter) const {
    const Array &array = program.arrays.at(counter);
    return array.isPrivate() || array.isScalar()
               ? program.freshName(counter + "_whole")
               : counter;
  }

  static LoopExpr firstOf(const Array &array) {
    return LoopExpr::load(
        array.name,
        std::vector<LoopExpr>(array.extents.size(), LoopExpr::integer(0)));
  }

  LoopExpr element(const std::string &counter, const LoopExpr &at) const {
    return LoopExpr::load(wholeOf(counter), {at});
  }

  /// Each element of \p counter goes on from what it was, through what the
  /// threads have counted, in their order.
  LoopNode scanOfThreads(const std::string &counter, const std::string &all,
                         const LoopExpr &elements) const {
    const Array &array = program.arrays.at(counter);
    const LoopExpr at = LoopExpr::variable(e, true),
                   running = LoopExpr::variable(sum, array.type.isWide()),
                   own = LoopExpr::variable(part, array.type.isWide()),
                   of = LoopExpr::load(
                       all, {LoopExpr::widen(LoopExpr::variable(t)) * elements +
                             at});
    LoopNode result = stmt::countedLoop(
        LoopType::int64(), e, LoopExpr::integer(0), elements,
        {stmt::variable(array.type, sum, element(counter, at)),
         stmt::countedLoop(LoopType::int32(), t, LoopExpr::integer(0),
                           LoopExpr::variable(threads),
                           {stmt::constant(array.type, part, of),
                            stmt::assign(of, running),
                            stmt::assign(running, own, Update::Add)}),
         stmt::assign(element(counter, at), running)});
    result.marks.parallel = true;
    return result;
  }

  /// Whether places of an element end where those of the next one begin.
  LoopNode orderTest(const std::string &counter, const std::string &all,
                     const LoopExpr &elements) const {
    const LoopExpr at = LoopExpr::variable(e, true),
                   next = at + LoopExpr::integer(1);
    const bool isDown = scan.downwards.count(counter);
    auto before = [&](const LoopExpr &of) { return LoopExpr::load(all, {of}); };
    LoopNode mark =
        stmt::assign(LoopExpr::variable(apart), LoopExpr::integer(0));
    mark.atomic = LoopNode::Atomic::Write;
    LoopNode result = stmt::countedLoop(
        LoopType::int64(), e, LoopExpr::integer(0),
        elements - LoopExpr::integer(1),
        {LoopNode::ifThen(
            expr::binary(isDown ? before(at) : element(counter, at),
                         Operator::Greater,
                         isDown ? element(counter, next) : before(next)),
            {std::move(mark)})});
    result.marks.parallel = true;
    return result;
  }

  const Program &program;
  const LoopNode &loop;
  const Scan scan;
  const std::string threads, apart, e, t, part, sum;
  /// In the region: behind the count, on threads together, and before they run.
  Nodes counted, scans, begun;
  Nodes cleared;  ///< before the region
  Nodes restored; ///< where counters are not apart
};

llvm::Error scanIn(Nodes &nodes, const Program &program, bool isInParallel) {
  for (LoopNode &node : nodes) {
    const bool isScanned = node.isFor() && node.marks.isScanned();
    if (isScanned && isInParallel) {
      node.marks.parallel = false;
      node.marks.updates = LoopMarks::Updates::None;
    } else if (isScanned && node.source) {
      const LoopNode loop = std::move(node);
      llvm::Expected<Nodes> made = ScanMaker(program, loop).run();
      if (!made)
        return made.takeError();
      node = stmt::scope(std::move(*made));
      continue;
    }
    const bool isParallel =
        isInParallel || (node.isFor() && node.marks.isConcurrent());
    for (Nodes *inside : {&node.body, &node.otherwise})
      if (llvm::Error error = scanIn(*inside, program, isParallel))
        return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error scanUpdates(LoopAst &ast, const Program &program) {
  return scanIn(ast.body, program, /*isInParallel=*/false);
}

} // namespace sparsec
