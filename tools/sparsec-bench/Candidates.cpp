//===- Candidates.cpp - generated code to be run --------------------------===//
#include "Candidates.h"

#include "Messages.h"
#include "ResultKeys.h"

#include "sparsec/Analysis/WholeIterations.h"
#include "sparsec/Bench/Toolchain.h"
#include "sparsec/Matrix/MatrixMarket.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Recipe/Recipe.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <utility>

namespace sparsec::bench {
namespace {

using Settings = std::map<std::string, std::string>;

llvm::Error candidateError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

/// Adds what the recipe declared about the caller's arguments.
void addDeclaredFacts(Program &source, const Program &transformed) {
  for (auto &[name, array] : source.arrays)
    if (auto bound = transformed.arrays.find(name);
        bound != transformed.arrays.end() && bound->second.contents)
      array.contents = bound->second.contents;
  for (const Fact &fact : transformed.facts) {
    bool ofArguments = llvm::all_of(fact.arrays, [&](const std::string &name) {
      return source.arrays.count(name) != 0;
    });
    bool present = llvm::any_of(source.facts, [&](const Fact &known) {
      return known.kind == fact.kind && known.text == fact.text;
    });
    if (fact.origin == Fact::Origin::Proved || !ofArguments || present)
      continue;
    source.facts.push_back(fact);
    if (fact.condition)
      source.context = source.context.intersect(*fact.condition);
  }
  for (const auto &[name, call] : transformed.calls)
    if (source.arrays.count(call.function))
      source.calls.emplace(name, call);
}

/// Whether code that makes sense of \p options runs on these candidates.
llvm::Error checkTargets(llvm::ArrayRef<Candidate> candidates,
                         const Options &options);

} // namespace

class CandidateMaker {
public:
  CandidateMaker(Program &source, const SourceForms &forms,
                 const Options &options)
      : source(source), original(source), forms(forms), options(options) {}

  llvm::Expected<std::vector<Candidate>> run();
  llvm::Expected<TunedRecipe> open(const std::string &recipe);
  llvm::Expected<Candidate> makeOne(const std::string &recipe,
                                    const std::vector<std::string> &settings);

private:
  llvm::Expected<RecipeResult> runOne(const std::string &recipe,
                                      const Settings &settings,
                                      bool tellsVisits = false);
  llvm::Expected<std::optional<OrderTeller>>
  tellerOf(const std::string &recipe, const Settings &settings,
           const RecipeResult &result);
  llvm::Expected<Candidate> made(const std::string &recipe,
                                 const Settings &settings,
                                 const RecipeResult &result,
                                 const std::vector<std::string> &tuned);
  llvm::Error add(const std::string &recipe, const Settings &settings,
                  const RecipeResult &result,
                  const std::vector<std::string> &tuned);
  llvm::Error tune(const std::string &recipe, llvm::ArrayRef<Tunable> tunables);
  std::string nameOf(const std::string &recipe) const;

