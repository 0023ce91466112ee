//===- StepMaker.cpp - which step, at which place -------------------------===//

#include "sparsec/Stress/StepMaker.h"

#include "StepIdioms.h"

#include "sparsec/Analysis/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace sparsec::stress {
namespace {

using Kind = ParameterSpec::Kind;
using Table = std::map<std::string, std::vector<std::string>>;

/// Steps that work on what another one made.
const Table &followers() {
  static const Table table = {
      {"make_dense",
       {"compact", "compact_and_pad", "compact_and_pad", "tile", "permute"}},
      {"tile", {"datacopy", "unroll", "compact_and_pad", "permute", "peel"}},
      {"normalize", {"measure", "tile", "unroll"}},
      {"measure", {"tile"}},
      {"distribute", {"fuse"}},
      {"split", {"fuse", "unroll"}},
      {"split_by", {"compact", "coalesce", "compact_and_pad", "parallel"}},
      {"scalar_expand", {"distribute", "permute"}},
      {"compact_and_pad", {"datacopy", "unroll", "parallel", "simd", "encode"}},
      {"compact", {"parallel", "tile", "unroll", "compose"}},
      {"compose", {"encode", "relayout", "parallel"}},
      {"relayout", {"encode", "parallel"}},
      {"reorder_by_inspector", {"relayout", "reorder_data", "compose"}},
      {"reorder_data", {"compose", "relayout"}},
  };
  return table;
}

/// Steps that make something to do for another one.
const Table &preparations() {
  static const Table table = {
      {"fuse", {"split", "peel", "distribute", "split_with_alignment"}},
      {"distribute", {"scalar_expand"}},
      {"compact", {"make_dense", "permute", "normalize"}},
      {"compact_and_pad", {"make_dense", "permute", "normalize"}},
      {"coalesce", {"distribute", "make_dense"}},
      {"make_dense", {"distribute"}},
      {"permute", {"tile", "make_dense"}},
      {"skew", {"tile"}},
      {"datacopy", {"tile"}},
      {"measure", {"normalize"}},
      {"parallel", {"tile", "scalar_expand", "split"}},
      {"simd", {"scalar_expand", "distribute"}},
      {"shift_to", {"normalize"}},
  };
  return table;
}

} // namespace

bool StepMaker::isRecent(const std::string &loop) const {
  return llvm::is_contained(recent, loop);
}

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
  if (transform == "measure")
    for (const Parameter &parameter : after.parameters)
      if (!before.findParameter(parameter.name))
        lengths[chosen] = parameter.name;
  if (wish && transform == wish->name)
    wish = nullptr;
  last = transform;
  traits.clear();
  marks.clear();
}

/// GPUs have no threads of OpenMP, and CPUs no kernels.
bool StepMaker::isDrawn(const TransformSpec &spec) const {
  // Only for kernels of which any order gives one result (Campaign.cpp).
  if (spec.mayChangeResults)
    return false;
  static const std::set<llvm::StringRef> forThreads = {
      "parallel", "simd", "sparse_wavefront", "vectorize"};
  return onGpu ? !forThreads.count(spec.name) : !spec.forGpu;
}

