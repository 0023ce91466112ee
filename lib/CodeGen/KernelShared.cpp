//===- KernelShared.cpp - arrays in the shared memory of a block ----------===//

#include "KernelMaker.h"

#include "sparsec/CodeGen/ExprPrinter.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

/// What every GPU has for arrays whose size the compiler knows, in bytes.
constexpr long sharedBytes = 48 * 1024;

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
  node.type = "__shared__ " + array.type.spelling;
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    llvm::Expected<LoopExpr> size = lowerParameterValue(program, *extent);
    if (!size)
      return size.takeError();
    node.dimensions.push_back(std::move(*size));
  }
  return node;
}

} // namespace

/// Declares them in front of everything. What a kernel reads there it has to
/// write as well: the memory lives as long as one launch.
llvm::Error KernelMaker::declareShared() {
  long bytes = 0;
  Nodes declared;
  for (const auto &[name, use] : sharedUses(body, program)) {
    if (!use.isWritten)
      return refuse("'" + name + "' is in shared memory, but never written");
    const Array &array = program.arrays.at(name);
    llvm::Expected<LoopNode> node = declarationOf(program, array);
    if (!node)
      return node.takeError();
    long elements = 1;
    for (const LoopExpr &size : node->dimensions)
      elements *= size.value;
    bytes += elements * long(array.type.bytes);
    declared.push_back(std::move(*node));
  }
  if (bytes > sharedBytes)
    return refuse(
        llvm::Twine(bytes) + " bytes of shared memory, more than the " +
        llvm::Twine(sharedBytes) + " that a block can have; use smaller tiles");
  body.insert(body.begin(), declared.begin(), declared.end());
  return llvm::Error::success();
}

} // namespace sparsec
