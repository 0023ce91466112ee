//===- KernelShared.cpp - memory of blocks, and of their threads ----------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/Target/Cuda/GpuTypes.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

/// Arrays in shared memory => whether they are written, and read.
struct SharedUse {
  bool isWritten = false, isRead = false;
};
using SharedUses = std::map<std::string, SharedUse>;

SharedUses sharedUses(const Nodes &body, const Program &program) {
  SharedUses uses;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
        expr.walk([&](const LoopExpr &part) {
          auto array = program.arrays.find(part.name);
          if (array == program.arrays.end() || !array->second.isShared)
            return;
          SharedUse &use = uses[part.name];
          (isTarget && &part == &expr ? use.isWritten : use.isRead) = true;
        });
      });
    });
  return uses;
}

/// `__shared__ double name[16][17];`, with constant extents.
llvm::Expected<LoopNode> declarationOf(const Program &program,
                                       const Array &array) {
  if (array.type.isComplex())
    return llvm::createStringError(
        "'%s' holds complex numbers, which are kept in shared memory by no "
        "step; copy them to registers",
        array.name.c_str());
  LoopNode node;
  node.kind = Kind::Declare;
  node.name = array.name;
  using Storage = LoopType::Storage;
  node.type = gpuElementType(array).in(
      array.arrivesLate() ? Storage::AlignedShared : Storage::Shared);
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    llvm::Expected<LoopExpr> size = lowerParameterValue(program, *extent);
    if (!size)
      return size.takeError();
    node.dimensions.push_back(std::move(*size));
  }
  return node;
}

} // namespace

/// Threads and blocks counted through all dimensions, x the fastest.
static ThreadNumbers threadsOf(const std::string &kernel, long inBlock,
                               const std::map<unsigned, long> &threads,
                               unsigned gridDimensions) {
  ThreadNumbers result{kernel, inBlock, LoopExpr::integer(0),
                       LoopExpr::integer(0)};
  for (unsigned dim = 3; dim-- > 0;) {
    if (auto found = threads.find(dim); found != threads.end())
      result.thread = result.thread * LoopExpr::integer(found->second) +
                      indexOf(GpuMark::Level::Thread, dim);
    if (dim >= gridDimensions)
      continue;
    const LoopExpr blocks = blocksIn(dim);
    LoopExpr index = indexOf(GpuMark::Level::Block, dim);
    result.block = result.block.isInteger(0)
                       ? index
                       : LoopExpr::widen(result.block) * blocks + index;
  }
  return result;
}

/// The number of blocks as `_inspect` computes it.
llvm::Expected<LoopExpr> GridMapper::blocksAtInspection() const {
  LoopExpr blocks = LoopExpr::integer(1);
  for (const auto &[key, dimension] : dimensions) {
    if (key.first != Level::Block)
      continue;
    LoopExpr most = dimension.counts.front();
    for (const LoopExpr &count : dimension.counts)
      most = maxOf(most, count);
    bool isKnown = !most.hasLoad();
    for (const auto &local : types)
      isKnown &= !most.mentions(local.first);
    if (!isKnown)
      return refuse("the inspector does not know how many blocks there are, "
                    "and threads are to keep elements in global memory, which "
                    "it allocates; keep them in shared memory");
    blocks = blocks.isInteger(1) ? most : LoopExpr::widen(blocks) * most;
  }
  return blocks;
}

/// Gives the elements of arrays that each thread has for itself their places.
llvm::Error GridMapper::placeThreadStorage() {
  std::map<unsigned, long> threads;
  unsigned gridDimensions = 0;
  for (const auto &[key, dimension] : dimensions)
    if (key.first == Level::Thread)
      threads[key.second] = std::max(dimension.threads, 1L);
    else
      gridDimensions = std::max(gridDimensions, key.second + 1);
  auto placed = placeStorage(
      body, program, threadsOf(name, threadsOfBlock(), threads, gridDimensions),
      [&](std::string stem) { return unusedName(program.freshName(stem)); });
  if (!placed)
    return placed.takeError();
  threadSharedBytes = placed->sharedBytes;
  for (const BlockArray &array : placed->global) {
    llvm::Expected<LoopExpr> blocks = blocksAtInspection();
    if (!blocks)
      return blocks.takeError();
    LoopExpr elements =
        LoopExpr::widen(*blocks) * LoopExpr::integer(array.elements);
    threadArrays[array.name] = {array.type, elements};
  }
  return llvm::Error::success();
}

/// What the runtime's functions in the kernel have there, in bytes, at most.
long GridMapper::runtimeSharedBytes() const {
  using Shared = RuntimeHelper::Shared;
  constexpr long word = 8, mark = 1;
  long bytes = tickets.empty() ? 0 : word;
  std::map<std::string, LoopType> types;
  std::set<std::string> combined;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local)
        types[node.name] = node.type;
      const LoopExpr &call = node.value;
      const RuntimeHelper *helper = call.kind == LoopExpr::Kind::Call
                                        ? findRuntimeHelper(call.name)
                                        : nullptr;
      if (!helper)
        return;
      // The first and the last run of each warp.
      if (helper->shared == Shared::Runs)
        bytes += 2 * device::maxWarpsPerBlock * (2 * word + mark);
      // One instance of the function for each type and operator.
      if (helper->shared == Shared::Warps)
        combined.insert(types[call.operands.front().name].spelling() +
                        call.operands.back().name);
    });
  return bytes +
         long(combined.size()) * threadsOfBlock() / device::warpSize * word;
}

/// Declares them in front of everything. What a kernel reads there it has to
/// write as well: the memory lives as long as one launch.
llvm::Error GridMapper::declareShared() {
  long bytes = 0;
  Nodes declared;
  for (const auto &[name, use] : sharedUses(body, program)) {
    const Array &array = program.arrays.at(name);
    if (!use.isWritten && array.onGpu != Array::OnGpu::Arrivals)
      return refuse("'" + name + "' is in shared memory, but never written");
    llvm::Expected<LoopNode> node = declarationOf(program, array);
    if (!node)
      return node.takeError();
    long elements = 1;
    for (const LoopExpr &size : node->dimensions)
      elements *= size.value;
    bytes += elements * long(array.type.bytes);
    declared.push_back(std::move(*node));
  }
  bytes += threadSharedBytes + runtimeSharedBytes();
  if (bytes > device::maxStaticSharedBytesPerBlock && threadSharedBytes)
    return refuse(
        llvm::Twine(bytes) + " bytes of shared memory, more than the " +
        llvm::Twine(device::maxStaticSharedBytesPerBlock) +
        " that a block can have: each of " + llvm::Twine(threadsOfBlock()) +
        " threads keeps " + llvm::Twine(threadSharedBytes / threadsOfBlock()) +
        " there; tile the loop on threads by less, or keep more "
        "elements in registers");
  if (bytes > device::maxStaticSharedBytesPerBlock)
    return refuse(llvm::Twine(bytes) +
                  " bytes of shared memory, more than the " +
                  llvm::Twine(device::maxStaticSharedBytesPerBlock) +
                  " that a block can have; use smaller tiles");
  sharedBytes = bytes;
  body.insert(body.begin(), declared.begin(), declared.end());
  return llvm::Error::success();
}

} // namespace sparsec
