//===- Parallel.cpp - run the iterations of a loop at once ----------------===//
///
/// \file
/// `parallel` marks a loop whose iterations threads share:
///
///     for i                     #pragma omp parallel for schedule(static)
///       S(i)           =>       for i
///                                 S(i)
///
//===----------------------------------------------------------------------===//

#include "Inspection/Colouring.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/IterationWeights.h"
#include "sparsec/Analysis/Scans.h"
#include "sparsec/Transforms/LoopUtils.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to run in parallel"},
    {"schedule", ParameterSpec::Kind::Text,
     "OpenMP schedule: static, dynamic, guided or auto, with a chunk size "
     "after a comma (\"dynamic, 64\"); or balanced: each thread gets "
     "neighbouring iterations that do about as much as those of the others",
     true},
    {"reduction", ParameterSpec::Kind::Flag,
     "iterations may update one element: each thread has a part of it, which "
     "is joined to the others when it is done",
     true},
    {"updates", ParameterSpec::Kind::Text,
     "iterations may update one element, which need not be the same for all: "
     "atomic, each update is atomic; private, each thread has a copy of the "
     "array, and they are added up when all are done; touched, the same with "
     "nothing but what threads touch cleared and added up; colour, those that "
     "share "
     "elements run one after the other, in colours that an inspector finds; "
     "scan, iterations read what those before have added, and threads count "
     "that first; segments, of elements that do not fall: each thread adds up "
     "runs of neighbours, and carries its last one out of the loop",
     true, "atomic|private|touched|colour|scan|segments"},
};

/// \p text, a kind and, except for auto, an optional chunk, as the clause has
/// it: "dynamic, 64"; "" for any other text.
std::string scheduleIn(llvm::StringRef text) {
  auto [kind, chunk] = text.split(',');
  kind = kind.trim(' ');
  const bool hasChunk = text.contains(',');
  const bool isKind = kind == "static" || kind == "dynamic" || kind == "guided";
  if ((isKind || kind == "auto") && !hasChunk)
    return kind.str();
  int size = 0;
  if (!isKind || chunk.trim(' ').getAsInteger(10, size) || size <= 0)
    return "";
  return kind.str() + ", " + std::to_string(size);
}

using Updates = LoopMarks::Updates;

llvm::Expected<Updates> updatesIn(const Arguments &args) {
  const bool reduces = args.flag("reduction");
  if (reduces && args.has("updates"))
    return refuse("threads have parts of elements that all iterations update "
                  "with `updates`, too; leave `reduction` out");
  if (reduces)
    return Updates::Parts;
  if (!args.has("updates"))
    return Updates::None;
  const std::string how = args.text("updates");
  return how == "private" || how == "touched" ? Updates::Private
         : how == "scan"                      ? Updates::Scanned
         : how == "segments"                  ? Updates::Segments
                                              : Updates::Atomic;
}

std::optional<Refusal> conflictOf(const Program &program,
                                  const std::string &statement,
                                  const std::string &loop, Updates updates) {
  switch (updates) {
  case Updates::None:
    return conflictAcross(program, statement, loop, /*lanes=*/false);
  case Updates::Parts:
  case Updates::Atomic:
  case Updates::Private:
  case Updates::Scanned:
  case Updates::Segments:
    return conflictInUpdates(program, statement, loop, updates);
  }
  llvm_unreachable("an enumerator");
}

/// Declares the marks that threads have of the blocks of \p parts.
void addMarks(Program &program, const Array &parts) {
  Array marks;
  marks.name = program.freshName(parts.partsOf + "_touched");
  marks.type = ElementType::byte();
  marks.owner = Array::Owner::Workspace;
  marks.extents = parts.extents;
  marks.isFlat = parts.isFlat;
  marks.perThread = true;
  marks.partsOf = parts.name;
  program.arrays.emplace(marks.name, marks);
}

/// Declares the threads' copies of \p array, unless another loop has them.
/// Those that are not joined begin with what the loop sets, those that are
/// \p touched with nothing.
llvm::Error addCopy(Program &program, const Array &array, Update join,
                    bool isTouched = false) {
  for (const auto &[name, other] : program.arrays)
    if (other.partsOf == array.name && other.joinedBy == join) {
      if (join != Update::None && other.isZeroed == isTouched)
        return refuse("another loop updates '" + array.name +
                      "' with updates = \"" +
                      (isTouched ? "private" : "touched") +
                      "\"; use one of the two for both");
      return llvm::Error::success();
    }
  Array copy;
  copy.name = program.freshName(array.name + "_parts");
  copy.type = array.type;
  copy.owner = Array::Owner::Workspace;
  copy.extents = array.extents;
  if (array.isScalar())
    copy.extents.push_back(
        poly::constant(isl::space::unit(program.context.ctx()), 1));
  copy.isFlat = array.extents.size() > 1;
  copy.perThread = true;
  copy.isZeroed = join != Update::None && !isTouched;
  copy.partsOf = array.name;
  copy.joinedBy = join;
  program.arrays.emplace(copy.name, copy);
  if (isTouched)
    addMarks(program, copy);
  return llvm::Error::success();
}

/// Declares the threads' copies of \p arrays, which \p loop updates. Of scalars
/// threads have parts.
llvm::Error addCopies(Program &program, const ScheduleTree &loop,
                      const std::set<std::string> &arrays, bool areTouched) {
  for (const std::string &name : loop.statements()) {
    const std::optional<Assignment> &update =
        program.statement(name).assignment;
    if (!update || !arrays.count(update->target.text))
      continue;
    const Array &array = program.arrays.at(update->target.text);
    if (!array.isScalar())
      if (llvm::Error error =
              addCopy(program, array, joinOf(update->op), areTouched))
        return error;
  }
  return llvm::Error::success();
}

