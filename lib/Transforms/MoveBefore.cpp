//===- MoveBefore.cpp - order of what stands side by side -----------------===//
///
/// \file
/// `move_before` puts a statement, with the loops that hold it alone, before
/// another one:
///
///     for i                     for i
///       S1(i)          =>         S2(i)
///       S2(i)                     S1(i)
///
/// Of the sequence that holds both, the member with the one goes directly
/// before the member with the other.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "the statement to move"},
    {"other", ParameterSpec::Kind::Statement,
     "the statement that it is to stand before"},
};

/// The sequence that has \p first and \p second in different members; null if
/// they are in different phases.
ScheduleTree *splitAt(ScheduleTree &tree, const std::string &first,
                      const std::string &second) {
  ScheduleTree *found = nullptr;
  tree.walk([&](ScheduleTree &node) {
    if (node.isSequence() && node.contains(first) && node.contains(second))
      found = &node;
  });
  return found;
}

llvm::Expected<StepResult> moveBefore(const Program &program,
                                      const Arguments &args) {
  StepResult result = startStep(program);
  const std::string statement = args.statement(), other = args.text("other");
  if (statement == other)
    return refuse("'" + statement + "' cannot stand before itself");
  Phase *phase = result.program.phaseOf(statement);
  ScheduleTree *sequence = splitAt(phase->tree, statement, other);
  if (!sequence)
    return refuse("'" + statement + "' and '" + other +
                  "' do not run in one phase");
  std::vector<ScheduleTree> &members = sequence->children;
  auto memberOf = [&](const std::string &name) {
    return llvm::find_if(members, [&](const ScheduleTree &member) {
      return member.contains(name);
    });
  };
  auto from = memberOf(statement), to = memberOf(other);
  if (from + 1 == to)
    result.warnings.push_back("'" + statement + "' stands before '" + other +
                              "' already");
  else if (from < to)
    std::rotate(from, from + 1, to);
  else
    std::rotate(to, from, from + 1);
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return moveBefore(program, args); });
}

} // namespace

extern const TransformSpec move_beforeSpec;
const TransformSpec move_beforeSpec = {
    .name = "move_before",
    .summary = "put a statement or its loops before another one",
    .before = "for i\n  S1(i)\n  S2(i)",
    .after = "for i\n  S2(i)\n  S1(i)",
    .legality = "when no dependence runs from what it passes to it, or back",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
