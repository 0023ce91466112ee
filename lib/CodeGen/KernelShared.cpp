//===- KernelShared.cpp - arrays in the shared memory of a block ----------===//

#include "KernelMaker.h"

#include "sparsec/CodeGen/ExprPrinter.h"

namespace sparsec {

using Kind = LoopNode::Kind;

namespace {

/// What every GPU has for arrays whose size the compiler knows, in bytes.
constexpr long sharedBytes = 48 * 1024;

} // namespace

/// Declares them in front of everything. What a kernel reads there it has to
/// write as well: the memory lives as long as one launch.
llvm::Error KernelMaker::declareShared() {
  Names written, read;
  for (const LoopNode &root : body)
    root.walk([&](const LoopNode &node) {
      node.visitExprs([&](const LoopExpr &expr, bool isTarget) {
        expr.walk([&](const LoopExpr &part) {
          auto array = program.arrays.find(part.name);
          if (array != program.arrays.end() && array->second.isShared)
            (isTarget && &part == &expr ? written : read).insert(part.name);
        });
      });
    });
  long bytes = 0;
  Nodes declared;
  Names used = read;
  used.insert(written.begin(), written.end());
  for (const std::string &array : used) {
    if (!written.count(array) || !read.count(array))
      return refuse("'" + array +
                    "' is in shared memory, but its copies are made by another "
                    "kernel; map a loop around all to blocks");
    LoopNode node;
    node.kind = Kind::Declare;
    node.name = array;
    long elements = 1;
    const Array &shared = program.arrays.at(array);
    node.type = "__shared__ " + shared.type.spelling;
    for (const std::optional<isl::pw_aff> &extent : shared.extents) {
      llvm::Expected<LoopExpr> size = lowerParameterValue(program, *extent);
      if (!size)
        return size.takeError();
      elements *= size->value;
      node.dimensions.push_back(std::move(*size));
    }
    bytes += elements * long(shared.type.bytes);
    declared.push_back(std::move(node));
  }
  if (bytes > sharedBytes)
    return refuse(
        llvm::Twine(bytes) + " bytes of shared memory, more than the " +
        llvm::Twine(sharedBytes) + " that a block can have; use smaller tiles");
  body.insert(body.begin(), declared.begin(), declared.end());
  return llvm::Error::success();
}

} // namespace sparsec
