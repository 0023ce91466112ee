//===- Tuning.cpp - searches for the best params --------------------------===//
#include "Tuning.h"

#include "Benchmark.h"
#include "InputSets.h"
#include "Messages.h"
#include "TuningModel.h"

#include "sparsec/Tune/Search.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {
namespace {

/// Candidates that are timed in turns at the end: times of one batch and of
/// another are compared by the original only, and the first of many is the best
/// by luck, too.
constexpr size_t mostFinalists = 4;

/// What all searches of a run share.
struct Workshop {
  CandidateSource &source;
  Benchmark &benchmark;
  std::vector<Candidate> &candidates;
  const Options &options;
  std::vector<tune::LoggedInput> inputs;
  std::string key; ///< of inputs and machine
};

/// The search of one recipe.
class Tuning {
public:
  Tuning(Workshop &workshop, TunedRecipe recipe, tune::Space space)
      : workshop(workshop), options(workshop.options),
        recipe(std::move(recipe)), space(std::move(space)),
        board(this->space,
              [this](size_t number) { return isAllowed(number); }) {}

  llvm::Error run(const std::string &kernel);
  /// The cost, and the position in the candidates, of the best.
  llvm::Expected<std::vector<std::pair<double, size_t>>> finalists();

private:
  size_t mostTrials() const;
  bool isAllowed(size_t number);
  llvm::Expected<size_t> candidateOf(size_t number);
  llvm::Expected<std::vector<tune::Trial>>
  evaluate(llvm::ArrayRef<size_t> numbers);
  llvm::Error measure(llvm::ArrayRef<size_t> numbers);
  void tell(llvm::ArrayRef<tune::Trial> trials) const;
  void printSummary(llvm::StringRef strategy) const;

