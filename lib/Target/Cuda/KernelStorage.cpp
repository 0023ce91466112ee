//===- KernelStorage.cpp - memory for what threads keep -------------------===//
///
/// \file
/// Array::partition: elements of an array that each thread has for itself go to
/// registers, to shared memory, or to global memory. With 32 threads in a
/// block, elements 0 and 1 of x in registers, and the others in shared memory:
///
///     double x[4];         __shared__ volatile double x_shared[2][32];
///     x[0] = 1.0;          double x_0;
///     x[2] = x[0];    =>   x_0 = 1.0;
///                          x_shared[0][threadIdx.x] = x_0;
///
/// In global memory a block has the same piece of an array of the plan, that of
/// its number. Either way neighbours of a warp touch neighbouring elements, and
/// all offsets but the thread's own are numbers. The memory is volatile: what a
/// compiler keeps in registers all the same takes the registers that were to be
/// saved.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/KernelStorage.h"

#include "sparsec/LoopIR/ThreadStorage.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// One divided array in one kernel.
class Divided {
public:
  using Unused = std::function<std::string(std::string)>;

  Divided(const Array &array, const LoopNode &declaration,
          const ThreadNumbers &threads, const Unused &unused)
      : array(array), partition(*array.partition),
        dimensions(declaration.dimensions), threads(threads) {
    for (long pos = 0; pos < elementsOf(dimensions); ++pos)
      if (isInRegister(partition, pos))
        registers[pos] = unused(registerName(pos));
      else
        slots[pos] = long(slots.size());
  }

  llvm::Error checkElements(const Nodes &body) const;
  void rewrite(Nodes &nodes, const LoopExpr &memory);

  bool isShared() const { return partition.rest == Partition::Memory::Shared; }
  long elements() const { return long(slots.size()) * threads.inBlock; }
  long count() const { return long(slots.size()); }

private:
  bool isElement(const LoopExpr &expr) const {
    return expr.kind == LoopExpr::Kind::Load && expr.name == array.name;
  }
  std::string registerName(long position) const;
  LoopExpr slotOf(const LoopExpr &element) const;
  LoopExpr placed(const LoopExpr &expr, const LoopExpr &memory) const;
  Nodes registersIn(const Nodes &nodes) const;

  const Array &array;
  const Partition &partition;
  std::vector<LoopExpr> dimensions;
  const ThreadNumbers &threads;
  /// Position of an element in a register => its name.
  std::map<long, std::string> registers;
  /// Position of an element in memory => its number there.
  std::map<long, long> slots;
};

llvm::Error Divided::checkElements(const Nodes &body) const {
  std::string unknown;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) {
          if (isElement(part) && !positionOf(part, dimensions))
            unknown = printExpr(part);
        });
      });
    });
  if (unknown.empty() || partition.registers.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "kernel '%s': whether '%s' is in a register is not known; unroll the "
      "loops that subscript it completely, or leave no element in registers",
      threads.kernel.c_str(), unknown.c_str());
}

/// "x_2_3" for the last element of `x[3][4]`.
std::string Divided::registerName(long position) const {
  std::string name;
  for (const LoopExpr &extent : llvm::reverse(dimensions)) {
    name = "_" + std::to_string(position % extent.value) + name;
    position /= extent.value;
  }
  return array.name + name;
}

/// The number in memory of \p element. One that is not known has its position:
/// then no element is in a register.
LoopExpr Divided::slotOf(const LoopExpr &element) const {
  if (std::optional<long> position = positionOf(element, dimensions))
    return LoopExpr::integer(slots.at(*position));
  LoopExpr position = LoopExpr::integer(0);
  for (size_t dim = 0; dim < dimensions.size(); ++dim)
    position = position * dimensions[dim] + element.operands[dim];
  return position;
}

LoopExpr Divided::placed(const LoopExpr &expr, const LoopExpr &memory) const {
  return expr.map([&](LoopExpr part) {
    if (!isElement(part))
      return part;
    std::optional<long> position = positionOf(part, dimensions);
    if (position && isInRegister(partition, *position))
      return LoopExpr::load(registers.at(*position), {});
    LoopExpr slot = slotOf(part);
    if (isShared())
      return LoopExpr::load(memory.name, {slot, threads.thread});
    return LoopExpr::load(memory.name,
                          {LoopExpr::integer(threads.inBlock) * slot});
  });
}