/// Declares, for each thread, the run of updates of an element of \p array that
/// it carries out of the loop, and the element's subscripts.
void addCarry(Program &program, const Array &array) {
  for (const auto &[name, other] : program.arrays)
    if (other.partsOf == array.name && other.joinedBy == Update::Set)
      return;
  auto add = [&](const std::string &name, const ElementType &type,
                 const std::string &whole, Update join, size_t count) {
    Array carry;
    carry.name = program.freshName(name);
    carry.type = type;
    carry.owner = Array::Owner::Workspace;
    carry.extents = {
        poly::constant(isl::space::unit(program.context.ctx()), long(count))};
    carry.perThread = true;
    carry.partsOf = whole;
    carry.joinedBy = join;
    program.arrays.emplace(carry.name, carry);
    return carry.name;
  };
  const std::string carry =
      add(array.name + "_carry", array.type, array.name, Update::Set, 1);
  add(array.name + "_place", ElementType::int64(), carry, Update::None,
      array.extents.size());
}

llvm::Error requireCounters(const Scan &scan, const std::string &loop) {
  if (scan.counters.empty())
    return refuse("no iteration of loop '" + loop +
                  "' reads what others add; use updates = \"private\" or "
                  "\"atomic\" where they update one element, or leave "
                  "`updates` out");
  return llvm::Error::success();
}

/// What \p how of sharing updates asks of \p loop and of the schedule that is
/// \p asked for.
llvm::Error checkUpdates(const Program &program, const ScheduleTree &loop,
                         const std::string &how, Updates updates,
                         const std::string &asked) {
  if (updates == Updates::Scanned && !asked.empty())
    return refuse("threads count their own iterations first, which only "
                  "OpenMP's static schedule knows; leave `schedule` out");
  if (updates == Updates::Segments && !asked.empty() && asked != "balanced")
    return refuse("threads add up runs of neighbouring iterations, of which "
                  "each has one part; leave `schedule` out, or make it "
                  "balanced");
  if (how == "colour" && asked == "balanced")
    return refuse("iterations of a colour are no neighbours; leave `schedule` "
                  "out");
  const bool shares = updates == Updates::Atomic ||
                      updates == Updates::Private ||
                      updates == Updates::Segments;
  if (how != "colour" && shares &&
      updatedTogether(program, loop, Updates::Atomic).empty() &&
      updatedTogether(program, loop, updates).empty())
    return refuse("no two iterations of loop '" + loop.name +
                  "' update one element; leave `updates` out");
  return llvm::Error::success();
}

/// Declares what threads of \p loop have for themselves.
llvm::Error addStorage(Program &program, const Program &before,
                       const ScheduleTree &loop, const std::string &how,
                       Updates updates) {
  if (updates == Updates::Private)
    return addCopies(program, loop,
                     updatedTogether(before, loop, Updates::Private),
                     how == "touched");
  if (updates == Updates::Segments)
    for (const std::string &name :
         updatedTogether(before, loop, Updates::Segments))
      if (!before.arrays.at(name).isScalar())
        addCarry(program, before.arrays.at(name));
  if (updates == Updates::Scanned)
    for (const std::string &counter : scanOf(before, loop).counters)
      if (llvm::Error error =
              addCopy(program, before.arrays.at(counter), Update::None))
        return error;
  return llvm::Error::success();
}

llvm::Expected<StepResult> parallel(const Program &program,
                                    const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  const std::string asked = args.text("schedule");
  const bool isBalanced = asked == "balanced";
  const std::string schedule = isBalanced ? "" : scheduleIn(asked);
  if (!asked.empty() && schedule.empty() && !isBalanced)
    return refuse("no schedule '" + asked +
                  "'; use static, dynamic, guided or auto, such as "
                  "\"dynamic, 64\", or balanced");
  llvm::Expected<Updates> updates = updatesIn(args);
  if (!updates)
    return updates.takeError();
  const ScheduleTree &before =
      *program.phaseOf(statement)->tree.findLoop(statement, name);
  const std::string weights = isBalanced ? weightsOf(program, before) : "";
  if (isBalanced && weights.empty())
    return refuse("nothing says how much iterations of loop '" + name +
                  "' do: balanced needs a loop inside from f[" + name +
                  "] to f[" + name +
                  " + 1] of an index array f that is known to be monotonic, "
                  "of known length; schedule = \"dynamic, 64\" needs nothing");
  const std::string how = args.has("updates") ? args.text("updates") : "";
  if (*updates == Updates::Scanned)
    if (llvm::Error error = requireCounters(scanOf(program, before), name))
      return error;
  if (auto conflict = conflictOf(program, statement, name, *updates)) {
    conflict->advice = sourceAdvice(program, before, *conflict);
    return illegal(std::move(*conflict),
                   "loop '" + name + "' cannot run in parallel: ");
  }
  if (llvm::Error error = checkUpdates(program, before, how, *updates, asked))
    return error;
  if (how == "colour")
    return colouredLoop(program, args, schedule);
  if (llvm::Error error =
          addStorage(result.program, program, before, how, *updates))
    return error;
  (*loop)->marks.parallel = true;
  (*loop)->marks.updates = *updates;
  (*loop)->marks.schedule = schedule;
  (*loop)->marks.balancedBy = weights;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return parallel(program, args); });
}

} // namespace

extern const TransformSpec parallelSpec;
const TransformSpec parallelSpec = {
    .name = "parallel",
    .summary = "run the iterations of a loop on several threads",
    .before = "for i\n  S(i)",
    .after = "parallel for i\n  S(i)",
    .legality = "when no dependence is carried by the loop and no two "
                "iterations update one element; with `reduction` they may, by "
                "one operator, floating-point ones with allow_reassociation(); "
                "atomically, any elements",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
