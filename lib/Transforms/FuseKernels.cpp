//===- FuseKernels.cpp - kernels that run beside each other ---------------===//
///
/// \file
/// `fuse_kernels` makes one launch of two kernels that follow each other and do
/// not depend on each other, each with blocks of its own:
///
///     A<<<a, threads>>>                 AB<<<a + b, threads>>>:
///     B<<<b, threads>>>        =>         if (block < a) A(block)
///                                         else B(block - a)
///
/// The loops stay as they are, `{ S[..] -> S[..] }`: those of both get one
/// kernel's name, and code generation launches what is of one name and side by
/// side together (Target/Cuda/FusedKernels.cpp). Horizontal fusion: Li et al.,
/// CGO 2022.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/TakenNames.h"
#include "sparsec/Transforms/LoopUtils.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement of one kernel"},
    {"other", ParameterSpec::Kind::Statement,
     "a statement of the kernel beside it"},
    {"kernel", ParameterSpec::Kind::NewName,
     "the name of the one kernel; that of the first unless given", true},
};

/// The outermost mapped loop around \p statement, and the sequence that it is a
/// member of; null for none.
struct Place {
  ScheduleTree *sequence = nullptr, *root = nullptr;

  size_t position() const { return size_t(root - sequence->children.data()); }
};

llvm::Expected<Place> placeOf(Program &program, const std::string &statement) {
  Place place;
  for (ScheduleTree *node : pathTo(program, statement)) {
    if (node->isLoop() && node->marks.gpu.isMapped()) {
      place.root = node;
      break;
    }
    if (node->isLoop() && !node->marks.gpu.kernel.empty())
      return refuse("kernel '" + node->marks.gpu.kernel +
                    "' is cooperative: its blocks wait for each other, and "
                    "have a launch of their own");
    place.sequence = node->isSequence() ? node : nullptr;
  }
  if (!place.root)
    return refuse("'" + statement +
                  "' is in no kernel; map its loops with cudaize first");
  if (place.root->marks.takesTickets())
    return refuse("blocks of kernel '" + place.root->marks.gpu.kernel +
                  "' wait for each other's values, and have a launch of their "
                  "own");
  return place;
}

/// Whether \p tree is a kernel of \p name.
bool isKernel(const ScheduleTree &tree, const std::string &name) {
  return tree.isLoop() && tree.marks.gpu.isMapped() &&
         tree.marks.gpu.kernel == name;
}

/// Fails unless what stands between \p first and \p second is theirs already.
llvm::Error checkNeighbours(const Place &first, const Place &second) {
  const std::string one = first.root->marks.gpu.kernel,
                    two = second.root->marks.gpu.kernel;
  const std::string both = "kernels '" + one + "' and '" + two + "'";
  if (first.root == second.root || one == two)
    return refuse("both statements are in kernel '" + one + "'");
  if (!first.sequence || first.sequence != second.sequence)
    return refuse(both + " do not follow each other in one sequence: "
                         "distribute the loops around them first");
  const size_t from = std::min(first.position(), second.position()),
               to = std::max(first.position(), second.position());
  for (size_t at = from + 1; at < to; ++at) {
    const ScheduleTree &between = first.sequence->children[at];
    if (!isKernel(between, one) && !isKernel(between, two))
      return refuse("'" + between.statements().front() + "' stands between " +
                    both +
                    ": fuse its kernel, too, or move_before one of them");
  }
  return llvm::Error::success();
}

/// Fails where something but the kernels has the name \p kernel.
llvm::Error checkName(const Program &program, const std::string &kernel,
                      const Place &first, const Place &second) {
  std::string use = useOfLocal(program, kernel);
  if (use.empty())
    use = useOfFunction(program, kernel);
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      if (node.isLoop() && node.marks.gpu.kernel == kernel &&
          kernel != first.root->marks.gpu.kernel &&
          kernel != second.root->marks.gpu.kernel)
        use = "a kernel already";
    });
  if (use.empty())
    return llvm::Error::success();
  return refuse("the name '" + kernel + "' is " + use +
                "; give the kernel another one");
}

llvm::Expected<StepResult> fuseKernels(const Program &program,
                                       const Arguments &args) {
  StepResult result = startStep(program);
  auto first = placeOf(result.program, args.statement());
  if (!first)
    return first.takeError();
  auto second = placeOf(result.program, args.text("other"));
  if (!second)
    return second.takeError();
  if (llvm::Error error = checkNeighbours(*first, *second))
    return error;
  const std::string one = first->root->marks.gpu.kernel,
                    two = second->root->marks.gpu.kernel;
  const std::string kernel = args.text("kernel", one);
  if (llvm::Error error = checkName(program, kernel, *first, *second))
    return error;
  for (ScheduleTree &member : first->sequence->children)
    if (isKernel(member, one) || isKernel(member, two))
      member.walk([&](ScheduleTree &node) {
        if (node.isLoop() && node.marks.gpu.isMapped())
          node.marks.gpu.kernel = kernel;
      });
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return fuseKernels(program, args); });
}

} // namespace

extern const TransformSpec fuse_kernelsSpec;
const TransformSpec fuse_kernelsSpec = {
    .name = "fuse_kernels",
    .summary = "launch two kernels as one, with blocks of their own each",
    .before = "A<<<a, threads>>>\nB<<<b, threads>>>",
    .after = "A_and_B<<<a + b, threads>>>",
    .legality = "when the two kernels touch no element that one of them "
                "writes, but for updates that both make atomically",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
