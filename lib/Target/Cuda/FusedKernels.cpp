//===- FusedKernels.cpp - kernels that are launched as one ----------------===//
///
/// \file
/// Kernels of one name beside each other (fuse_kernels) are one function and
/// one launch, in which each has blocks of its own:
///
///     first<<<{a, b}, {x, y}>>>        both<<<a * b + c, x * y>>>:
///     second<<<c, {t}>>>        =>       if (block < begin) first's body
///                                        else second's body
///
/// Blocks are counted through, x the fastest, and what a kernel asks of its own
/// number is computed from that. So are threads, unless all kernels have the
/// same numbers of them in each dimension: a thread keeps its place in its
/// block and warp. Where one kernel has fewer threads the others leave it, but
/// for those that wait for all threads of their block.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

using Index = std::pair<GpuIndex::Of, unsigned>;

bool isIndex(const LoopExpr &expr, const Index &index) {
  return expr.kind == LoopExpr::Kind::GpuIndex &&
         expr.gpuIndex().of == index.first &&
         expr.gpuIndex().dimension == index.second;
}

/// How often \p nodes ask for the number \p index.
size_t usesOf(const Nodes &nodes, const Index &index) {
  size_t uses = 0;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool) {
        expr.walk([&](const LoopExpr &part) { uses += isIndex(part, index); });
      });
    });
  return uses;
}

/// Puts \p values where \p nodes ask for numbers of a block or thread.
void replaceIndices(Nodes &nodes, const std::map<Index, LoopExpr> &values) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        for (const auto &[index, value] : values)
          if (isIndex(part, index))
            return value;
        return part;
      });
    });
    for (Nodes *children : {&node.prologue, &node.body, &node.otherwise})
      replaceIndices(*children, values);
  }
}

/// How many blocks \p counts make in one of \p parts; none where one of them is
/// negative.
/// More than a launch takes are as good as one more than that, so that sums of
/// them fit.
LoopExpr blocksOf(const std::vector<LoopExpr> &counts, size_t parts) {
  LoopExpr product = LoopExpr::integer(1);
  size_t dimensions = 0;
  bool isWide = false;
  for (const LoopExpr &count : counts) {
    if (count.isInteger(1))
      continue;
    product =
        dimensions++ ? expr::call(runtime::product, {product, count}) : count;
    isWide |= count.wide;
  }
  if (dimensions == 1)
    product = maxOf(LoopExpr::integer(0), product);
  product.wide = isWide || dimensions > 1;
  // Two factors of 31 bits each, twice, are less than 2^63.
  if (isWide || dimensions > 2 || (dimensions > 1 && parts > 2))
    product = minOf(product, LoopExpr::integer(1L << 31));
  return product;
}

} // namespace

/// The kernel as it is, made.
GridMapper::Part GridMapper::asPart() const {
  using Shared = RuntimeHelper::Shared;
  Part part;
  part.body = body;
  part.blocks = sizes(Level::Block);
  part.sharedBytes = sharedBytes;
  part.needsBlock = LoopNode::block(body).holdsBarrier();
  for (unsigned dim = 0; dim < 3; ++dim) {
    auto block = dimensions.find({Level::Block, dim});
    part.loops.push_back(block == dimensions.end() ? "" : block->second.loop);
    part.threads.push_back(sizes(Level::Thread)[dim].value);
  }
  LoopNode::block(body).walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &call) {
        const RuntimeHelper *helper = call.kind == LoopExpr::Kind::Call
                                          ? findRuntimeHelper(call.name)
                                          : nullptr;
        part.needsBlock |= helper && helper->shared != Shared::None;
        part.needsWarps |= helper != nullptr;
      });
    });
  });
  return part;
}

llvm::Error GridMapper::checkParts(const std::vector<Part> &parts) const {
  long most = 0, bytes = 0;
  for (const Part &part : parts) {
    most = std::max(most, part.threadCount());
    bytes += part.sharedBytes;
  }
  if (bytes > device::maxStaticSharedBytesPerBlock)
    return refuse(llvm::Twine(bytes) +
                  " bytes of shared memory in the kernels that are launched "
                  "together, more than the " +
                  llvm::Twine(device::maxStaticSharedBytesPerBlock) +
                  " that a block can have; use smaller tiles, or leave "
                  "fuse_kernels out");
  for (const Part &part : parts) {
    const long threads = part.threadCount();
    const bool isWhole = threads % device::warpSize == 0;
    if (threads == most || (!part.needsBlock && (isWhole || !part.needsWarps)))
      continue;
    const std::string root =
        *llvm::find_if(llvm::reverse(part.loops),
                       [](const std::string &loop) { return !loop.empty(); });
    return refuse("blocks of loop '" + root + "' have " + llvm::Twine(threads) +
                  " threads and those beside them " + llvm::Twine(most) +
                  ", but its threads " +
                  (part.needsBlock ? "wait for all of their block"
                                   : "exchange values in warps, of which the "
                                     "last one is not whole") +
                  "; give both as many threads, or leave fuse_kernels out");
  }
  return llvm::Error::success();
}

