//===- Composer.cpp - applies the steps of one case -----------------------===//
///
/// \file
/// The child process writes what happens to a log, a line per event, before
/// and after each step; whatever ends it, the parent knows where.
///
//===----------------------------------------------------------------------===//

#include "CaseLog.h"
#include "Interpretation.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/JoinedPhases.h"
#include "sparsec/Analysis/KeptArrays.h"
#include "sparsec/Frontend/Frontend.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Stress/Case.h"
#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/Process.h"
#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

#include <unistd.h>

namespace sparsec::stress {
namespace {

/// Texts that tell a user nothing: isl's own, or of an assertion.
bool isUnclean(llvm::StringRef message) {
  static const llvm::Regex unclean(
      "(^|[^a-zA-Z_])isl([^a-zA-Z]|$)|isl_|unbounded optimum|NULL input|"
      "schedule_node|internal error|[Aa]ssertion|malformed|invalid program|"
      "std::|bad_alloc|nullptr|sparsec is wrong");
  return unclean.match(message);
}

/// Set by setUnchecked.
bool mayGoUnchecked = false;

/// Switches the checker off for steps of kind \p transform, if they may be:
/// with a focus only those steps, so that what goes wrong is their doing.
void setChecker(const std::string &focus, const std::string &transform) {
#ifdef SPARSEC_TEST_HOOKS
  uncheckedForTests = mayGoUnchecked && (focus.empty() || focus == transform);
#endif
}

/// The child's side: does the work and logs it.
class Composer {
public:
  Composer(const CaseRecord &record, const std::string &folder)
      : record(record), folder(folder), log(folder + "/log"),
        random(record.seed, record.number * 2 + 1), made(record) {}

  void run(const std::optional<std::vector<Step>> &steps);

private:
  using Result = Interpretation::Result;

  /// Applies \p steps until one is refused.
  void repeat(Program program, const std::vector<Step> &steps);
  /// Draws steps, refused ones too, until as many as intended had an effect.
  void compose(Program program);
  /// The program after \p step; none when it is refused.
  std::optional<Program> apply(const Program &program, const Step &step,
                               bool *hasEffect = nullptr,
                               const char *event = "try");
  /// Other last steps than the composition's, each after some of its steps.
  void branch();
  std::optional<RecipeResult> runText(const Program &program,
                                      const std::string &text,
                                      std::string &messages);
  /// Maps all nests to the GPU; none when that is refused too often.
  std::optional<Program> mapAll(Program program, StepMaker &maker);
  llvm::Expected<GeneratedText> generate(const Program &program,
                                         CodeGenOptions &options);
  void emit(const Program &program);
  /// Interprets, and makes files for a compiler, as the case asks.
  void finish(const Program &program);
  /// Compares with the source by interpreting both.
  Result interpret(const Program &program, bool isLast);
  /// The same of a composition that ends here; whether it is worth going on.
  bool interpretSoFar(const Program &program);
  /// The files of a thorough case; false when one is refused.
  bool emitOthers(const Program &program, CodeGenOptions options);
  void reportError(llvm::Error error, const std::string &messages,
                   bool needsPlace);

