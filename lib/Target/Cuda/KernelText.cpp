//===- KernelText.cpp - parameters, function and launch of a kernel -------===//

#include "sparsec/Target/Cuda/GridMapper.h"

#include "sparsec/LoopPasses/LoopPasses.h"
#include "sparsec/Target/Cuda/GpuTypes.h"

#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {

using Kind = LoopNode::Kind;

LoopType constantType(const Array &array) {
  return LoopType::ofTemplate("sparsec_constant", array.type,
                              unsigned(array.constantElements));
}

/// \p used, or a name of the kernel's own for a member of a structure: "A_col"
/// for `A->col`.
std::string GridMapper::parameterName(const std::string &used) {
  if (auto known = members.find(used); known != members.end())
    return known->second;
  std::string local = identifierFor(used);
  if (local == used)
    return used;
  local = unusedName(program.freshName(local));
  while (llvm::any_of(members,
                      [&](const auto &other) { return other.second == local; }))
    local += "_";
  members[used] = local;
  return local;
}

/// An array of structures, whose members the kernel names.
void GridMapper::addStructures(Signature &signature,
                               const std::string &structures,
                               const Names &written) const {
  if (llvm::is_contained(signature.arguments, structures))
    return;
  const bool isWritten = llvm::any_of(written, [&](const std::string &name) {
    const auto member = structureMember(name);
    return member && member->structures == structures;
  });
  const bool isRestrict = !isWritten || signature.restrictsWritten;
  const auto &all = program.function.arguments;
  const auto argument = llvm::find_if(
      all, [&](const auto &candidate) { return candidate.name == structures; });
  signature.parameters.push_back(
      {LoopType::pointerTo(LoopType::named(argument->baseType), !isWritten,
                           isRestrict ? LoopType::Pointer::Restrict
                                      : LoopType::Pointer::Plain),
       structures});
  signature.arguments.push_back(structures);
}

llvm::Error GridMapper::addArray(Signature &signature, const std::string &used,
                                 const Names &written) {
  auto &[restrictsWritten, parameters, arguments, constantBytes] = signature;
  if (auto own = threadArrays.find(used); own != threadArrays.end()) {
    arguments.push_back(used);
    parameters.push_back({LoopType::pointerTo(own->second.first), used});
    return llvm::Error::success();
  }
  auto found = program.arrays.find(used);
  if (found == program.arrays.end())
    return refuse("'" + used + "' has no place on the GPU");
  if (const auto member = structureMember(used)) {
    addStructures(signature, member->structures, written);
    return llvm::Error::success();
  }
  const Array &array = found->second;
  bool isWritten = written.count(used) != 0;
  // Compilers take it that no call, and so no barrier, changes what a
  // restricted pointer points to.
  bool isRestrict = !isWritten || restrictsWritten;
  if (array.isScalar() && isWritten)
    return refuse("'" + used +
                  "' is set by threads, but lives on; "
                  "scalar_expand it first");
  const std::string local = parameterName(used);
  arguments.push_back(used);
  const bool isOnlyThere =
      array.onGpu != Array::OnGpu::No && array.onGpu != Array::OnGpu::Elements;
  if (isOnlyThere) {
    parameters.push_back({LoopType::pointerTo(gpuElementType(array)), local});
    return llvm::Error::success();
  }
  if (array.constantElements) {
    parameters.push_back(
        {constantType(array).constant().in(LoopType::Storage::GridConstant),
         local});
    constantBytes += array.constantElements * long(array.type.bytes);
    return llvm::Error::success();
  }
  const auto kind =
      isRestrict ? LoopType::Pointer::Restrict : LoopType::Pointer::Plain;
  parameters.push_back({array.isScalar()
                            ? LoopType(array.type)
                            : LoopType::pointerTo(array.type, !isWritten, kind),
                        local});
  return llvm::Error::success();
}

