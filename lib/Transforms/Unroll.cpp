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
/// Where the body is a sequence, each nest of it and each run of statements
/// between them gets points of its own:
///
///     for i { S1; for j S2; S3 }
///  => for i by 2 { S1(i) S1(i+1); for j { S2(i) S2(i+1) }; S3(i) S3(i+1) }
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to unroll"},
    {"factor", ParameterSpec::Kind::Integer,
     "copies of the body; all of them when 0 or not given", true},
    {"jam", ParameterSpec::Kind::Flag,
     "fuse the copies of the loops inside (unroll-and-jam)", true},
};

/// \p loop around \p body.
ScheduleTree around(const ScheduleTree &loop, ScheduleTree body) {
  ScheduleTree made = ScheduleTree::loop(loop.name, {}, std::move(body));
  made.marks = loop.marks;
  made.span = loop.span;
  for (const std::string &below : made.statements())
    made.values[below] = loop.values.at(below);
  return made;
}

/// \p body inside copies of \p loop that are innermost: below the loops of
/// \p body, one for each run of statements of a sequence.
ScheduleTree jammed(const ScheduleTree &loop, ScheduleTree body) {
  if (body.isLeaf())
    return around(loop, std::move(body));
  if (body.isLoop()) {
    body.children.front() = jammed(loop, std::move(body.children.front()));
    return body;
  }
  std::vector<ScheduleTree> parts, run;
  auto flush = [&] {
    if (!run.empty())
      parts.push_back(around(loop, ScheduleTree::sequence(std::move(run))));
    run.clear();
  };
  for (ScheduleTree &child : body.children) {
    if (child.isLeaf()) {
      run.push_back(std::move(child));
      continue;
    }
    flush();
    parts.push_back(jammed(loop, std::move(child)));
  }
  flush();
  return ScheduleTree::sequence(std::move(parts));
}

/// Makes \p loop around the statement the innermost one of every nest inside,
/// and unrolls it completely there.
llvm::Error sink(StepResult &result, const std::string &statement,
                 const std::string &loop) {
  ScheduleTree &tree = result.program.phaseOf(statement)->tree;
  ScheduleTree *node = tree.findLoop(statement, loop);
  bool holdsLoops = false;
  node->children.front().walk(
      [&](const ScheduleTree &inner) { holdsLoops |= inner.isLoop(); });
  if (!holdsLoops)
    return refuse("loop '" + loop +
                  "' is the innermost one: there is nothing to jam");
  std::vector<std::string> below = node->statements();
  ScheduleTree header = *node;
  *node = jammed(header, std::move(node->children.front()));
  tree.normalize();
  for (const std::string &inside : below) {
    auto factor = fullUnrollFactor(result.program, inside, loop);
    if (!factor)
      return factor.takeError();
    tree.findLoop(inside, loop)->marks.unroll = *factor;
  }
  return llvm::Error::success();
}

/// Replaces \p loop by a loop over tiles of \p factor values, which keeps its
/// name, and one over their points; returns the name of the latter.
std::string stripMine(Program &program, const std::string &statement,
                      ScheduleTree &loop, long factor) {
  std::string points = defaultLoopName(program, loop);
  ScheduleTree inner = ScheduleTree::loop(points, {}, loop.children.front());
  inner.span = loop.span;
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
  return result;
}

/// Whether a loop around or inside \p loop, or itself, may have bounds that are
/// elements of bound arrays: the generator unrolls it when it knows them.
bool isKnownLater(const Program &program, const ScheduleTree &loop) {
  for (const std::string &name : loop.statements())
    for (const auto &entry : program.statement(name).calls)
      if (program.arrays.at(entry.second.function).contents)
        return true;
  return false;
}

llvm::Expected<StepResult> unroll(const Program &program,
                                  const Arguments &args) {
  std::string statement = args.statement(), name = args.text("loop");
  long factor = args.integer("factor");
  StepResult result = startStep(program);
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (factor < 0 || factor > maxUnrolledCopies)
    return refuse("the factor must be between 0 (all) and " +
                  llvm::Twine(maxUnrolledCopies) + ", not " +
                  llvm::Twine(factor));
  if (factor == 0 && !args.flag("jam") && isKnownLater(program, **loop)) {
    (*loop)->marks.expand = true;
    return result;
  }
  auto copies = factor == 0 ? fullUnrollFactor(program, statement, name)
                            : llvm::Expected<unsigned>(unsigned(factor));
  if (!copies)
    return copies.takeError();
  if (factor == 1)
    result.warnings.push_back("unrolling by 1 changes nothing");
  if (args.flag("jam") && factor > 1)
    return unrollAndJam(program, statement, name, factor);
  if (args.flag("jam") && factor == 0) {
    if (llvm::Error unfit = sink(result, statement, name))
      return unfit;
    return result;
  }
  (*loop)->marks.unroll = *copies;
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
