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
//===----------------------------------------------------------------------===//

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