/// Declarations of the elements in registers that \p nodes use.
Nodes Divided::registersIn(const Nodes &nodes) const {
  std::set<long> used;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) {
          std::optional<long> position =
              isElement(part) ? positionOf(part, dimensions) : std::nullopt;
          if (position && isInRegister(partition, *position))
            used.insert(*position);
        });
      });
    });
  Nodes declared;
  for (long position : used) {
    LoopNode node;
    node.kind = Kind::Declare;
    node.type = array.type;
    node.name = registers.at(position);
    declared.push_back(std::move(node));
  }
  return declared;
}

/// An update in place of volatile memory is deprecated in C++.
void spellOut(LoopNode &node) {
  const Operator op = operatorOf(node.op);
  if (node.kind != Kind::Assign || op == Operator::None ||
      node.atomic != LoopNode::Atomic::None)
    return;
  node.value = LoopExpr::binary(op, node.target, std::move(node.value));
  node.op = Update::Set;
}

/// Replaces the array in \p nodes; \p memory is where its elements are that are
/// in no register.
void Divided::rewrite(Nodes &nodes, const LoopExpr &memory) {
  Nodes result;
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    LoopNode &node = nodes[pos];
    if (node.kind == Kind::Declare && node.name == array.name) {
      llvm::append_range(
          result, registersIn(Nodes(nodes.begin() + long(pos), nodes.end())));
      continue;
    }
    bool isUpdated = node.kind == Kind::Assign && isElement(node.target);
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return placed(expr, memory); });
    if (isUpdated && node.target.name == memory.name)
      spellOut(node);
    rewrite(node.body, memory);
    rewrite(node.otherwise, memory);
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
}

/// `__shared__ volatile double x_shared[2][32];`
LoopNode sharedArray(const std::string &name, const Array &array, long count,
                     long threads) {
  LoopNode node;
  node.kind = Kind::Declare;
  node.name = name;
  node.type = LoopType(array.type).asVolatile().in(LoopType::Storage::Shared);
  node.dimensions = {LoopExpr::integer(count), LoopExpr::integer(threads)};
  return node;
}

/// `volatile double *x_own = x_of_kernel + (64LL * blockIdx.x + threadIdx.x);`
LoopNode ownColumn(const std::string &name, const BlockArray &array,
                   const ThreadNumbers &threads) {
  LoopExpr first =
      LoopExpr::widen(threads.block) * LoopExpr::integer(array.elements) +
      threads.thread;
  LoopNode node = LoopNode::local(
      LoopType::pointerTo(LoopType(array.type).asVolatile()), name,
      LoopExpr::binary(Operator::Add, LoopExpr::load(array.name, {}),
                       std::move(first)));
  node.isConst = false;
  node.isStatement = true;
  return node;
}

} // namespace

llvm::Expected<PlacedStorage>
placeStorage(Nodes &body, const Program &program, const ThreadNumbers &threads,
             const std::function<std::string(std::string)> &unused) {
  std::map<std::string, LoopNode> declarations;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Declare && partitionOf(program, node.name))
        declarations.emplace(node.name, node);
    });
  PlacedStorage placed;
  Nodes memories;
  for (const auto &[name, declaration] : declarations) {
    const Array &array = program.arrays.at(name);
    Divided divided(array, declaration, threads, unused);
    if (llvm::Error error = divided.checkElements(body))
      return error;
    if (divided.count() == 0) {
      divided.rewrite(body, LoopExpr());
      continue;
    }
    if (divided.isShared()) {
      LoopNode memory = sharedArray(unused(name + "_shared"), array,
                                    divided.count(), threads.inBlock);
      placed.sharedBytes += divided.elements() * long(array.type.bytes);
      divided.rewrite(body, LoopExpr::variable(memory.name));
      memories.push_back(std::move(memory));
      continue;
    }
    BlockArray all{unused(name + "_of_" + threads.kernel), array.type,
                   divided.elements()};
    LoopNode memory = ownColumn(unused(name + "_own"), all, threads);
    divided.rewrite(body, LoopExpr::variable(memory.name));
    memories.push_back(std::move(memory));
    placed.global.push_back(std::move(all));
  }
  body.insert(body.begin(), memories.begin(), memories.end());
  return placed;
}

} // namespace sparsec
