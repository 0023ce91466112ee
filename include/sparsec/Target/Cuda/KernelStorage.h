//===- KernelStorage.h - memory for what threads keep -----------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_KERNELSTORAGE_H
#define SPARSEC_TARGET_CUDA_KERNELSTORAGE_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// How the threads of one kernel are numbered.
struct ThreadNumbers {
  std::string kernel;
  long inBlock = 1;
  /// The number of a thread in its block, and of its block in the grid.
  LoopExpr thread, block;
};

/// An array in global memory that blocks have elements of.
struct BlockArray {
  std::string name;
  ElementType type;
  long elements = 0; ///< of each block
};

/// Arrays of the plan on the GPU that are no arrays of the program => type of
/// the elements, and their number on the host.
using PlanArrays = std::map<std::string, std::pair<ElementType, LoopExpr>>;

/// What became of the arrays that `partition_storage` has divided.
struct PlacedStorage {
  std::vector<BlockArray> global;
  long sharedBytes = 0; ///< of a block
};

/// Puts elements of the arrays of threads in the kernel \p body where
/// Array::partition says. \p unused makes names that nothing else has. Errors:
/// elements that are not known although some of them are in registers.
llvm::Expected<PlacedStorage>
placeStorage(std::vector<LoopNode> &body, const Program &program,
             const ThreadNumbers &threads,
             const std::function<std::string(std::string)> &unused);

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_KERNELSTORAGE_H
