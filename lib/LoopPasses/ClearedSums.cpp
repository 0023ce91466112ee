//===- ClearedSums.cpp - sums of instructions that are not there ----------===//
///
/// \file
/// An instruction takes all sums of a lane, those of rows and columns that are
/// missing, too: of these, 0. Where a lane has them in registers of its own
/// that becomes one assignment in front of all steps, not a condition in each:
///
///     for step                               c[0] = 0; c[1] = 0; ..
///       t = mma(.., i < n ? c[0] : 0, ..) => for step
///       c[0] = t.c0                            t = mma(.., c[0], ..)
///                                              c[0] = t.c0
///
/// From then on such a sum is what the instruction makes of it, which no other
/// sum depends on and nobody stores: TensorCall.cpp sets sums without a
/// condition only where they are missing in all steps.
///
//===----------------------------------------------------------------------===//

#include "TensorCall.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// More would be more registers than a thread has.
constexpr long mostElements = 128;

/// Extents of \p array, none where they are not constant or too many.
std::vector<long> extentsOf(const Array &array) {
  std::vector<long> extents;
  long elements = 1;
  for (const auto &extent : array.extents) {
    const std::optional<long> size =
        extent ? poly::constantValue(*extent) : std::nullopt;
    if (!size)
      return {};
    extents.push_back(*size);
    elements *= *size;
  }
  return elements <= mostElements ? extents : std::vector<long>();
}

/// Arrays of the lane's own all of whose sums instructions in \p root set,
/// without conditions.
std::set<std::string> sumsIn(const LoopNode &root, const Program &program) {
  std::set<std::string> sums, others;
  root.walk([&](const LoopNode &node) {
    if (!isTensorCall(node))
      return;
    for (const LoopNode &set : llvm::drop_begin(node.body))
      if (set.kind == Kind::Assign)
        sums.insert(set.target.name);
      else
        set.walk(
            [&](const LoopNode &below) { others.insert(below.target.name); });
  });
  std::set<std::string> result;
  for (const std::string &name : sums) {
    const auto array = program.arrays.find(name);
    if (!others.count(name) && array != program.arrays.end() &&
        array->second.isPrivate() && !extentsOf(array->second).empty())
      result.insert(name);
  }
  return result;
}

/// In how many expressions of \p nodes \p array is.
size_t mentions(const Nodes &nodes, const std::string &array) {
  size_t count = 0;
  for (const LoopNode &node : nodes)
    node.walk([&](const LoopNode &below) {
      below.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) { count += part.name == array; });
      });
    });
  return count;
}

/// `array[..] = 0` for all elements.
void addClears(Nodes &to, const std::string &name,
               const std::vector<long> &extents,
               std::vector<LoopExpr> subscripts = {}) {
  if (subscripts.size() == extents.size()) {
    to.push_back(stmt::assign(LoopExpr::load(name, std::move(subscripts)),
                              LoopExpr::integer(0)));
    return;
  }
  subscripts.push_back({});
  for (long at = 0; at < extents[subscripts.size() - 1]; ++at) {
    subscripts.back() = LoopExpr::integer(at);
    addClears(to, name, extents, subscripts);
  }
}

/// `c ? array[..] : 0` becomes the element, as an operand of calls below \p
/// node; whether there is one.
bool dropConditions(LoopNode &node, const std::string &array) {
  bool found = false;
  if (isTensorCall(node)) {
    LoopExpr &call = node.body.front().value;
    call.operands = call.operands.mapped([&](const LoopExpr &operand) {
      if (operand.kind != LoopExpr::Kind::Select ||
          operand.operands[1].name != array)
        return operand;
      found = true;
      return operand.operands[1];
    });
  }
  for (Nodes *inner : {&node.body, &node.otherwise})
    for (LoopNode &below : *inner)
      found |= dropConditions(below, array);
  return found;
}

/// Drops what sets elements of \p array to 0 before the first instruction in \p
/// nodes: all are cleared in front of it.
void dropZeroes(Nodes &nodes, const std::string &array) {
  for (LoopNode &node : nodes) {
    if (isCollective(node))
      return;
    dropZeroes(node.body, array);
    dropZeroes(node.otherwise, array);
  }
  llvm::erase_if(nodes, [&](const LoopNode &node) {
    const LoopExpr &value = node.value;
    return node.kind == Kind::Assign && node.op == Update::Set &&
           node.target.name == array &&
           (value.isInteger(0) ||
            (value.kind == LoopExpr::Kind::Literal && value.name == "0"));
  });
}

void clearIn(Nodes &nodes, const Nodes &all, const Program &program) {
  for (LoopNode &node : nodes) {
    const GpuMark &gpu = node.marks.gpu;
    const bool isOfLanes = node.isFor() &&
                           gpu.level == GpuMark::Level::Thread &&
                           gpu.dimension == 0;
    if (!isOfLanes) {
      clearIn(node.body, all, program);
      clearIn(node.otherwise, all, program);
      continue;
    }
    Nodes clears;
    for (const std::string &array : sumsIn(node, program))
      // Nobody outside the lane's own part has left anything in it.
      if (mentions({node}, array) == mentions(all, array) &&
          dropConditions(node, array)) {
        dropZeroes(node.body, array);
        addClears(clears, array, extentsOf(program.arrays.at(array)));
      }
    llvm::append_range(clears, node.body);
    node.body = std::move(clears);
  }
}

} // namespace

void clearSums(LoopAst &ast, const Program &program) {
  const Nodes all = ast.body;
  clearIn(ast.body, all, program);
}

} // namespace sparsec