llvm::Error GridMapper::collectParameters(Signature &signature) {
  LoopAst ast{body};
  std::set<std::string> written, locals;
  ast.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      locals.insert(node.name);
    if (node.kind == Kind::Assign && node.target.kind == LoopExpr::Kind::Load)
      written.insert(node.target.name);
  });
  for (const std::string &used : ast.usedArrays()) {
    if (locals.count(used))
      continue;
    if (llvm::Error error = addArray(signature, used, written))
      return error;
  }
  for (const std::string &used : ast.usedParameters()) {
    if (locals.count(used))
      continue;
    auto local = types.find(used);
    const Parameter *parameter = program.findParameter(used);
    if (local == types.end() && !parameter)
      return refuse("'" + used + "' has no value on the host");
    const LoopType type =
        local == types.end() ? LoopType(parameter->type) : local->second;
    signature.parameters.push_back({type, parameterName(used)});
    signature.arguments.push_back(used);
  }
  // Each of the others takes a word at most.
  const long constantBytes = signature.constantBytes;
  const long bytes = constantBytes + 8 * long(signature.parameters.size());
  if (constantBytes && bytes > device::maxKernelParameterBytes)
    return refuse(llvm::Twine(bytes) +
                  " bytes of parameters with what is in constant memory, more "
                  "than the " +
                  llvm::Twine(device::maxKernelParameterBytes) +
                  " that every GPU takes; copy less to it");
  return llvm::Error::success();
}

/// `(n + 511) / 512`, 1, 1
std::vector<LoopExpr> GridMapper::sizes(Level level) const {
  std::vector<LoopExpr> sizes;
  for (unsigned dim = 0; dim < 3; ++dim) {
    auto found = dimensions.find({level, dim});
    if (found == dimensions.end()) {
      sizes.push_back(LoopExpr::integer(1));
    } else if (level == Level::Thread) {
      sizes.push_back(LoopExpr::integer(std::max(found->second.threads, 1L)));
    } else {
      LoopExpr most = found->second.counts.front();
      for (const LoopExpr &count : llvm::drop_begin(found->second.counts))
        most = maxOf(most, count);
      sizes.push_back(most);
    }
  }
  return sizes;
}

/// \p nodes with a name of the kernel's own for each of \p members.
static std::vector<LoopNode>
withParameters(std::vector<LoopNode> nodes,
               const std::map<std::string, std::string> &members) {
  for (LoopNode &node : nodes) {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        auto local = members.find(part.name);
        if (local != members.end())
          part.name = local->second;
        return part;
      });
    });
    for (auto *children : {&node.prologue, &node.body, &node.otherwise})
      *children = withParameters(std::move(*children), members);
  }
  return nodes;
}

std::vector<LoopFunction> GridMapper::functions() const {
  std::vector<LoopFunction> functions;
  if (iteration) {
    functions.push_back(*iteration);
    functions.back().body = withParameters(iteration->body, members);
  }
  LoopFunction kernel;
  kernel.linkage = LoopFunction::Linkage::Kernel;
  kernel.name = name;
  kernel.parameters = signature.parameters;
  kernel.body = withParameters(body, members);
  long threads = threadsOfBlock();
  if (fused)
    threads = fused->threads[0] * fused->threads[1] * fused->threads[2];
  kernel.threads = LoopExpr::integer(threads);
  kernel.blocksAtOnce = blocksAtOnce;
  functions.push_back(std::move(kernel));
  return functions;
}

/// Whether threads may see what others wrote.
bool GridMapper::hasBarriers() const {
  return serial || LoopNode::block(body).holdsBarrier();
}

LoopNode GridMapper::launch() const {
  if (fused)
    return launchOfParts();
  std::vector<LoopExpr> operands = {expr::string(name),
                                    LoopExpr::variable(name)};
  std::optional<LoopExpr> tasks; // of blocks that wait for each other
  Nodes nodes;
  if (serial) {
    // In a scope of its own, so that it hides no other kernel.
    const std::string local = unusedName(program.freshName("blocks"));
    auto [blocks, counting] = mostBlocks(LoopExpr::variable(local, true));
    nodes = std::move(counting);
    tasks = blocks;
  } else if (!tickets.empty()) {
    tasks = dimensions.at({Level::Block, 0}).counts.front();
  }
  if (tasks) {
    // Emulated blocks, which run one after the other, meet at no barrier.
    const LoopExpr emulated = LoopExpr::integer(serial ? 1 : 0);
    operands.insert(operands.end(),
                    {*tasks, LoopExpr::integer(resident), emulated});
  } else {
    llvm::append_range(operands, sizes(Level::Block));
  }
  llvm::append_range(operands, sizes(Level::Thread));
  operands.push_back(LoopExpr::variable("stream"));
  for (const std::string &argument : signature.arguments)
    operands.push_back(LoopExpr::variable(argument));
  const bool counts = !nodes.empty();
  nodes.push_back(stmt::tryCall(
      tasks ? runtime::launch_resident : runtime::launch, std::move(operands)));
  nodes.push_back(stmt::check(LoopNode::Leave::Return));
  return counts ? stmt::scope(std::move(nodes))
                : LoopNode::block(std::move(nodes));
}

} // namespace sparsec
