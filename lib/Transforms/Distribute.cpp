//===- Distribute.cpp - one loop per statement of its body ----------------===//
///
/// \file
/// `distribute` splits a loop around a sequence into one loop per member, or
/// per group of neighbouring members:
///
///     for i                     for i
///       S1(i)          =>         S1(i)
///       S2(i)                   for i
///                                 S2(i)
///
/// Loops between the named one and the sequence are distributed with it.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/TensorAtom.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to distribute"},
    {"before", ParameterSpec::Kind::Texts,
     "statements that begin a new loop; every member of the sequence gets a "
     "loop of its own unless given",
     true},
};

/// The sequence below \p loop that only loops separate from it; null when
/// there is none.
ScheduleTree *sequenceBelow(ScheduleTree &loop) {
  ScheduleTree *node = &loop;
  while (node->isLoop())
    node = &node->children.front();
  return node->isSequence() ? node : nullptr;
}

/// Whether member \p member starts a new group.
bool startsGroup(const ScheduleTree &member,
                 const std::vector<std::string> &starts) {
  return starts.empty() || llvm::any_of(starts, [&](const std::string &name) {
           return member.contains(name);
         });
}

using Group = std::vector<ScheduleTree>;

std::vector<Group> groupsOf(const ScheduleTree &sequence,
                            const std::vector<std::string> &starts) {
  std::vector<Group> groups;
  for (const ScheduleTree &member : sequence.children) {
    if (groups.empty() || startsGroup(member, starts))
      groups.emplace_back();
    groups.back().push_back(member);
  }
  return groups;
}

/// A matrix instruction does a nest of loops: without some of them, loops of
/// \p part have no mark of one.
void dropInstructions(ScheduleTree &part) {
  part.walk([](ScheduleTree &node) {
    const TensorAtom *atom = node.isLoop() ? node.marks.tensor : nullptr;
    if (atom && llvm::any_of(node.statements(), [&](const std::string &name) {
          return node.loopsAround(name).size() <= atom->sumDigits().size();
        }))
      node.marks.tensor = nullptr;
  });
}

llvm::Expected<StepResult> distribute(const Program &program,
                                      const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  ScheduleTree *sequence = sequenceBelow(**loop);
  if (!sequence)
    return refuse("loop '" + name +
                  "' holds a single statement: there is nothing to distribute");
  std::vector<std::string> starts = args.texts("before");
  for (const std::string &start : starts)
    if (!sequence->contains(start))
      return refuse("no statement '" + start + "' in loop '" + name + "'");
  std::vector<Group> groups = groupsOf(*sequence, starts);
  if (groups.size() < 2)
    return refuse("'before' names only the first statement of loop '" + name +
                  "': nothing would be separated");

  std::vector<ScheduleTree> loops;
  for (Group &group : groups) {
    ScheduleTree copy = **loop;
    *sequenceBelow(copy) = ScheduleTree::sequence(std::move(group));
    dropInstructions(copy);
    loops.push_back(std::move(copy));
  }
  **loop = ScheduleTree::sequence(std::move(loops));
  Phase *phase = result.program.phaseOf(statement);
  rebindValues(phase->tree, {});
  phase->tree.normalize();
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return distribute(program, args); });
}

} // namespace

extern const TransformSpec distributeSpec;
const TransformSpec distributeSpec = {
    .name = "distribute",
    .summary = "split a loop around a sequence into one loop per member",
    .before = "for i\n  S1(i)\n  S2(i)",
    .after = "for i\n  S1(i)\nfor i\n  S2(i)",
    .legality = "when no dependence runs from a later member to an earlier "
                "one",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
