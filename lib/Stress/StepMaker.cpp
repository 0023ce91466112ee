//===- StepMaker.cpp - which step, at which place -------------------------===//

#include "sparsec/Stress/StepMaker.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace sparsec::stress {
namespace {

using Kind = ParameterSpec::Kind;

/// Steps that work on what another one made.
const std::map<std::string, std::vector<std::string>> &followers() {
  static const std::map<std::string, std::vector<std::string>> table = {
      {"make_dense",
       {"compact", "compact_and_pad", "compact_and_pad", "tile", "permute"}},
      {"tile", {"datacopy", "unroll", "compact_and_pad", "permute", "peel"}},
      {"normalize", {"measure", "tile", "unroll"}},
      {"measure", {"tile"}},
      {"distribute", {"fuse"}},
      {"split", {"fuse", "unroll"}},
      {"scalar_expand", {"distribute", "permute"}},
      {"compact_and_pad", {"datacopy", "unroll", "parallel", "simd"}},
      {"compact", {"parallel", "tile", "unroll"}},
  };
  return table;
}

/// Whether \p node is a loop with a sequence directly inside.
bool holdsSequence(const ScheduleTree &node) {
  return node.isLoop() && node.children[0].isSequence();
}

} // namespace

void StepMaker::accepted(const Program &before, const Program &after,
                         const std::string &transform) {
  std::vector<std::string> old;
  for (const Phase &phase : before.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      if (node.isLoop())
        old.push_back(node.name);
    });
  for (const Phase &phase : after.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      if (node.isLoop() && !llvm::is_contained(old, node.name))
        recent.push_back(node.name);
    });
  last = transform;
}

const TransformSpec &StepMaker::drawSpec() {
  if (focus)
    return random.chance(75) ? *focus : *findTransform("shift");
  auto next = followers().find(last);
  if (next != followers().end() && random.chance(40))
    if (const TransformSpec *spec = findTransform(random.pick(next->second)))
      return *spec;
  return *allTransforms()[size_t(random.below(allTransforms().size()))];
}

/// Two loops that stand next to each other.
bool StepMaker::chooseFused(const Program &program) {
  std::vector<std::pair<const ScheduleTree *, const ScheduleTree *>> pairs;
  program.executePhase().tree.walk([&](const ScheduleTree &node) {
    if (!node.isSequence())
      return;
    for (size_t at = 0; at + 1 < node.children.size(); ++at)
      if (node.children[at].isLoop() && node.children[at + 1].isLoop())
        pairs.emplace_back(&node.children[at], &node.children[at + 1]);
  });
  if (pairs.empty())
    return false;
  auto [first, second] = random.pick(pairs);
  statement = random.pick(first->statements());
  other = random.pick(second->statements());
  fusedLoop = first->name;
  fusedOther = second->name;
  return true;
}

/// Chooses the statement and notes the loops around it; false when \p spec
/// can do nothing there.
bool StepMaker::choosePlace(const Program &program, const TransformSpec &spec) {
  chosen.clear();
  other.clear();
  listed = 1;
  bool needsOther = llvm::count_if(spec.parameters, [](const auto &parameter) {
                      return parameter.kind == Kind::Statement;
                    }) > 1;
  const Phase &phase =
      random.chance(93)
          ? program.executePhase()
          : program.phases[size_t(random.below(program.phases.size()))];
  std::vector<std::string> all = phase.tree.statements();
  if (all.empty() || (needsOther && !chooseFused(program)))
    return false;
  if (!needsOther)
    statement = random.pick(all);
  loops.clear();
  std::vector<std::string> sequences;
  for (const ScheduleTree *node :
       program.phaseOf(statement)->tree.loopsAround(statement)) {
    loops.push_back(node->name);
    if (holdsSequence(*node))
      sequences.push_back(node->name);
  }
  if (loops.empty())
    return false;
  if (spec.name == "distribute") {
    if (sequences.empty())
      return false;
    chosen = random.pick(sequences);
  }
  if (spec.name == "skew" && loops.size() < 2)
    return false;
  return random.chance(12) || isPlausible(program, spec, sequences.empty());
}

/// Whether \p spec could do something at the chosen place. Most draws are
/// plausible ones, or few compositions would get far.
bool StepMaker::isPlausible(const Program &program, const TransformSpec &spec,
                            bool isAlone) {
  auto isNew = [&](const std::string &loop) {
    return llvm::is_contained(recent, loop);
  };
  llvm::StringRef name = spec.name;
  if (name == "permute")
    return isAlone && loops.size() > 1 &&
           (llvm::any_of(loops, isNew) || random.chance(25));
  if (name == "make_dense")
    return isAlone && !indexExpressions(program).empty();
  if (name == "coalesce")
    return isAlone && loops.size() > 1 && random.chance(60);
  if (name == "distribute")
    return random.chance(50);
  if (name == "datacopy")
    return !arraysOf(program, loops.back()).empty();
  if (name == "compact" || name == "compact_and_pad")
    return isAlone && llvm::any_of(loops, isNew);
  if (name == "parallel")
    return llvm::any_of(loops, [&](const std::string &loop) {
      return whyNotParallel(program, statement, loop).empty();
    });
  if (name == "simd")
    return llvm::any_of(loops, [&](const std::string &loop) {
      return whyNotSimd(program, statement, loop).empty();
    });
  return true;
}

Step StepMaker::draw(const Program &program) {
  for (int tries = 0; tries < 50; ++tries) {
    const TransformSpec &spec = drawSpec();
    if (!choosePlace(program, spec))
      continue;
    std::string text, named;
    for (const ParameterSpec &parameter : spec.parameters) {
      bool isNeeded =
          (parameter.name == "other_loop" && fusedLoop != fusedOther) ||
          (parameter.name == "factor" && random.chance(90));
      if (parameter.optional && !isNeeded && !random.chance(40))
        continue;
      std::string value = argument(program, spec, parameter);
      if (value.empty())
        continue;
      std::string &list = parameter.optional ? named : text;
      list += (list.empty() ? "" : ", ") +
              (parameter.optional ? parameter.name.str() + " = " : "") + value;
    }
    if (!named.empty())
      text += ", {" + named + "}";
    return {spec.name.str(), spec.name.str() + "(" + text + ")"};
  }
  return {"", ""};
}

Step StepMaker::drawWrong(const Program &program) {
  Step step = draw(program);
  if (step.text.empty())
    return step;
  std::vector<std::string> wrong = {"\"nowhere\"", "-7",  "1e300",     "{}",
                                    "true",        "nil", "\"\"",      "{{}}",
                                    "\"i; j\"",    "0",   "3, 4, 5, 6"};
  size_t comma = step.text.find(", ");
  if (comma == std::string::npos)
    return step;
  size_t end = step.text.find(", ", comma + 2);
  end = end == std::string::npos ? step.text.size() - 1 : end;
  step.text.replace(comma + 2, end - comma - 2, random.pick(wrong));
  return step;
}

} // namespace sparsec::stress
