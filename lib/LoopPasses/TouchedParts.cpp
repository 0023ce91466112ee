//===- TouchedParts.cpp - copies of which threads touch a part ------------===//

#include "TouchedParts.h"

#include "sparsec/IR/ThreadParts.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

const Array *marksOf(const Array &parts, const Program &program) {
  for (const auto &[name, array] : program.arrays)
    if (array.partsOf == parts.name)
      return &array;
  return nullptr;
}

static LoopExpr blockLength() { return LoopExpr::integer(touchedBlock); }

LoopExpr blocksOf(const LoopExpr &elements) {
  return LoopExpr::binary(Operator::Divide,
                          elements + LoopExpr::integer(touchedBlock - 1),
                          blockLength());
}

LoopExpr blockBegin(const LoopExpr &block) { return blockLength() * block; }

LoopExpr blockEnd(const LoopExpr &block, const LoopExpr &elements) {
  return minOf(blockBegin(block) + blockLength(), elements);
}

namespace {

/// The elements of copies with marks that \p node itself reads or writes: the
/// sum of an inner loop begins with the element and is stored there.
std::vector<LoopExpr> elementsIn(const LoopNode &node, const Program &program) {
  std::vector<LoopExpr> found;
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) {
      auto parts = part.kind == LoopExpr::Kind::Load
                       ? program.arrays.find(part.name)
                       : program.arrays.end();
      if (parts != program.arrays.end() && !parts->second.partsOf.empty() &&
          marksOf(parts->second, program) && !llvm::is_contained(found, part))
        found.push_back(part);
    });
  });
  return found;
}

llvm::Expected<LoopNode> touch(const Array &parts, const LoopExpr &place,
                               const Program &program) {
  llvm::Expected<LoopExpr> elements = elementsOf(program, parts);
  if (!elements)
    return elements.takeError();
  const std::string e = program.freshName("e");
  const LoopExpr block = LoopExpr::binary(
                     Operator::Divide, LoopExpr::widen(place), blockLength()),
                 mark = LoopExpr::load(marksOf(parts, program)->name, {block}),
                 element =
                     LoopExpr::load(parts.name, {LoopExpr::variable(e, true)});
  LoopNode clear = stmt::countedLoop(
      LoopType::int64(), e, blockBegin(block), blockEnd(block, *elements),
      {stmt::assign(element, LoopExpr::literal("0"))});
  return LoopNode::ifThen(
      expr::unary(Operator::Not, mark),
      {stmt::assign(mark, LoopExpr::integer(1)), std::move(clear)});
}

/// Two lanes may come to one block first.
llvm::Error requireNoLanes(const LoopNode &node, const Program &program) {
  std::string loop;
  node.walk([&](const LoopNode &around) {
    if (!around.isFor() || !(around.marks.simd || around.marks.lanes))
      return;
    around.walk([&](const LoopNode &inside) {
      if (!elementsIn(inside, program).empty())
        loop = around.name;
    });
  });
  if (loop.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "updates = \"touched\" is for loops without lanes, but loop '%s' is "
      "marked simd or vectorize; use updates = \"private\"",
      loop.c_str());
}

} // namespace

static llvm::Error addTouches(Nodes &nodes, bool entersRegions,
                              const Program &program) {
  Nodes result;
  for (LoopNode &node : nodes) {
    if (node.kind == Kind::Region && !entersRegions) {
      result.push_back(std::move(node));
      continue;
    }
    for (Nodes *inside : {&node.body, &node.otherwise})
      if (llvm::Error error = addTouches(*inside, entersRegions, program))
        return error;
    for (const LoopExpr &element : elementsIn(node, program)) {
      const Array &parts = program.arrays.at(element.name);
      if (node.kind != Kind::Assign && node.kind != Kind::Local)
        return llvm::createStringError(
            "touched: a bound or condition reads what threads add to '%s'; use "
            "updates = \"private\"",
            parts.partsOf.c_str());
      llvm::Expected<LoopNode> first =
          touch(parts, element.operands[0], program);
      if (!first)
        return first.takeError();
      result.push_back(std::move(*first));
    }
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
  return llvm::Error::success();
}

llvm::Error touchIn(LoopNode &node, bool entersRegions,
                    const Program &program) {
  if (llvm::Error error = requireNoLanes(node, program))
    return error;
  return addTouches(node.body, entersRegions, program);
}

llvm::Expected<LoopNode> clearMarks(const Array &marks,
                                    const Program &program) {
  llvm::Expected<LoopExpr> elements = elementsOf(program, marks);
  if (!elements)
    return elements.takeError();
  const std::string threads = program.freshName("threads"),
                    t = program.freshName("t"),
                    block = program.freshName("block");
  // The first thread has nothing to clear where it has no copy.
  const bool isInPlace =
      updatesInPlace(program, program.arrays.at(marks.partsOf));
  const LoopExpr cleared =
      isInPlace ? expr::binary(LoopExpr::variable(t), Operator::Equal,
                               LoopExpr::integer(0))
                : LoopExpr::integer(0);
  const LoopExpr count = LoopExpr::variable(threads),
                 mark = LoopExpr::load(
                     marks.name,
                     {LoopExpr::widen(LoopExpr::variable(t)) * *elements +
                      LoopExpr::variable(block, true)});
  LoopNode all = stmt::countedLoop(
      LoopType::int32(), t, LoopExpr::integer(0), count,
      {stmt::countedLoop(LoopType::int64(), block, LoopExpr::integer(0),
                         blocksOf(*elements), {stmt::assign(mark, cleared)})});
  all.marks.parallel = true;
  all.parallelIf = expr::binary(LoopExpr::widen(count) * blocksOf(*elements),
                                Operator::Greater, LoopExpr::integer(65536));
  return stmt::scope(
      {stmt::variable(LoopType::pointerTo(marks.type), marks.name,
                      LoopExpr::variable(program.arrayOfThreads(marks.name))),
       stmt::constant(LoopType::int32(), threads,
                      expr::call(runtime::threads, {})),
       std::move(all)});
}

} // namespace sparsec