/// \p stem, longer where something in the kernel has that name, or a number
/// that the host computes for it.
std::string GridMapper::unusedNumber(std::string stem) const {
  const auto isTaken = [&](const std::string &name) {
    return llvm::any_of(
        llvm::concat<const Counted>(fused->begins, fused->counts),
        [&](const Counted &known) { return known.name == name; });
  };
  std::string name = unusedName(std::move(stem));
  while (isTaken(name))
    name = unusedName(name + "_");
  return name;
}

/// How many blocks \p part has in a dimension, as the kernel knows it.
LoopExpr GridMapper::countOf(const Part &part, unsigned dimension) {
  const LoopExpr &count = part.blocks[dimension];
  const bool isPassed =
      count.isVariable() && llvm::is_contained(signature.arguments, count.name);
  if (count.isInteger() || isPassed)
    return count;
  const std::string stem = part.loops[dimension] + "_count";
  for (const Counted &known : fused->counts)
    if (known.value == count && known.name.compare(0, stem.size(), stem) == 0)
      return LoopExpr::variable(known.name);
  const std::string name = unusedNumber(stem);
  fused->counts.push_back({name, count});
  return LoopExpr::variable(name);
}

/// The number in \p dimension of a part's block, counted through.
LoopExpr GridMapper::blockOf(const Part &part, unsigned dimension,
                             const LoopExpr &block) {
  LoopExpr number = block;
  unsigned last = 0;
  for (unsigned dim = 0; dim < 3; ++dim)
    if (!part.blocks[dim].isInteger(1))
      last = dim;
  if (part.blocks[dimension].isInteger(1))
    return LoopExpr::integer(0);
  for (unsigned dim = 0; dim < dimension; ++dim)
    if (!part.blocks[dim].isInteger(1))
      number = plainDiv(number, countOf(part, dim));
  return dimension == last ? number
                           : plainMod(number, countOf(part, dimension));
}

/// The number in \p dimension of a part's thread, counted through.
LoopExpr GridMapper::threadOf(const Part &part, unsigned dimension) const {
  LoopExpr number = indexOf(Level::Thread, 0);
  long inner = 1, rest = part.threadCount();
  for (unsigned dim = 0; dim < dimension; ++dim)
    inner *= part.threads[dim];
  const long own = part.threads[dimension];
  rest /= inner * own;
  if (own == 1)
    return LoopExpr::integer(0);
  if (inner > 1)
    number = plainDiv(number, LoopExpr::integer(inner));
  return rest > 1 ? plainMod(number, LoopExpr::integer(own)) : number;
}

/// The body of \p part for its block \p block, with all numbers in terms of
/// the launch's.
Nodes GridMapper::numbered(Part part, const LoopExpr &block) {
  using Of = GpuIndex::Of;
  Nodes locals;
  std::map<Index, LoopExpr> values;
  const auto replace = [&](const Index &index, LoopExpr value,
                           const std::string &stem) {
    const bool isPlain = value.isVariable() || value.isInteger() ||
                         value.kind == LoopExpr::Kind::GpuIndex;
    if (usesOf(part.body, index) > 1 && !isPlain) {
      std::string name = unusedName(stem);
      locals.push_back(LoopNode::local(LoopType::int32(), name, value));
      value = LoopExpr::variable(name);
    }
    values.emplace(index, std::move(value));
  };
  const bool isSame = part.threads == fused->threads;
  for (unsigned dim = 0; dim < 3; ++dim) {
    const std::string suffix(1, char('x' + dim));
    if (usesOf(part.body, {Of::Block, dim}))
      replace({Of::Block, dim}, blockOf(part, dim, block), "block_" + suffix);
    if (usesOf(part.body, {Of::Blocks, dim}))
      replace({Of::Blocks, dim}, countOf(part, dim), "blocks_" + suffix);
    if (!isSame && usesOf(part.body, {Of::Thread, dim}))
      replace({Of::Thread, dim}, threadOf(part, dim), "thread_" + suffix);
  }
  replaceIndices(part.body, values);
  part.body.insert(part.body.begin(), locals.begin(), locals.end());
  const long all = fused->threads[0] * fused->threads[1] * fused->threads[2];
  if (part.threadCount() == all)
    return std::move(part.body);
  return {LoopNode::ifThen(
      less(indexOf(Level::Thread, 0), LoopExpr::integer(part.threadCount())),
      std::move(part.body))};
}

