//===- KernelParts.cpp - parts of a result that threads combine -----------===//
///
/// \file
/// Loops on threads marked GpuMark::Sharing::Combined: their updates are parts
/// by now (AccumulatorRewriter.cpp, CombineTuples.cpp), which the threads of
/// the loop's dimension join. Those of the last loop are neighbours, of one
/// warp or of the whole block; those of another one, with the loops behind it
/// in between, are of one warp, where each value of these has a result of its
/// own:
///
///     for j (thread.y)                  part = 0
///       for r (thread.x)                for own j: part += S(j, r)
///         y[r] += S(j, r)       =>      part = combine_lanes<J, R>(part)
///                                       if (thread.y == 0) y[r] += part
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"

#include "sparsec/IR/DeviceLimits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isWord(const ElementType &type) {
  return type.bytes == 4 || type.bytes == 8;
}

/// The function that joins the parts of \p threads threads.
static const RuntimeHelper &joinerOf(long threads, bool isForAll) {
  if (threads <= device::warpSize)
    return isForAll ? runtime::combine_lanes_for_all : runtime::combine_lanes;
  return isForAll ? runtime::combine_block_for_all : runtime::combine_block;
}

/// How many threads further the next one of a dimension is.
long GridMapper::strideOf(unsigned dimension) const {
  long stride = 1;
  for (const auto &[key, inner] : dimensions)
    if (key.first == Level::Thread && key.second < dimension)
      stride *= std::max(inner.threads, 1L);
  return stride;
}

/// What the threads of a dimension make of their parts. The first one updates;
/// each of them where it has a copy of its own, which other statements read.
Nodes GridMapper::combined(LoopNode update, const Place &place) const {
  const long threads =
      dimensions.at({update.lanes.level, update.lanes.dimension}).threads;
  const long stride = strideOf(update.lanes.dimension);
  const bool isGiven = update.target == update.value;
  const bool isForAll = isGiven || repeated.count(update.target.name) != 0;
  const std::vector<long> sizes =
      stride == 1 ? std::vector{threads} : std::vector{threads, stride};
  LoopNode combine = stmt::assign(
      update.value,
      expr::call(joinerOf(threads, isForAll), sizes,
                 {update.value, expr::combiner(update.combinedBy)}));
  update.lanes = {};
  if (isGiven)
    return {std::move(combine)};
  if (isForAll)
    return {std::move(combine), std::move(update)};
  if (place.isAtomic)
    makeAtomic(update);
  return {std::move(combine), onlyOnce(std::move(update), place)};
}

/// Updates inside that threads share have become parts by now, unless their
/// element changes with the loop.
llvm::Error GridMapper::checkCombined(const LoopNode &loop) const {
  if (loop.marks.gpu.sharing != GpuMark::Sharing::Combined)
    return llvm::Error::success();
  if (loop.marks.gpu.level != Level::Thread)
    return refuse("loop '" + loop.name +
                  "' is reduced and has to be a thread loop; blocks share "
                  "elements with method = \"atomic\"");
  std::string left;
  Names own;
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      own.insert(node.name);
  });
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign && node.op != Update::Set &&
        node.target.kind == LoopExpr::Kind::Load &&
        !own.count(node.target.name))
      left = node.target.name;
  });
  if (!left.empty())
    return refuse("threads of loop '" + loop.name + "' cannot combine '" +
                  left +
                  "': its element changes inside the loop, it is read there, "
                  "threads of another loop combine it, too, or its minimum has "
                  "no identity; permute the loops that change it outwards, "
                  "reduce one loop, or with method = \"atomic\"");
  return llvm::Error::success();
}

/// A loop that is reduced by segments is the only one on threads.
llvm::Error GridMapper::checkSegmentGroup() const {
  if (threadsOfBlock() != dimensions.at({Level::Thread, 0}).threads)
    return refuse("a loop that is reduced by segments has to be the only one "
                  "that is mapped to threads");
  if (threadsOfBlock() % device::warpSize != 0)
    return refuse(llvm::Twine(threadsOfBlock()) +
                  " threads cannot reduce by segments; tile their loop by a "
                  "multiple of " +
                  llvm::Twine(device::warpSize));
  return llvm::Error::success();
}

/// Threads that combine parts are one warp's equal share, or the block.
llvm::Error GridMapper::checkGroup(unsigned dimension) const {
  const long threads = dimensions.at({Level::Thread, dimension}).threads;
  const long stride = strideOf(dimension);
  const bool isWarp = threads * stride <= device::warpSize &&
                      llvm::isPowerOf2_64(uint64_t(threads)) &&
                      llvm::isPowerOf2_64(uint64_t(stride));
  const bool isBlock =
      threads % device::warpSize == 0 && threadsOfBlock() == threads;
  if (isWarp || isBlock)
    return llvm::Error::success();
  if (stride > 1)
    return refuse(llvm::Twine(threads) + " threads cannot reduce with " +
                  llvm::Twine(stride) +
                  " of the loops behind theirs in between; put the reduced "
                  "loop last of the thread loops, or tile both by 2, 4, 8 or "
                  "16, together by " +
                  llvm::Twine(device::warpSize) + " at most");
  if (threads > device::warpSize && threads % device::warpSize == 0)
    return refuse("more than " + llvm::Twine(device::warpSize) +
                  " threads reduce together only when they are the whole "
                  "block; map the other thread loops to blocks, or tile the "
                  "reduced loop by " +
                  llvm::Twine(device::warpSize) + " or less");
  return refuse(llvm::Twine(threads) +
                " threads cannot reduce together; tile the reduced loop by 2, "
                "4, 8, 16, " +
                llvm::Twine(device::warpSize) + " or a multiple of " +
                llvm::Twine(device::warpSize));
}

llvm::Error GridMapper::checkGroups() const {
  std::set<unsigned> combined;
  bool hasSegments = false;
  std::string narrow;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      const bool isPart = node.kind == Kind::Assign && node.lanes.isMapped();
      const bool isOfArray = isPart && node.target != node.value &&
                             program.arrays.count(node.target.name);
      const ElementType type =
          isOfArray ? program.arrays.at(node.target.name).type : ElementType();
      if (isOfArray && !isWord(type) && !type.isComplex())
        narrow = node.target.name;
      if (isPart)
        combined.insert(node.lanes.dimension);
      hasSegments |= isMapped(node) &&
                     node.marks.gpu.sharing == GpuMark::Sharing::Segments;
    });
  if (hasSegments)
    if (llvm::Error error = checkSegmentGroup())
      return error;
  if (!narrow.empty())
    return refuse("threads cannot combine '" + narrow +
                  "': GPUs exchange elements of 4 and 8 bytes");
  for (unsigned dimension : combined)
    if (llvm::Error error = checkGroup(dimension))
      return error;
  return llvm::Error::success();
}

} // namespace sparsec
