//===- SplitWithAlignment.cpp - cut a loop at a multiple of its trips -----===//
///
/// \file
/// `split_with_alignment` splits a loop into a main part, whose number of
/// iterations is a multiple of a constant, and the remainder:
///
///     for j in [lo, hi)         for j in [lo, lo + c * floor((hi - lo) / c))
///       S(j)           =>         S_main(j)
///                               for j in [lo + c * floor((hi - lo) / c), hi)
///                                 S_remainder(j)
///
/// Bounds may be plan parameters (counts) or calls such as `index(i)`.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to split"},
    {"multiple", ParameterSpec::Kind::Count,
     "what the trips of the main part are a multiple of"},
};

llvm::Expected<StepResult> splitAligned(const Program &program,
                                        const Arguments &args) {
  std::string statement = args.statement(), loop = args.text("loop");
  long multiple = args.integer("multiple");
  auto node = requireLoop(program, statement, loop);
  if (!node)
    return node.takeError();
  if (multiple < 2)
    return refuse("the multiple must be at least 2");
  auto split = alignedSplit(program, statement, loop, multiple);
  if (!split)
    return split.takeError();
  return splitLoop(program, *split);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return splitAligned(program, args); });
}

} // namespace

extern const TransformSpec split_with_alignmentSpec;
const TransformSpec split_with_alignmentSpec = {
    .name = "split_with_alignment",
    .summary = "split a loop into a part with a multiple of `c` iterations and "
               "the remainder",
    .before = "for j in [lo, hi)\n  S(j)",
    .after = "for j in [lo, lo + c * floor((hi - lo) / c))\n  S_main(j)\n"
             "for j in [lo + c * floor((hi - lo) / c), hi)\n  S_remainder(j)",
    .legality = "always: instances keep their order",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