  Program &source;
  const Program original;
  const SourceForms &forms;
  const Options &options;
  std::vector<Candidate> candidates;
  std::string emitted; ///< by the recipe that was run last
  /// Where what recipes say of refusals goes; null: stderr.
  llvm::raw_ostream *diagnostics = nullptr;
};

llvm::Expected<RecipeResult> CandidateMaker::runOne(const std::string &recipe,
                                                    const Settings &settings,
                                                    bool tellsVisits) {
  RecipeOptions recipeOptions;
  recipeOptions.tellsVisits = tellsVisits;
  recipeOptions.file = recipe;
  recipeOptions.settings = settings;
  recipeOptions.target = options.recipeTarget();
  recipeOptions.diagnostics = diagnostics;
  // Which take longer than the recipe.
  recipeOptions.wantsRemedies = !diagnostics;
  // Here, so that what has no code is reported at a line of the recipe.
  recipeOptions.emit = [&](const RecipeResult &result,
                           const WarningSink &warn) -> llvm::Error {
    CodeGenOptions emitOptions;
    emitOptions.warn = warn;
    emitOptions.commandLine = options.commandLine;
    emitOptions.steps = result.steps;
    emitOptions.forms = forms;
    if (hasKernels(result.program))
      emitOptions.target = Target::Cuda;
    llvm::Expected<GeneratedText> text = emitC(result.program, emitOptions);
    if (!text)
      return text.takeError();
    emitted = std::move(text->text);
    return llvm::Error::success();
  };
  return runRecipe(original, recipeOptions);
}

/// How the order of \p result is learnt; nothing where the source says it.
llvm::Expected<std::optional<OrderTeller>>
CandidateMaker::tellerOf(const std::string &recipe, const Settings &settings,
                         const RecipeResult &result) {
  if (result.freed.empty())
    return std::nullopt;
  std::vector<FreeOrder> orders;
  for (const RecipeResult::FreedLoops &freed : result.freed) {
    if (!haveSameTimes(original.executePhase().tree, freed.tree))
      return candidateError(
          recipe + ": the order of its iterations cannot be told in the loops "
                   "of the source, which steps before any_order() have "
                   "changed; put any_order() before them");
    orders.push_back(freed.order);
  }
  std::string kept = std::move(emitted);
  llvm::Expected<RecipeResult> telling = runOne(recipe, settings, true);
  std::string text = std::exchange(emitted, std::move(kept));
  if (!telling)
    return telling.takeError();
  llvm::Expected<GeneratedInterface> interface =
      readInterface(text, original.function.name);
  if (!interface)
    return interface.takeError();
  return OrderTeller{std::move(orders), telling->program, std::move(text),
                     std::move(*interface)};
}

/// The file's name, with its folder where other recipes are called so, too, and
/// the path as it is given where that is not enough.
std::string CandidateMaker::nameOf(const std::string &recipe) const {
  auto isShared = [&](auto nameIn) {
    return llvm::any_of(options.recipes, [&](const std::string &other) {
      return other != recipe && nameIn(other) == nameIn(recipe);
    });
  };
  if (!isShared([](const std::string &path) { return shownName(path); }))
    return shownName(recipe);
  return isShared(nameWithFolder) ? shownPath(recipe) : nameWithFolder(recipe);
}

llvm::Expected<Candidate>
CandidateMaker::made(const std::string &recipe, const Settings &settings,
                     const RecipeResult &result,
                     const std::vector<std::string> &tuned) {
  llvm::Expected<GeneratedInterface> interface =
      readInterface(emitted, original.function.name);
  if (!interface)
    return interface.takeError();
  llvm::Expected<std::optional<OrderTeller>> teller =
      tellerOf(recipe, settings, result);
  if (!teller)
    return teller.takeError();
  std::string name = nameOf(recipe), label = name;
  for (const std::string &setting : tuned)
    label += " " + setting;
  std::vector<ParamValue> params;
  for (const Tunable &tunable : result.tunables)
    params.push_back(
        {tunable.name, tunable.text.value_or(std::to_string(tunable.value))});
  return Candidate{label,
                   name,
                   tuned,
                   std::move(emitted),
                   std::move(*interface),
                   result.program,
                   std::move(*teller),
                   std::move(params),
                   result.hash};
}

llvm::Error CandidateMaker::add(const std::string &recipe,
                                const Settings &settings,
                                const RecipeResult &result,
                                const std::vector<std::string> &tuned) {
  llvm::Expected<Candidate> one = made(recipe, settings, result, tuned);
  if (!one)
    return one.takeError();
  addDeclaredFacts(source, result.program);
  candidates.push_back(std::move(*one));
  return llvm::Error::success();
}

llvm::Expected<TunedRecipe> CandidateMaker::open(const std::string &recipe) {
  llvm::Expected<RecipeResult> result = runOne(recipe, options.settings);
  if (!result)
    return result.takeError();
  llvm::Expected<Candidate> one = made(recipe, options.settings, *result, {});
  if (!one)
    return one.takeError();
  if (llvm::Error failure = checkTargets(llvm::ArrayRef(*one), options))
    return failure;
  addDeclaredFacts(source, result->program);
  TunedRecipe tuned{recipe, result->hash, {}, {}, ""};
  const bool onGpu = one->interface.isCuda && !options.emulate;
  tuned.codeHash =
      hashOf({codeOf(one->text), onGpu ? gpuIdentity(options) : ""});
  for (const Tunable &tunable : result->tunables)
    if (!tunable.candidates.empty() && !options.settings.count(tunable.name))
      tuned.parameters.push_back({tunable.name, tunable.candidates});
    else if (!tunable.text)
      tuned.fixed[tunable.name] = static_cast<double>(tunable.value);
  return tuned;
}

llvm::Expected<Candidate>
CandidateMaker::makeOne(const std::string &recipe,
                        const std::vector<std::string> &settings) {
  Settings all = options.settings;
  for (const std::string &setting : settings) {
    auto [name, value] = llvm::StringRef(setting).split('=');
    all[name.str()] = value.str();
  }
  std::string told;
  llvm::raw_string_ostream stream(told);
  diagnostics = &stream;
  llvm::Expected<RecipeResult> result = runOne(recipe, all);
  diagnostics = nullptr;
  if (!result) {
    llvm::consumeError(result.takeError());
    // Its first line: place and message.
    return candidateError(llvm::StringRef(told).split('\n').first.str());
  }
  llvm::Expected<Candidate> one = made(recipe, all, *result, settings);
  if (!one)
    return one.takeError();
  // Inputs have been made, or will be, for those of the recipe as it is.
  Program stated = source;
  addDeclaredFacts(stated, result->program);
  if (stated.facts.size() != source.facts.size() ||
      stated.calls.size() != source.calls.size())
    return candidateError(recipe + ": with these params it states facts that "
                                   "it does not state without");
  return one;
}

/// All combinations of the tunables' candidates; those that the recipe refuses
/// are left out.
llvm::Error CandidateMaker::tune(const std::string &recipe,
                                 llvm::ArrayRef<Tunable> tunables) {
  using Combination = std::pair<Settings, std::vector<std::string>>;
  std::vector<Combination> combinations = {{options.settings, {}}};
  for (const Tunable &tunable : tunables) {
    if (tunable.candidates.empty() || options.settings.count(tunable.name))
      continue;
    std::vector<Combination> longer;
    for (const auto &[settings, chosen] : combinations)
      for (long value : tunable.candidates) {
        longer.emplace_back(settings, chosen);
        longer.back().first[tunable.name] = std::to_string(value);
        longer.back().second.push_back(tunable.name + "=" +
                                       std::to_string(value));
      }
    combinations = std::move(longer);
  }
  size_t before = candidates.size();
  for (const auto &[settings, chosen] : combinations) {
    llvm::Expected<RecipeResult> result = runOne(recipe, settings);
    if (!result) {
      llvm::consumeError(result.takeError());
      continue;
    }
    if (llvm::Error failure = add(recipe, settings, *result, chosen))
      return failure;
  }
  if (candidates.size() == before)
    return candidateError(recipe + ": no combination of its params is legal");
  return llvm::Error::success();
}

namespace {

/// Options that make no sense for code that runs on a GPU, or on none.
llvm::Error checkTargets(llvm::ArrayRef<Candidate> candidates,
                         const Options &options) {
  const bool onGpu = !options.emulate && !options.interpret &&
                     llvm::any_of(candidates, [](const Candidate &one) {
                       return one.interface.isCuda;
                     });
  if (onGpu && options.sanitize)
    return candidateError("-sanitize is for code that runs on the host; use "
                          "-emulate, or compute-sanitizer as "
                          "scripts/check-gpu.sh does");
  if (onGpu && options.hasFaults())
    return candidateError("-fail-allocations and -corrupt are for code that "
                          "runs on the host; use -emulate");
  const bool isCuda = llvm::any_of(
      candidates, [](const Candidate &one) { return one.interface.isCuda; });
  if (isCuda && options.emulate &&
      (options.runs > 0 || options.budget > 0 || !options.plot.empty() ||
       !options.store.empty()))
    return candidateError("-runs, -budget, -plot and -store are about times, "
                          "which mean nothing with -emulate");
  if (!isCuda && options.emulate)
    say(Severity::Remark,
        "no recipe makes CUDA kernels: -emulate has nothing to do");
  if (isCuda && options.hasHostPeer())
    return candidateError("-peer " + options.peer +
                          " is for code that runs on the host; on a "
                          "GPU there is -peer cusparse");
  if (!onGpu && options.peer == "cusparse")
    return candidateError(
        "-peer cusparse is for recipes that make CUDA kernels, on a "
        "machine with a GPU");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<Candidate>> CandidateMaker::run() {
  for (const std::string &recipe : options.recipes) {
    llvm::Expected<RecipeResult> result = runOne(recipe, options.settings);
    if (!result)
      return result.takeError();
    llvm::Error failure = options.tune
                              ? tune(recipe, result->tunables)
                              : add(recipe, options.settings, *result, {});
    if (failure)
      return failure;
  }
  if (options.against.empty()) {
    if (llvm::Error failure = checkTargets(candidates, options))
      return failure;
    return std::move(candidates);
  }
  llvm::Expected<std::string> text = readFile(options.against);
  if (!text)
    return text.takeError();
  llvm::Expected<GeneratedInterface> interface =
      readInterface(*text, original.function.name);
  if (!interface)
    return candidateError(options.against + ": " +
                          llvm::toString(interface.takeError()));
  std::string name = shownName(options.against);
  candidates.push_back(
      {name, name, {}, std::move(*text), std::move(*interface)});
  if (llvm::Error failure = checkTargets(candidates, options))
    return failure;
  return std::move(candidates);
}

CandidateSource::CandidateSource(Program &source, const SourceForms &forms,
                                 const Options &options)
    : maker(std::make_unique<CandidateMaker>(source, forms, options)) {}

CandidateSource::~CandidateSource() = default;

llvm::Expected<TunedRecipe> CandidateSource::open(const std::string &recipe) {
  return poly::tryIsl([&] { return maker->open(recipe); });
}

llvm::Expected<Candidate>
CandidateSource::make(const std::string &recipe,
                      const std::vector<std::string> &settings) {
  return poly::tryIsl([&] { return maker->makeOne(recipe, settings); });
}

llvm::Expected<std::vector<Candidate>> makeCandidates(Program &source,
                                                      const SourceForms &forms,
                                                      const Options &options) {
  return poly::tryIsl(
      [&] { return CandidateMaker(source, forms, options).run(); });
}

} // namespace sparsec::bench
