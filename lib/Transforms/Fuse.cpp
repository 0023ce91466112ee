//===- Fuse.cpp - two neighbouring loops into one -------------------------===//
///
/// \file
/// `fuse` merges two loops that follow each other:
///
///     for i                     for i
///       S1(i)          =>         S1(i)
///     for i                       S2(i)
///       S2(i)
///
/// The bands { S1[i] -> [i] } and { S2[i] -> [i] } become one; iterations with
/// equal values run together. Fuse outer loops before inner ones.
///
/// With `behind` the second loop's values go on from the first one's,
/// { S2[i] -> [i - first2 + last1 + 1] }, so that nothing changes its order:
/// the one loop is there for steps that choose another one, as sparse_wavefront
/// does. Source: two sparse loops in one schedule: Cheshmi et al., SC 2023.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"

#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in one loop"},
    {"other", ParameterSpec::Kind::Statement, "a statement in the other loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop around the first statement; the fused loop keeps its name"},
    {"other_loop", ParameterSpec::Kind::Text,
     "the loop around the other statement; of the same name unless given",
     true},
    {"behind", ParameterSpec::Kind::Flag,
     "whether the second loop's values go on from the last one of the first, "
     "so that nothing changes its order; false unless given",
     true},
};

/// The sequence with \p first and \p second among its members; null if none.
ScheduleTree *commonParent(ScheduleTree &tree, const ScheduleTree *first,
                           const ScheduleTree *second) {
  ScheduleTree *found = nullptr;
  tree.walk([&](ScheduleTree &node) {
    unsigned members = 0;
    for (const ScheduleTree &child : node.children)
      members += &child == first || &child == second;
    if (members == 2)
      found = &node;
  });
  return found;
}

/// Fails when fused names would clash: a loop below one that is called like
/// the fused loop.
llvm::Error checkNames(const ScheduleTree &loop, const std::string &name) {
  bool clash = false;
  loop.children.front().walk([&](const ScheduleTree &node) {
    clash |= node.isLoop() && node.name == name;
  });
  if (clash)
    return refuse("a loop inside loop '" + loop.name + "' is called '" + name +
                  "' too");
  return llvm::Error::success();
}

/// Moves the body of \p second into \p first.
void merge(ScheduleTree &first, ScheduleTree &second, const std::string &name,
           StepResult &result) {
  first.name = name;
  first.values.insert(second.values.begin(), second.values.end());
  if (!(first.marks == second.marks)) {
    first.marks = {};
    result.warnings.push_back("the loops were marked differently: loop '" +
                              name + "' loses its marks");
  }
  if (first.marks.isConcurrent() || first.marks.simd) {
    first.marks.parallel = first.marks.simd = false;
    first.marks.gpu = {};
    result.warnings.push_back(
        "loop '" + name +
        "' loses its parallel, simd and GPU marks; mark the "
        "fused loop again");
  }
  first.children = {ScheduleTree::sequence(
      {first.children.front(), second.children.front()})};
}

/// The first and the last value of \p loop, numbers over the parameters.
llvm::Expected<std::pair<isl::pw_aff, isl::pw_aff>>
endsOf(const Program &program, const ScheduleTree &loop) {
  std::optional<isl::set> values;
  for (const auto &[statement, value] : loop.values) {
    const isl::set own = program.statement(statement)
                             .domain.intersect_params(program.context)
                             .apply(value.as_map());
    values = values ? values->unite(own) : own;
  }
  auto ends = poly::parameterBounds(values->coalesce(), 0);
  if (!ends)
    return refuse("loop '" + loop.name +
                  "' has no bounds in the parameters, so that no loop can "
                  "stand behind it or before it");
  return orEmpty(program, *ends);
}

/// Shifts \p second so that it goes on where \p first ends.
llvm::Error putBehind(const Program &program, const ScheduleTree &first,
                      ScheduleTree &second) {
  auto before = endsOf(program, first), after = endsOf(program, second);
  if (!before || !after)
    return llvm::joinErrors(before.takeError(), after.takeError());
  const isl::pw_aff distance =
      before->second.sub(after->first).add_constant(1).coalesce();
  for (auto &[statement, value] : second.values)
    value = value.add(poly::onSpace(distance, value.space().domain()))
                .gist(program.statement(statement).domain.intersect_params(
                    program.context))
                .coalesce();
  return llvm::Error::success();
}

llvm::Expected<StepResult> fuse(const Program &program, const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), other = args.text("other");
  std::string name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  auto otherLoop =
      editLoop(result.program, other, args.text("other_loop", name));
  if (!otherLoop)
    return otherLoop.takeError();
  if (*loop == *otherLoop)
    return refuse("statements '" + statement + "' and '" + other +
                  "' already share loop '" + name + "'");
  for (ScheduleTree *each : {*loop, *otherLoop})
    if (llvm::Error clash = checkNames(*each, name))
      return clash;

  Phase *phase = result.program.phaseOf(statement);
  ScheduleTree *parent = commonParent(phase->tree, *loop, *otherLoop);
  if (!parent)
    return refuse("the loops around '" + statement + "' and '" + other +
                  "' do not follow each other in one sequence; fuse or "
                  "distribute the loops around them first");
  ScheduleTree *first = std::min(*loop, *otherLoop);
  ScheduleTree *second = std::max(*loop, *otherLoop);
  if (second - first != 1)
    return refuse("'" + first[1].statements().front() +
                  "' stands between the loops; move_before(" +
                  second->statements().front() + ", " +
                  first[1].statements().front() + ") may bring them together");
  if (args.flag("behind"))
    if (llvm::Error error = putBehind(program, *first, *second))
      return error;
  merge(*first, *second, name, result);
  parent->children.erase(parent->children.begin() +
                         (second - parent->children.data()));
  phase->tree.normalize();
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return fuse(program, args); });
}

} // namespace

extern const TransformSpec fuseSpec;
const TransformSpec fuseSpec = {
    .name = "fuse",
    .summary = "merge two loops that follow each other",
    .before = "for i\n  S1(i)\nfor i\n  S2(i)",
    .after = "for i\n  S1(i)\n  S2(i)",
    .legality = "when no dependence runs from a later iteration of the first "
                "loop to an earlier one of the second",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
