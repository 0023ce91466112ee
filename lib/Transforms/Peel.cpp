//===- Peel.cpp - take the first or last iterations out of a loop ---------===//
///
/// \file
/// `peel` puts the first or the last iterations of a loop in front of it or
/// behind it:
///
///     for i in [lo, hi)         for i in [lo, lo + count)
///       S(i)           =>         S_peeled(i)
///                               for i in [lo + count, hi)
///                                 S_rest(i)
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to peel"},
    {"count", ParameterSpec::Kind::Count, "how many iterations"},
    {"side", ParameterSpec::Kind::Text,
     "first (unless given) or last: which iterations", true, "first|last"},
};

llvm::Expected<StepResult> peel(const Program &program, const Arguments &args) {
  std::string statement = args.statement(), loop = args.text("loop");
  long count = args.integer("count");
  bool last = args.text("side", "first") == "last";
  auto node = requireLoop(program, statement, loop);
  if (!node)
    return node.takeError();
  auto bound =
      loopBound(program, statement, loop, last ? Side::Upper : Side::Lower);
  if (!bound)
    return bound.takeError();

  LoopSplit split{statement, loop, {}, "peeled", "rest"};
  if (last)
    std::swap(split.firstRole, split.secondRole);
  for (const auto &[below, value] : (*node)->values) {
    const isl::pw_aff &end = bound->at(below);
    split.first[below] = last ? value.le_set(end.add_constant(-count))
                              : value.lt_set(end.add_constant(count));
  }
  return splitLoop(program, split);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return peel(program, args); });
}

} // namespace

extern const TransformSpec peelSpec;
const TransformSpec peelSpec = {
    .name = "peel",
    .summary = "take the first or last iterations out of a loop",
    .before = "for i in [lo, hi)\n  S(i)",
    .after = "for i in [lo, min(hi, lo + count))\n  S_peeled(i)\n"
             "for i in [lo + count, hi)\n  S_rest(i)",
    .legality = "always: instances keep their order",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