/// Each part where its blocks begin: from the last one back.
Nodes GridMapper::ofParts(std::vector<Part> parts) {
  const LoopExpr block = indexOf(Level::Block, 0);
  std::vector<LoopExpr> ends;
  LoopExpr end = LoopExpr::integer(0);
  for (size_t at = 0; at < parts.size(); ++at) {
    end = end + blocksOf(parts[at].blocks, parts.size());
    if (at + 1 == parts.size())
      break;
    std::string root;
    for (const std::string &loop : parts[at + 1].loops)
      root = loop.empty() ? root : loop;
    const std::string name = unusedNumber(root + "_begin");
    fused->begins.push_back({name, end});
    end = LoopExpr::variable(name, /*wide=*/true);
  }
  fused->blocks = end;
  Nodes nodes;
  for (size_t at = parts.size(); at-- > 0;) {
    LoopExpr own = block;
    Nodes body;
    if (at > 0)
      own = block - LoopExpr::variable(fused->begins[at - 1].name);
    // Of several dimensions each takes its own out of it.
    const long dimensions =
        llvm::count_if(parts[at].blocks, [](const LoopExpr &count) {
          return !count.isInteger(1);
        });
    if (at > 0 && dimensions > 1) {
      const std::string local = unusedName("block");
      body.push_back(LoopNode::local(LoopType::int32(), local, own));
      own = LoopExpr::variable(local);
    }
    llvm::append_range(body, numbered(std::move(parts[at]), own));
    if (at + 1 == parts.size()) {
      nodes = std::move(body);
      continue;
    }
    LoopExpr end = LoopExpr::variable(fused->begins[at].name);
    nodes = {
        LoopNode::ifThen(less(block, end), std::move(body), std::move(nodes))};
  }
  return nodes;
}

llvm::Error GridMapper::fuse(std::vector<GridMapper> others) {
  std::vector<Part> parts = {asPart()};
  bool keepsInMemory = !threadArrays.empty();
  for (GridMapper &other : others) {
    parts.push_back(other.asPart());
    keepsInMemory |= !other.threadArrays.empty();
    blocksAtOnce = std::max(blocksAtOnce, other.blocksAtOnce);
    // Names, and what is passed, are those of all bodies.
    llvm::append_range(body, other.body);
  }
  if (keepsInMemory)
    return refuse("threads keep elements in global memory, for each block of "
                  "a launch of its own; leave fuse_kernels out");
  if (llvm::Error error = checkParts(parts))
    return error;
  signature = {};
  members.clear();
  signature.restrictsWritten = !hasBarriers();
  if (llvm::Error error = collectParameters(signature))
    return error;
  fused = FusedLaunch();
  fused->threads = parts.front().threads;
  long most = 0;
  bool isSame = true;
  for (const Part &part : parts) {
    isSame &= part.threads == fused->threads;
    most = std::max(most, part.threadCount());
  }
  if (!isSame)
    fused->threads = {most, 1, 1};
  body = ofParts(std::move(parts));
  for (const auto *numbers : {&fused->begins, &fused->counts})
    for (const Counted &number : *numbers)
      signature.parameters.push_back({LoopType::int32(), number.name});
  return llvm::Error::success();
}

/// The launch of all parts: blocks are counted on the host, in a scope of its
/// own.
LoopNode GridMapper::launchOfParts() const {
  Nodes nodes;
  for (const Counted &begin : fused->begins)
    nodes.push_back(
        LoopNode::local(ElementType::int64(), begin.name, begin.value));
  const LoopExpr one = LoopExpr::integer(1);
  std::vector<LoopExpr> operands = {
      expr::string(name), LoopExpr::variable(name), fused->blocks, one, one};
  for (long threads : fused->threads)
    operands.push_back(LoopExpr::integer(threads));
  operands.push_back(LoopExpr::variable("stream"));
  for (const std::string &argument : signature.arguments)
    operands.push_back(LoopExpr::variable(argument));
  for (const Counted &begin : fused->begins)
    operands.push_back(
        expr::cast(LoopType::int32(), LoopExpr::variable(begin.name, true)));
  for (const Counted &count : fused->counts)
    operands.push_back(count.value.wide
                           ? expr::cast(LoopType::int32(), count.value)
                           : count.value);
  nodes.push_back(stmt::tryCall(runtime::launch, std::move(operands)));
  nodes.push_back(stmt::check(LoopNode::Leave::Return));
  return stmt::scope(std::move(nodes));
}

} // namespace sparsec