  Workshop &workshop;
  const Options &options;
  const TunedRecipe recipe;
  const tune::Space space;
  tune::Board board;
  std::optional<tune::Log> log;
  std::map<size_t, size_t> candidates; ///< by number
  size_t logged = 0;                   ///< trials that the log has answered
};

size_t Tuning::mostTrials() const {
  if (options.trials > 0)
    return options.trials;
  return tune::strategyNamed(options.strategy)->isLimited ? tune::usualTrials
                                                          : space.size();
}

/// What a log has an answer for, the recipe has accepted.
bool Tuning::isAllowed(size_t number) {
  if (log->find(number))
    return true;
  llvm::Expected<size_t> made = candidateOf(number);
  if (made)
    return true;
  note(options, llvm::join(space.settings(number), " ") +
                    " is refused: " + llvm::toString(made.takeError()));
  return false;
}

llvm::Expected<size_t> Tuning::candidateOf(size_t number) {
  auto known = candidates.find(number);
  if (known != candidates.end())
    return known->second;
  llvm::Expected<Candidate> made =
      workshop.source.make(recipe.file, space.settings(number));
  if (!made)
    return made.takeError();
  workshop.candidates.push_back(std::move(*made));
  return candidates[number] = workshop.candidates.size() - 1;
}

void Tuning::tell(llvm::ArrayRef<tune::Trial> trials) const {
  for (const tune::Trial &trial : trials)
    note(options,
         llvm::join(space.settings(trial.number), " ") + ": " +
             (trial.outcome == tune::Outcome::Good
                  ? llvm::formatv("speedup {0:f2}", 1 / trial.cost).str()
                  : nameOf(trial.outcome)));
}

/// Builds and times what the log does not know, and adds it there.
llvm::Error Tuning::measure(llvm::ArrayRef<size_t> numbers) {
  std::vector<size_t> positions;
  for (size_t number : numbers) {
    llvm::Expected<size_t> position = candidateOf(number);
    if (!position)
      return position.takeError();
    positions.push_back(*position);
  }
  llvm::Expected<std::vector<tune::Outcome>> ended =
      workshop.benchmark.measure(positions);
  if (!ended)
    return ended.takeError();
  for (size_t k = 0; k < numbers.size(); ++k) {
    tune::LoggedTrial trial{{numbers[k], (*ended)[k], 0}, {}};
    if (trial.trial.outcome == tune::Outcome::Good)
      trial.costs = workshop.benchmark.result().costs(
          workshop.candidates[positions[k]], workshop.inputs.size());
    trial.trial.cost = tune::geometricMean(trial.costs);
    // A driver that did not time all has said why: it may be another time.
    const bool isUntimed =
        trial.trial.outcome == tune::Outcome::Good && trial.costs.empty();
    if (isUntimed) {
      trial.trial.outcome = tune::Outcome::Wrong;
      log->know(trial);
    } else if (llvm::Error failure = log->add(trial)) {
      return failure;
    }
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<tune::Trial>>
Tuning::evaluate(llvm::ArrayRef<size_t> numbers) {
  std::vector<size_t> unknown;
  for (size_t number : numbers)
    if (!log->find(number))
      unknown.push_back(number);
  logged += numbers.size() - unknown.size();
  note(options, "trials " + std::to_string(board.trials().size() + 1) + " to " +
                    std::to_string(board.trials().size() + numbers.size()) +
                    " of at most " +
                    std::to_string(std::min(mostTrials(), space.size())));
  if (!unknown.empty())
    if (llvm::Error failure = measure(unknown))
      return failure;
  std::vector<tune::Trial> trials;
  for (size_t number : numbers)
    trials.push_back(log->find(number)->trial);
  tell(trials);
  // Of the best so far only, lest folders of all lie about.
  std::vector<size_t> kept;
  std::vector<tune::Trial> ranking = board.ranking();
  llvm::append_range(ranking, trials);
  llvm::stable_sort(ranking, [](const auto &one, const auto &other) {
    return one.cost < other.cost;
  });
  for (const tune::Trial &trial : ranking)
    if (trial.outcome == tune::Outcome::Good && kept.size() < mostFinalists &&
        candidates.count(trial.number))
      kept.push_back(candidates[trial.number]);
  workshop.benchmark.keepBuilt(kept);
  return trials;
}

void Tuning::printSummary(llvm::StringRef strategy) const {
  std::map<tune::Outcome, size_t> counts;
  for (const tune::Trial &trial : board.trials())
    ++counts[trial.outcome];
  std::vector<std::string> parts;
  if (board.refused())
    parts.push_back(std::to_string(board.refused()) + " refused by the recipe");
  for (const auto &[outcome, count] : counts)
    if (outcome != tune::Outcome::Good)
      parts.push_back(std::to_string(count) + " " + nameOf(outcome));
  if (logged)
    parts.push_back(std::to_string(logged) + " taken from '" + options.log +
                    "'");
  const size_t count = board.trials().size();
  llvm::outs() << shownName(recipe.file) << ", " << strategy
               << " search: " << count << (count == 1 ? " trial" : " trials")
               << " of " << space.size()
               << (space.size() == 1 ? " combination" : " combinations")
               << (parts.empty() ? "" : "; " + llvm::join(parts, ", "));
  const std::vector<tune::Trial> ranking = board.ranking();
  if (!ranking.empty()) {
    const size_t best = tune::trialsToReach(board.trials(), ranking[0].cost, 0);
    llvm::outs() << "; the best was trial " << best;
  }
  llvm::outs() << "\n";
}

llvm::Error Tuning::run(const std::string &kernel) {
  std::vector<std::string> parts = {workshop.key, recipe.hash, recipe.codeHash,
                                    kernel};
  for (const tune::Parameter &parameter : space.parameters()) {
    parts.push_back(parameter.name);
    for (long value : parameter.values)
      parts.push_back(std::to_string(value));
  }
  const tune::LoggedSpace about{hashOf(parts), kernel,
                                recipe.file,   space.parameters(),
                                recipe.fixed,  workshop.inputs};
  llvm::Expected<tune::Log> opened =
      tune::Log::open(options.log, about, [](const std::string &text) {
        say(Severity::Warning, text);
      });
  if (!opened)
    return opened.takeError();
  log.emplace(std::move(*opened));
  const tune::StrategyKind *kind = tune::strategyNamed(options.strategy);
  tune::StrategyOptions with;
  with.seed = options.seed;
  std::optional<tune::Model> model;
  if (kind->usesModel) {
    llvm::Expected<std::optional<tune::Model>> found =
        modelFor(recipe.file, options);
    if (!found)
      return found.takeError();
    model = std::move(*found);
    if (llvm::Error failure = useModel(model, space, about, with, options))
      return failure;
    if (!with.predict)
      kind = tune::strategyNamed(withoutModel);
  }
  std::unique_ptr<tune::Strategy> strategy = kind->make(with);
  if (llvm::Error failure = tune::search(
          *strategy, board, mostTrials(),
          [&](llvm::ArrayRef<size_t> numbers) { return evaluate(numbers); }))
    return failure;
  printSummary(kind->name);
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::pair<double, size_t>>> Tuning::finalists() {
  std::vector<std::pair<double, size_t>> found;
  for (const tune::Trial &trial : board.ranking()) {
    if (found.size() == mostFinalists)
      break;
    llvm::Expected<size_t> position = candidateOf(trial.number);
    if (!position)
      return position.takeError();
    found.emplace_back(trial.cost, *position);
  }
  return found;
}

/// Times the best of all recipes once more, in turns. Where there is one alone
/// it has its time, unless a log has answered for it.
llvm::Error runFinals(Workshop &workshop,
                      std::vector<std::pair<double, size_t>> finalists) {
  llvm::stable_sort(finalists, llvm::less_first());
  finalists.resize(std::min(finalists.size(), mostFinalists));
  std::vector<size_t> positions;
  llvm::append_range(positions, llvm::make_second_range(finalists));
  if (positions.empty()) {
    workshop.benchmark.result().worsen(Outcome::UserError);
    return llvm::Error::success();
  }
  if (takesTurns(workshop.candidates[positions[0]], workshop.candidates,
                 workshop.options))
    return workshop.benchmark.measureFinals(positions);
  llvm::erase_if(positions, [&](size_t position) {
    return !workshop.benchmark.result()
                .costs(workshop.candidates[position], workshop.inputs.size())
                .empty();
  });
  return positions.empty() ? llvm::Error::success()
                           : workshop.benchmark.measure(positions).takeError();
}

} // namespace

llvm::Expected<Outcome> runSearches(Program &source, const SourceForms &forms,
                                    const Options &options) {
  CandidateSource maker(source, forms, options);
  std::vector<std::pair<TunedRecipe, tune::Space>> opened;
  size_t most = 0;
  for (const std::string &file : options.recipes) {
    llvm::Expected<TunedRecipe> recipe = maker.open(file);
    if (!recipe)
      return recipe.takeError();
    llvm::Expected<tune::Space> space = tune::Space::create(recipe->parameters);
    if (!space)
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s",
                                     file.c_str(),
                                     llvm::toString(space.takeError()).c_str());
    most += space->size();
    opened.emplace_back(std::move(*recipe), std::move(*space));
  }
  llvm::Expected<Kernel> kernel = describeKernel(source, options.exact);
  if (!kernel)
    return kernel.takeError();
  std::vector<Candidate> candidates;
  candidates.reserve(most); // they stay where they are
  Benchmark benchmark(source, *kernel, candidates, options);
  if (llvm::Error failure = benchmark.open())
    return failure;
  auto described = benchmark.describeInputs();
  if (!described)
    return described.takeError();
  Workshop workshop{maker,   benchmark,        candidates,
                    options, described->first, described->second};
  std::vector<std::pair<double, size_t>> best;
  for (auto &[recipe, space] : opened) {
    Tuning tuning(workshop, std::move(recipe), std::move(space));
    if (llvm::Error failure = tuning.run(kernel->name))
      return failure;
    auto found = tuning.finalists();
    if (!found)
      return found.takeError();
    llvm::append_range(best, *found);
  }
  if (llvm::Error failure = runFinals(workshop, std::move(best)))
    return failure;
  return benchmark.finish();
}

} // namespace sparsec::bench