  const CaseRecord &record;
  std::string folder;
  LogWriter log;
  Random random;
  SourceForms forms;
  std::optional<Program> original;
  std::optional<CaseInterpreter> interpreter;
  /// The case with the steps so far that were not refused.
  CaseRecord made;
  unsigned tried = 0;
  /// What branches begin with, and how many steps were tried before.
  struct Prefix {
    Program program;
    std::vector<StepRecord> steps;
    unsigned tried;
  };
  std::vector<Prefix> prefixes;
};

void Composer::reportError(llvm::Error error, const std::string &messages,
                           bool needsPlace) {
  bool isInternal = error.isA<InternalError>();
  std::string text = llvm::toString(std::move(error));
  std::string all = messages + text;
  static const llvm::Regex place("\\.script:[0-9]+:[0-9]+: error: ");
  if (isInternal)
    log.write("failed", "internal error", all);
  else if (isUnclean(all))
    log.write("failed", "unclean refusal", all);
  else if (needsPlace && !place.match(messages))
    log.write("failed", "refusal without a place", all);
  else
    log.write("refused", all, "");
}

std::optional<RecipeResult> Composer::runText(const Program &program,
                                              const std::string &text,
                                              std::string &messages) {
  RecipeOptions options;
  options.file = folder + "/step.script";
  writeText(options.file, text);
  llvm::raw_string_ostream out(messages);
  options.diagnostics = &out;
  options.printed = &out;
  options.target = record.onGpu ? "cuda" : "c";
  // The search takes longer than all else.
  options.wantsRemedies = record.number % 64 == 0;
  llvm::Expected<RecipeResult> result = runRecipe(program, options);
  out.flush();
  if (result)
    return std::move(*result);
  reportError(result.takeError(), messages, /*needsPlace=*/true);
  return std::nullopt;
}

std::optional<Program> Composer::apply(const Program &program, const Step &step,
                                       bool *hasEffect, const char *event) {
  log.write(event, step.transform, step.text);
  ++tried;
  limitTime(10);
  setChecker(record.focus, step.transform);
  std::string messages;
  std::optional<RecipeResult> result =
      runText(program, step.text + "\n", messages);
  if (!result)
    return std::nullopt;
  bool isIdle = messages.find("has no effect") != std::string::npos;
  made.steps.push_back(
      {step, isIdle ? StepRecord::Fate::NoEffect : StepRecord::Fate::Accepted,
       ""});
  log.write(isIdle ? "no effect" : "accepted", "", "");
  if (hasEffect)
    *hasEffect = !isIdle;
  return result->program;
}

bool Composer::emitOthers(const Program &program, CodeGenOptions options) {
  using Emitter = llvm::Expected<GeneratedText> (*)(const Program &,
                                                    const CodeGenOptions &);
  std::vector<std::pair<const char *, Emitter>> files = {
      {"/whole", emitC}, {"/header", emitHeader}};
  if (record.onGpu)
    files.push_back({"/rest", emitRest});
  options.embedRuntime = true;
  for (const auto &[name, emitter] : files) {
    llvm::Expected<GeneratedText> text = emitter(program, options);
    if (!text) {
      reportError(text.takeError(), "", /*needsPlace=*/false);
      return false;
    }
    writeText(folder + name, text->text);
  }
  return true;
}

void Composer::finish(const Program &program) {
  bool isKnown = record.isInterpreted &&
                 interpret(program, /*isLast=*/true) == Result::Same;
  if (record.isCompiled || !isKnown)
    emit(program);
  else
    log.write("emitted", "", "");
}

llvm::Expected<GeneratedText> Composer::generate(const Program &program,
                                                 CodeGenOptions &options) {
  limitTime(10);
  options.target = record.onGpu ? Target::Cuda : Target::C;
  options.forms = forms;
  options.embedRuntime = false;
  return emitC(withJoinedPhases(withKeptArraysOnly(program)), options);
}

void Composer::emit(const Program &program) {
  log.write("emit", "", "");
  CodeGenOptions options;
  llvm::Expected<GeneratedText> text = generate(program, options);
  // The engine, which knows the steps, finds the place: see Engine::blame.
  if (!text)
    return reportError(text.takeError(), "", /*needsPlace=*/false);
  writeText(folder + "/generated.c", text->text);
  if (!record.isThorough || emitOthers(program, options))
    log.write("emitted", "", "");
}

Composer::Result Composer::interpret(const Program &program, bool isLast) {
  log.write("interpret", "", "");
  limitTime(30);
  if (!interpreter)
    interpreter.emplace(*original);
  Interpretation found =
      interpreter->compare(made, program, isLast && record.isThorough);
  // Loops of which no code can be made never run.
  CodeGenOptions options;
  if (found.result == Result::Different)
    if (llvm::Error refusal = generate(program, options).takeError())
      found = {Result::NotInterpreted, llvm::toString(std::move(refusal))};
  if (found.result == Result::Different)
    log.write("wrong", "interpreted result", found.details);
  if (found.result == Result::Same)
    log.write("compared", "", "");
  if (found.result == Result::NotInterpreted && isLast)
    log.write("unknown", found.details, "");
  return found.result;
}

bool Composer::interpretSoFar(const Program &program) {
  return !record.isInterpreted ||
         interpret(program, /*isLast=*/false) != Result::Different;
}

void Composer::repeat(Program program, const std::vector<Step> &steps) {
  for (const Step &step : steps) {
    std::optional<Program> after = apply(program, step);
    if (!after)
      break;
    program = *after;
  }
  finish(program);
}

void Composer::compose(Program program) {
  // Most compositions of six steps meet a refusal; few meet five.
  constexpr unsigned patience = 5;
  Random values(record.seed, record.number * 2);
  const Inputs known =
      makeInputs(record.kernel, values, false)[record.knownShape];
  StepMaker maker(
      random,
      {findTransform(record.focus), findTransform(record.wish), record.onGpu},
      known);
  unsigned wrongAt = random.chance(5) ? unsigned(random.below(record.intended))
                                      : record.intended;
  unsigned refusals = 0, idle = 0;
  for (unsigned done = 0; done < record.intended && refusals < patience;) {
    bool isWrong = done == wrongAt;
    // This program's own time, not the compiler's: see readCaseLog.
    log.write("draw", "", "");
    limitTime(20);
    Step step = isWrong ? maker.drawWrong(program) : maker.draw(program);
    wrongAt = isWrong ? record.intended : wrongAt;
    if (step.text.empty())
      break;
    bool hasEffect = true;
    std::optional<Program> after = apply(program, step, &hasEffect);
    if (!after) {
      maker.refused();
      ++refusals;
      continue;
    }
    maker.accepted(program, *after, step.transform);
    program = *after;
    done += hasEffect;
    // The last one is compared in the end.
    if (hasEffect && done < record.intended && !interpretSoFar(program))
      return emit(program);
    prefixes.push_back({program, made.steps, tried});
    idle += !hasEffect;
    if (idle > patience)
      break;
  }
  if (record.onGpu)
    if (std::optional<Program> mapped = mapAll(program, maker))
      program = *mapped;
  finish(program);
  if (record.isInterpreted)
    branch();
}

/// The steps of a composition are most of its time, so that a composition that
/// shares all but its last step with another one takes a fraction.
void Composer::branch() {
  constexpr unsigned most = 8;
  Random values(record.seed, record.number * 2);
  const Inputs known =
      makeInputs(record.kernel, values, false)[record.knownShape];
  for (unsigned number = 0; number < most && !prefixes.empty(); ++number) {
    const Prefix &prefix = random.pick(prefixes);
    // Names that no step before has given.
    StepMaker maker(random,
                    {findTransform(record.focus), nullptr, record.onGpu,
                     int(100 * (number + 1))},
                    known);
    log.write("branch", std::to_string(prefix.tried), "");
    limitTime(20);
    const Step step = maker.draw(prefix.program);
    if (step.text.empty())
      continue;
    made.steps = prefix.steps;
    bool hasEffect = true;
    std::optional<Program> after =
        apply(prefix.program, step, &hasEffect, "attempt");
    if (after && hasEffect && !interpretSoFar(*after))
      return;
  }
}

std::optional<Program> Composer::mapAll(Program program, StepMaker &maker) {
  for (unsigned refusals = 0; refusals < 3;) {
    log.write("draw", "", "");
    limitTime(20);
    std::optional<Step> step = maker.drawMapping(program);
    if (!step)
      return program;
    std::optional<Program> after = apply(program, *step);
    if (after) {
      maker.accepted(program, *after, step->transform);
      program = *after;
    } else {
      maker.refused();
      ++refusals;
    }
  }
  return std::nullopt;
}

void Composer::run(const std::optional<std::vector<Step>> &steps) {
  std::string source = folder + "/kernel.c";
  writeText(source, record.kernel.text(record.name()));
  limitTime(10);
  Session session;
  log.write("parse", "", "");
  redirectErrors(folder + "/errors");
  llvm::Expected<Program> program =
      parseSource(session, {source, "", {}}, &forms);
  if (!program)
    return reportError(program.takeError(), readText(folder + "/errors"),
                       /*needsPlace=*/false);
  std::string messages;
  std::optional<RecipeResult> ready =
      runText(*program, recipeText(record, {}), messages);
  if (ready)
    original = ready->program;
  if (ready && steps)
    repeat(ready->program, *steps);
  else if (ready)
    compose(ready->program);
}

} // namespace

void setUnchecked(bool unchecked) { mayGoUnchecked = unchecked; }

void readHeaders(const std::string &folder) {
  const std::string source = folder + "/headers.c";
  writeText(source, "void f(int n, double *x) {\n"
                    "  for (int i = 0; i < n; i++)\n    x[i] = 0;\n}\n");
  Session session;
  SourceForms forms;
  llvm::consumeError(
      parseSource(session, {source, "", {}}, &forms).takeError());
}

void compose(CaseRecord &record, const std::optional<std::vector<Step>> &steps,
             const std::string &folder) {
  record.steps.clear();
  record.times.clear();
  record.generated.clear();
  record.whole = record.header = record.rest = "";
  record.verdict = Verdict::Accepted;
  record.kind = record.why = record.unknown = "";
  record.compared = 0;
  // Of the case before.
  (void)unlink((folder + "/generated.c").c_str());
  ProcessEnd end = runInChild([&] { Composer(record, folder).run(steps); });
  readCaseLog(record, folder, end);
}

} // namespace sparsec::stress
