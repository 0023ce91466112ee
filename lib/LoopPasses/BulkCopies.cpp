//===- BulkCopies.cpp - rows that a GPU's copy engine brings --------------===//
///
/// \file
/// A loop that fills a row of a box in shared memory becomes one call of the
/// runtime, which one thread starts and nobody waits for before the step that
/// reads the box:
///
///     for c in [0, n)                      sparsec_copy_bulk(
///       u[k % 2][t][c] = x[n * r + c];  =>   &u[k % 2][t][0], &x[n * r], n,
///                                            u_arrivals, k % 2);
///
/// The copy engine takes rows that begin at a multiple of 16 bytes, and have a
/// multiple of that many.
///
//===----------------------------------------------------------------------===//

#include "KernelLists.h"
#include "StagedCopies.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"

#include <algorithm>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

constexpr long unitBytes = 16;

class BulkCopyStarter {
public:
  BulkCopyStarter(LoopAst &ast, const Program &program)
      : ast(ast), program(program) {}

  void visit(Nodes &nodes, const Divisors &known) {
    for (LoopNode &node : nodes)
      if (node.isFor() && !isMapped(node) && node.body.size() == 1 &&
          isBulkCopy(node.body.front()))
        start(node, known);
  }

  /// What is left is no row.
  llvm::Error finish() {
    ast.walk([&](const LoopNode &node) {
      if (isBulkCopy(node))
        refuseCopy(node, "elements are copied one by one; leave the loop over "
                         "the innermost dimension of the copy to one thread, "
                         "whole");
    });
    return problem.empty() ? llvm::Error::success()
                           : llvm::createStringError(
                                 llvm::inconvertibleErrorCode(), problem);
  }

private:
  bool isBulkCopy(const LoopNode &node) const {
    return isCopyToRing(node, program, Array::OnGpu::BulkRing);
  }
  void refuseCopy(const LoopNode &copy, const llvm::Twine &why) {
    if (problem.empty())
      problem =
          ("rows of '" + copy.target.name + "' are not copied in bulk: " + why +
           ", or say how = \"async\" in copy_to_shared")
              .str();
  }
  void start(LoopNode &loop, const Divisors &known);

  LoopAst &ast;
  const Program &program;
  std::string problem;
};

/// Whether \p position moves by 1 with the iterator of \p loop.
bool isContiguous(const LoopExpr &position, const LoopNode &loop) {
  const LoopExpr at = LoopExpr::variable(loop.name, loop.type.isWide());
  const LoopExpr next =
      position.substitute(loop.name, at + LoopExpr::integer(1));
  return (next - position).isInteger(1);
}

/// Makes \p loop, which fills a row, the copy of all of it.
void BulkCopyStarter::start(LoopNode &loop, const Divisors &known) {
  LoopNode copy = loop.body.front();
  const bool isPlain =
      loop.step == 1 && !loop.stride && !loop.goesOn && !loop.descending &&
      isContiguous(positionInRing(copy.target, program), loop) &&
      isContiguous(copy.value.operands[0], loop);
  if (!isPlain)
    return refuseCopy(copy, "what loop '" + loop.name +
                                "' copies does not lie side by side; name the "
                                "contiguous dimension as `fastest`");
  LoopExpr end = loop.upper.front();
  for (const LoopExpr &bound : llvm::drop_begin(loop.upper))
    end = minOf(end, bound);
  const LoopExpr count = end - loop.lower;
  const long bytes = long(program.arrays.at(copy.target.name).type.bytes);
  const auto begin = [&](const LoopExpr &expr) {
    return expr.substitute(loop.name, loop.lower);
  };
  const LoopExpr to = begin(copy.target), from = begin(copy.value);
  for (const LoopExpr &multiple :
       {positionInRing(to, program), from.operands[0], count})
    if (known.of(multiple) * bytes % unitBytes)
      return refuseCopy(
          copy, "'" + printExpr(multiple) + "' elements of " +
                    llvm::Twine(bytes) +
                    " bytes are not known to be a multiple of 16 bytes; state "
                    "known(\"n % " +
                    llvm::Twine(std::max(unitBytes / bytes, 1L)) +
                    " == 0\") for what has to be");
  copy.target = to;
  copy.value = from;
  copy.atomic = LoopNode::Atomic::Function;
  copy.updater = runtime::copy_bulk.name.str();
  copy.after = {
      count, LoopExpr::variable(program.arrays.at(copy.target.name).arrivals),
      copy.target.operands[0]};
  unsigned &alignment = ast.alignments[copy.value.name];
  alignment = std::max(alignment, unsigned(unitBytes));
  loop = std::move(copy);
}

} // namespace

llvm::Error startBulkCopies(LoopAst &ast, const Program &program) {
  BulkCopyStarter starter(ast, program);
  forEachKernelList(
      ast.body, Divisors(program),
      [&](Nodes &nodes, const Divisors &known, const std::set<std::string> &) {
        starter.visit(nodes, known);
      });
  return starter.finish();
}

} // namespace sparsec
