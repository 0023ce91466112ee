//===- Unroll.cpp - several iterations at a time --------------------------===//
///
/// \file
/// `unroll` asks for several copies of a loop's body per iteration, or for all
/// of them:
///
///     for k in [0, n)           for k in [0, n - 1) by 2
///       S(k)           =>         S(k)  S(k + 1)
///                               the rest one by one
///
/// With `jam` the copies of the loops inside are fused: the loop is cut into a
/// main part with a multiple of the factor and a remainder, and the main part
/// into tiles whose points become the innermost loop, unrolled completely.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopSplit.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

/// More copies than this make compilers slow, not kernels fast.
constexpr long maxCopies = 1024;

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to unroll"},
    {"factor", ParameterSpec::Kind::Integer,
     "copies of the body; all of them when 0 or not given", true},
    {"jam", ParameterSpec::Kind::Flag,
     "fuse the copies of the loops inside (unroll-and-jam)", true},
};

llvm::Error checkFullUnroll(const Program &program,
                            const std::string &statement,
                            const std::string &loop) {
  std::optional<long> trips = constantTrips(program, statement, loop);
  if (!trips)
    return refuse("loop '" + loop +
                  "' has no constant number of iterations, so it cannot be "
                  "unrolled completely; give a factor, or tile it");
  if (*trips > maxCopies)
    return refuse("loop '" + loop + "' has " + llvm::Twine(*trips) +
                  " iterations; at most " + llvm::Twine(maxCopies) +
                  " are unrolled completely");
  return llvm::Error::success();
}

/// Marks \p loop around the statement of \p result as unrolled completely and
/// makes it the innermost one.
llvm::Error sink(StepResult &result, const std::string &statement,
                 const std::string &loop) {
  TreePath path = pathTo(result.program, statement);
  const std::string innermost = result.program.phaseOf(statement)
                                    ->tree.loopsAround(statement)
                                    .back()
                                    ->name;
  if (innermost == loop)
    return refuse("loop '" + loop +
                  "' is the innermost one: there is nothing to jam");
  auto chain = perfectChain(result.program, statement, {loop, innermost});
  if (!chain)
    return chain.takeError();
  ScheduleTree *outer = chain->front(), *inner = chain->back();
  if (inner->statements().size() != outer->statements().size())
    return refuse("loop '" + loop +
                  "' holds an imperfect nest: distribute it "
                  "before unroll with jam");
  outer->marks.unroll = 0;
  for (size_t at = 0; at + 1 < chain->size(); ++at) {
    ScheduleTree &upper = *(*chain)[at], &lower = *(*chain)[at + 1];
    std::swap(upper.name, lower.name);
    std::swap(upper.values, lower.values);
    std::swap(upper.marks, lower.marks);
  }
  return llvm::Error::success();
}

/// Replaces \p loop by a loop over tiles of \p factor values, which keeps its
/// name, and one over their points; returns the name of the latter.
std::string stripMine(Program &program, const std::string &statement,
                      ScheduleTree &loop, long factor) {
  std::string points = defaultLoopName(program, loop);
  ScheduleTree inner = ScheduleTree::loop(points, {}, loop.children.front());
  for (auto &[below, value] : loop.values) {
    inner.values[below] = value;
    value = poly::floorDiv(value, factor).scale(factor);
  }
  loop.children = {std::move(inner)};
  return points;
}

/// Shifts \p loop so that it starts at a multiple of every factor: at 0.
void startAtZero(ScheduleTree &loop,
                 const std::map<std::string, isl::pw_aff> &bounds) {
  for (auto &[below, value] : loop.values)
    value = value.sub(bounds.at(below));
}

llvm::Expected<StepResult> unrollAndJam(const Program &program,
                                        const std::string &statement,
                                        const std::string &loop, long factor) {
  StepResult result = startStep(program);
  std::string main = statement;
  auto split = alignedSplit(program, statement, loop, factor);
  if (!split)
    return split.takeError();
  if (!isAllFirst(program, *split)) {
    auto parts = splitLoop(program, *split);
    if (!parts)
      return parts.takeError();
    result = std::move(*parts);
    main = result.made.front().statement;
  }
  auto bounds = loopBound(result.program, main, loop, Side::Lower);
  if (!bounds)
    return bounds.takeError();
  auto node = editLoop(result.program, main, loop);
  if (!node)
    return node.takeError();
  startAtZero(**node, *bounds);
  std::string points = stripMine(result.program, main, **node, factor);
  if (llvm::Error unfit = sink(result, main, points))
    return unfit;
  result.orderPreserved = false;
  return result;
}

llvm::Expected<StepResult> unroll(const Program &program,
                                  const Arguments &args) {
  std::string statement = args.statement(), name = args.text("loop");
  long factor = args.integer("factor");
  StepResult result = startStep(program);
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (factor < 0 || factor > maxCopies)
    return refuse("the factor must be between 0 (all) and " +
                  llvm::Twine(maxCopies) + ", not " + llvm::Twine(factor));
  if (factor == 0)
    if (llvm::Error unfit = checkFullUnroll(program, statement, name))
      return unfit;
  if (factor == 1)
    result.warnings.push_back("unrolling by 1 changes nothing");
  if (args.flag("jam") && factor > 1)
    return unrollAndJam(program, statement, name, factor);
  if (args.flag("jam") && factor == 0) {
    if (llvm::Error unfit = sink(result, statement, name))
      return unfit;
    return result;
  }
  (*loop)->marks.unroll = unsigned(factor);
  result.orderPreserved = true;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return unroll(program, args); });
}

} // namespace

extern const TransformSpec unrollSpec;
const TransformSpec unrollSpec = {
    .name = "unroll",
    .summary = "run several iterations of a loop at a time",
    .before = "for k in [0, n)\n  S(k)",
    .after = "for k in [0, n - 1) by 2\n  S(k)\n  S(k + 1)\n// the rest",
    .legality = "always; with jam when every dependence still points forward. "
                "All iterations only when their number has a constant bound",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