const TransformSpec &StepMaker::drawSpec() {
  const TransformSpec *wanted = focus ? focus : wish;
  if (wanted && random.chance(focus ? 70 : 45))
    return *wanted;
  auto helpful =
      wanted ? preparations().find(wanted->name.str()) : preparations().end();
  if (helpful != preparations().end() && random.chance(40))
    return *findTransform(random.pick(helpful->second));
  if (focus)
    return *findTransform("shift");
  auto next = followers().find(last);
  if (next != followers().end() && random.chance(40))
    return *findTransform(random.pick(next->second));
  for (;;) {
    const TransformSpec &spec =
        *allTransforms()[size_t(random.below(allTransforms().size()))];
    if (isDrawn(spec))
      return spec;
  }
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

/// The traits of the loops around the statement; they take isl some time.
const std::vector<LoopTraits> &StepMaker::loopsAround(const Program &program) {
  auto [entry, isNew] = traits.try_emplace(statement);
  if (!isNew)
    return entry->second;
  auto found = poly::tryIsl([&]() -> llvm::Expected<std::vector<LoopTraits>> {
    return loopTraits(program, statement);
  });
  if (found)
    entry->second = std::move(*found);
  else
    llvm::consumeError(found.takeError());
  return entry->second;
}

/// Mostly one whose loops are known already: finding their bounds takes as long
/// as all else.
const std::string &
StepMaker::pickStatement(const std::vector<std::string> &all) {
  const std::string *picked = &random.pick(all);
  for (int tries = 0; tries < 6 && !traits.count(*picked); ++tries)
    if (traits.size() > 1 || random.chance(50))
      picked = &random.pick(all);
  return *picked;
}

/// Chooses the statement and notes the loops around it; false when \p spec
/// can do nothing there.
bool StepMaker::choosePlace(const Program &program, const TransformSpec &spec) {
  chosen.clear();
  chosenArray.clear();
  other.clear();
  listed.clear();
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
    statement = pickStatement(all);
  loops = loopsAround(program);
  // Drawing its arguments takes these.
  if (loops.empty() || (spec.name == "skew" && loops.size() < 2))
    return false;
  return isWild || isPlausible(program, spec);
}

/// Whether \p spec could do something at the chosen place.
bool StepMaker::isPlausible(const Program &program, const TransformSpec &spec) {
  if (spec.name == "compact_and_pad" && movableArrays(program).empty())
    return false;
  if (spec.name == "encode" && encodedArrays(program).empty())
    return false;
  if (spec.name == "reorder_data" && permutedArrays(program, statement).empty())
    return false;
  for (const ParameterSpec &parameter : spec.parameters) {
    if (parameter.kind == Kind::Loop && !parameter.optional &&
        spec.name != "fuse")
      return llvm::any_of(loops, [&](const LoopTraits &each) {
        return suits(program, spec, each);
      });
    if (parameter.kind == Kind::Loops && spec.name != "permute") {
      for (size_t at = 0; at < loops.size(); ++at)
        if (suitTogether(spec, at, at + 1))
          return true;
      return false;
    }
  }
  if (spec.name == "precision")
    return !localsOf(program).empty();
  if (spec.name == "permute")
    return loops.size() > 1 && !permuted().empty();
  if (spec.name == "make_dense")
    return loops.back().isAlone && !indexExpressions(program).empty();
  return true;
}

bool StepMaker::suits(const Program &program, const TransformSpec &spec,
                      const LoopTraits &loop) const {
  llvm::StringRef name = spec.name;
  // Bounds take isl some time: last, where they are asked for at all.
  auto isDivisible = [&] {
    return loop.trips().value_or(2) > 1 && loop.lower();
  };
  if (name == "shift_to")
    return loop.startsPlainly();
  if (name == "normalize")
    return loop.lower() && loop.start() != 0;
  if (name == "measure")
    return loop.start() == 0;
  if (name == "peel" || name == "split")
    return isDivisible();
  if (name == "split_with_alignment")
    return isDivisible() && loop.upper();
  if (name == "pragma")
    return !loop.hasPragma;
  if (name == "distribute")
    return loop.holdsSequence;
  if (name == "incremental" || name == "permute_digits")
    return loop.start() == 0 && loop.trips().value_or(0) > 1 &&
           llvm::isPowerOf2_64(uint64_t(*loop.trips()));
  if (name == "reorder_by_inspector") // by how often inner loops run
    return loop.isParametric && !loop.isInnermost && !loop.trips();
  if (name == "reorder_data")
    return loop.isParametric && !loop.trips();
  if (name == "sparse_wavefront" || name == "sparse_partition")
    return loop.isParametric && !loop.trips() &&
           !mayMark(program, "parallel", loop.name);
  if (name == "vectorize")
    return loop.start() == 0 && (loop.trips() == 2 || loop.trips() == 4);
  if (name == "datacopy" || name == "copy_to_registers")
    return !arraysOf(program, loop.name).empty();
  if (focus == &spec)
    return true;
  if (name == "parallel" || name == "simd")
    return mayMark(program, name.str(), loop.name);
  return true;
}

/// The checker's answer for `parallel` and `simd`, which takes it some time.
bool StepMaker::mayMark(const Program &program, const std::string &mark,
                        const std::string &loop) const {
  auto [entry, isNew] = marks.try_emplace({mark, statement, loop});
  if (isNew)
    entry->second = !conflictAcross(program, statement, loop, mark == "simd");
  return entry->second;
}

std::optional<Step> StepMaker::drawPending(const Program &program) {
  if (pending.empty())
    return std::nullopt;
  std::string text = pending.front()(program);
  pending.pop_front();
  if (text.empty())
    return drawPending(program);
  return Step{text.substr(0, text.find('(')), text};
}

bool StepMaker::startIdiom(const Program &program,
                           const std::string &transform) {
  const Phase &phase = program.executePhase();
  for (int tries = 0; tries < 6 && pending.empty(); ++tries) {
    const std::vector<std::string> all = phase.tree.statements();
    statement = pickStatement(all);
    Place place{program,
                statement,
                loopsAround(program),
                random,
                [this] { return freshName(); },
                &known};
    bool isGpuLevels = onGpu && transform == "sparse_partition";
    for (Later &later :
         isGpuLevels ? gpuLevels(place) : idiomFor(transform, place))
      pending.push_back(std::move(later));
  }
  return !pending.empty();
}

std::optional<Step> StepMaker::drawMapping(const Program &program) {
  if (std::optional<Step> next = drawPending(program))
    return next;
  const ScheduleTree &tree = program.executePhase().tree;
  for (const std::string &each : tree.statements()) {
    if (llvm::any_of(tree.loopsAround(each), [](const ScheduleTree *loop) {
          return loop->marks.gpu.isMapped();
        }))
      continue;
    statement = each;
    Place place{program,
                statement,
                loopsAround(program),
                random,
                [this] { return freshName(); },
                &known};
    if (place.loops.empty())
      continue;
    for (Later &later : mapToGpu(place))
      pending.push_back(std::move(later));
    return drawPending(program);
  }
  return std::nullopt;
}

Step StepMaker::draw(const Program &program) {
  isWild = random.chance(8);
  const TransformSpec *wanted = focus ? focus : wish;
  if (pending.empty() && wanted && random.chance(60))
    startIdiom(program, wanted->name.str());
  for (int tries = 0; tries < 60; ++tries) {
    if (std::optional<Step> next = drawPending(program))
      return *next;
    const TransformSpec &spec = drawSpec();
    if (spec.forGpu && startIdiom(program, spec.name.str()))
      continue;
    if (spec.forGpu || !choosePlace(program, spec))
      continue;
    std::string text, named;
    for (const ParameterSpec &parameter : spec.parameters) {
      bool isNeeded =
          (parameter.name == "other_loop" && fusedLoop != fusedOther) ||
          (parameter.name == "factor" && random.chance(90)) ||
          (parameter.name == "factor" && !isWild && !findLoop(chosen)->trips());
      // Few lists can be in any order, and few formats keep that of sums.
      bool isStrict = parameter.name == "order" ||
                      parameter.name == reassociationOption.name;
      // Blocks of a partition are for GPUs: an idiom has them.
      isStrict |= spec.name == "sparse_partition";
      int often = isStrict && !focus ? 12 : 40;
      if (parameter.optional && !isNeeded && !random.chance(often))
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
    return {spec.name.str(),
            permission(program, spec) + spec.name.str() + "(" + text + ")"};
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
