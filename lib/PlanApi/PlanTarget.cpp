//===- PlanTarget.cpp - does the recipe fit the target ----------------===//

#include "sparsec/PlanApi/PlanInterface.h"

#include "sparsec/IR/Culprit.h"

#include <functional>

namespace sparsec {
namespace {

llvm::Error misfit(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

/// A loop that `reduce` marked and cudaize did not map; "" if there is none.
std::string reducedOnNothing(const Program &program) {
  std::string loop;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      const GpuMark &mark = node.marks.gpu;
      if (mark.sharing != GpuMark::Sharing::None && !mark.isMapped())
        loop = node.name;
    });
  return loop;
}

/// Refuses loops in no kernel that ask for vectors.
llvm::Error checkVectors(const Program &program) {
  std::string array, loop;
  std::function<void(const ScheduleTree &)> visit =
      [&](const ScheduleTree &node) {
        if (node.isLoop() && node.marks.gpu.isMapped())
          return;
        if (node.isLoop() && !node.marks.vectors.empty()) {
          array = node.marks.vectors.front();
          loop = node.name;
        }
        for (const ScheduleTree &child : node.children)
          visit(child);
      };
  for (const Phase &phase : program.phases)
    visit(phase.tree);
  if (array.empty())
    return llvm::Error::success();
  return llvm::make_error<CulpritError>(
      "vectors of '" + array + "' are for kernels, and loop '" + loop +
          "' is in none: cudaize a loop around it",
      loadsVectors(loop, array));
}

/// Arrays that only kernels can have where they are.
llvm::Error checkMemories(const PlanInterface &model) {
  bool isMapped = hasKernels(model.program);
  for (const auto &[name, array] : model.program.arrays) {
    if (array.isShared && !isMapped)
      return misfit("'" + llvm::Twine(name) +
                    "' is in the shared memory of a GPU's blocks, but no loop "
                    "is mapped to blocks: cudaize it");
    if (array.partition && !isMapped)
      return misfit("what threads of a GPU keep of '" + llvm::Twine(name) +
                    "' is divided, but no loop is mapped to threads: cudaize "
                    "it; compilers for CPUs divide it by themselves");
    if (array.constantElements && !isMapped)
      return misfit("'" + llvm::Twine(name) +
                    "' is in the constant memory of a GPU, but no loop is "
                    "mapped to blocks: cudaize it");
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error checkTarget(const PlanInterface &model) {
  if (std::string loop = reducedOnNothing(model.program); !loop.empty())
    return misfit("loop '" + loop +
                  "' is to be reduced by threads, but is mapped to none: "
                  "cudaize it");
  if (llvm::Error error = checkVectors(model.program))
    return error;
  if (model.program.inspectsOnGpu && !model.isCuda())
    return misfit("inspector(\"cuda\") needs CUDA output: use an output that "
                  "ends in .cu, or -target=cuda");
  if (llvm::Error error = checkMemories(model))
    return error;
  if (hasKernels(model.program) == model.isCuda())
    return llvm::Error::success();
  return misfit(
      model.isCuda()
          ? "CUDA output needs kernels, and the recipe makes none: map loops "
            "to blocks and threads with cudaize"
          : "the recipe makes CUDA kernels, which C has not: use an output "
            "that ends in .cu, or -target=cuda");
}

} // namespace sparsec
