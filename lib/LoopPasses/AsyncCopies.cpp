//===- AsyncCopies.cpp - copies that threads do not wait for --------------===//
///
/// \file
/// What fills a ring of boxes in shared memory becomes calls of the runtime,
/// which GPUs have for 4, 8 and 16 bytes:
///
///     u[k % 2][t][0] = x[4 * r];           sparsec_copy_async(
///     u[k % 2][t][1] = x[4 * r + 1];  =>     (double2 *)&u[k % 2][t][0],
///                                            (const double2 *)&x[4 * r]);
///
/// Neighbours go together where both sides are known to begin at a multiple of
/// their size. What is no copy of an element of memory, and elements of fewer
/// bytes, are assigned as before: ahead, and waited for.
///
//===----------------------------------------------------------------------===//

#include "KernelLists.h"
#include "StagedCopies.h"
#include "Vectors.h"

#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

constexpr unsigned leastBytes = 4;

class CopyStarter {
public:
  CopyStarter(LoopAst &ast, const Program &program)
      : ast(ast), program(program) {}

  void visit(Nodes &nodes, const Divisors &known) const {
    Nodes result;
    for (size_t pos = 0; pos < nodes.size();) {
      const size_t joined = isCopy(nodes[pos]) ? widthAt(nodes, pos, known) : 0;
      LoopNode node = nodes[pos];
      if (joined)
        start(node, nodes, pos, joined);
      result.push_back(std::move(node));
      pos += std::max(joined, size_t{1});
    }
    nodes = std::move(result);
  }

private:
  const Array *arrayOf(const LoopExpr &load) const {
    return &program.arrays.at(load.name);
  }
  bool isCopy(const LoopNode &node) const {
    return isCopyToRing(node, program, Array::OnGpu::LateRing);
  }
  LoopExpr positionIn(const LoopExpr &element) const {
    return positionInRing(element, program);
  }
  bool areNeighbours(const Nodes &nodes, size_t pos, size_t width) const;
  size_t widthAt(const Nodes &nodes, size_t pos, const Divisors &known) const;
  void start(LoopNode &node, const Nodes &nodes, size_t pos,
             size_t width) const;

  LoopAst &ast;
  const Program &program;
};

/// Whether the \p width nodes at \p pos copy what lies side by side.
bool CopyStarter::areNeighbours(const Nodes &nodes, size_t pos,
                                size_t width) const {
  if (pos + width > nodes.size())
    return false;
  const LoopNode &first = nodes[pos];
  for (size_t lane = 1; lane < width; ++lane) {
    const LoopNode &node = nodes[pos + lane];
    const bool fits = isCopy(node) && node.target.name == first.target.name &&
                      node.value.name == first.value.name &&
                      (positionIn(node.target) - positionIn(first.target))
                          .isInteger(long(lane)) &&
                      (node.value.operands[0] - first.value.operands[0])
                          .isInteger(long(lane));
    if (!fits)
      return false;
  }
  return true;
}

/// How many copies from \p pos on can be one; 0: none can.
size_t CopyStarter::widthAt(const Nodes &nodes, size_t pos,
                            const Divisors &known) const {
  const ElementType &type = arrayOf(nodes[pos].target)->type;
  const long divisor = std::min(known.of(positionIn(nodes[pos].target)),
                                known.of(nodes[pos].value.operands[0]));
  for (unsigned width : vectorWidths)
    if (hasVectors(type, width) && width * type.bytes >= leastBytes &&
        divisor % width == 0 && areNeighbours(nodes, pos, width))
      return width;
  return type.bytes >= leastBytes ? 1 : 0;
}

/// Makes \p node the copy of \p width elements from \p pos on.
void CopyStarter::start(LoopNode &node, const Nodes &nodes, size_t pos,
                        size_t width) const {
  node.atomic = LoopNode::Atomic::Function;
  node.updater = runtime::copy_async.name.str();
  if (width == 1)
    return;
  const ElementType &type = arrayOf(node.target)->type;
  std::vector<LoopExpr> lanes;
  for (size_t lane = 0; lane < width; ++lane)
    lanes.push_back(nodes[pos + lane].value);
  node.type =
      LoopType::vector(LoopType::Shape::CudaVector, type, unsigned(width));
  unsigned &alignment = ast.alignments[node.value.name];
  alignment = std::max(alignment, unsigned(width) * type.bytes);
  node.value = LoopExpr::node(LoopExpr::Kind::List, "", std::move(lanes));
}

} // namespace

static const Array *arrayOf(const LoopExpr &load, const Program &program) {
  auto found = program.arrays.find(load.name);
  return load.kind == LoopExpr::Kind::Load && found != program.arrays.end()
             ? &found->second
             : nullptr;
}

bool isCopyToRing(const LoopNode &node, const Program &program,
                  Array::OnGpu kind) {
  if (node.kind != Kind::Assign || node.op != Update::Set ||
      node.atomic != LoopNode::Atomic::None || node.type.isVector() ||
      node.lanes.isMapped())
    return false;
  const Array *ring = arrayOf(node.target, program),
              *from = arrayOf(node.value, program);
  return ring && ring->onGpu == kind && from &&
         from->owner != Array::Owner::Local && !from->constantElements &&
         node.value.operands.size() == 1 && from->type == ring->type;
}

LoopExpr positionInRing(const LoopExpr &element, const Program &program) {
  LoopExpr position = LoopExpr::integer(0);
  for (size_t dim = 0; dim < element.operands.size(); ++dim) {
    auto extent = lowerParameterValue(
        program, *program.arrays.at(element.name).extents[dim]);
    position =
        position * llvm::cantFail(std::move(extent)) + element.operands[dim];
  }
  return position;
}

void startCopies(LoopAst &ast, const Program &program) {
  const CopyStarter starter(ast, program);
  forEachKernelList(
      ast.body, Divisors(program),
      [&](Nodes &nodes, const Divisors &known, const std::set<std::string> &) {
        starter.visit(nodes, known);
      });
}

} // namespace sparsec
