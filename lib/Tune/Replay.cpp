//===- Replay.cpp - searches over times that are known --------------------===//
#include "sparsec/Tune/Replay.h"

#include "sparsec/Tune/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>
#include <numeric>

namespace sparsec::tune {
namespace {

/// One input of a log in place of a machine.
class ReplayedInput {
public:
  ReplayedInput(const LoggedSearch &log, const Space &space, size_t input)
      : log(log), space(space), input(input) {
    for (const auto &[number, trial] : log.trials)
      if (trial.trial.outcome == Outcome::Good)
        best = std::min(best, trial.costs[input]);
  }

  bool hasGood() const { return best < std::numeric_limits<double>::max(); }
  llvm::Expected<ReplayResult> run(const ReplayOptions &options) const;

private:
  llvm::Expected<std::vector<Trial>> searchOnce(const ReplayOptions &options,
                                                StrategyOptions with) const;

  const LoggedSearch &log;
  const Space &space;
  size_t input;
  double best = std::numeric_limits<double>::max();
};

llvm::Expected<std::vector<Trial>>
ReplayedInput::searchOnce(const ReplayOptions &options,
                          StrategyOptions with) const {
  Board board(space,
              [&](size_t number) { return log.trials.count(number) > 0; });
  auto answer = [&](llvm::ArrayRef<size_t> numbers) {
    std::vector<Trial> trials;
    for (size_t number : numbers) {
      const LoggedTrial &logged = log.trials.at(number);
      Trial trial = logged.trial;
      if (trial.outcome == Outcome::Good)
        trial.cost = logged.costs[input];
      trials.push_back(trial);
    }
    return llvm::Expected<std::vector<Trial>>(std::move(trials));
  };
  std::unique_ptr<Strategy> strategy = options.strategy->make(with);
  if (llvm::Error failure =
          search(*strategy, board, options.mostTrials, answer))
    return failure;
  return board.trials();
}

llvm::Expected<ReplayResult>
ReplayedInput::run(const ReplayOptions &options) const {
  const LoggedInput &about = log.space.inputs[input];
  ReplayResult result;
  result.input = about.name + ", " + std::to_string(about.threads) +
                 (about.threads == 1 ? " thread" : " threads");
  result.points = log.trials.size();
  StrategyOptions with;
  if (options.strategy->usesModel) {
    llvm::Expected<std::function<double(size_t)>> predict =
        predictionOf(*options.model, space, log.space, about);
    if (!predict)
      return predict.takeError();
    with.predict = std::move(*predict);
  }
  for (unsigned k = 0; k < options.searches; ++k) {
    with.seed = options.seed + k;
    llvm::Expected<std::vector<Trial>> trials = searchOnce(options, with);
    if (!trials)
      return trials.takeError();
    const size_t reached = trialsToReach(*trials, best, options.within);
    result.missed += reached == 0;
    result.reached.push_back(reached ? reached : trials->size() + 1);
  }
  return result;
}

} // namespace

double ReplayResult::mean() const {
  return static_cast<double>(
             std::accumulate(reached.begin(), reached.end(), size_t{0})) /
         static_cast<double>(reached.size());
}

double ReplayResult::median() const {
  std::vector<size_t> sorted = reached;
  llvm::sort(sorted);
  const size_t half = sorted.size() / 2;
  return 0.5 *
         static_cast<double>(sorted[(sorted.size() - 1) / 2] + sorted[half]);
}

llvm::Expected<std::function<double(size_t)>>
predictionOf(const Model &model, const Space &space, const LoggedSpace &about,
             llvm::ArrayRef<LoggedInput> inputs) {
  auto isParameter = [&](const std::string &name) {
    return llvm::any_of(space.parameters(), [&](const Parameter &parameter) {
      return parameter.name == name;
    });
  };
  for (const Parameter &parameter : space.parameters())
    if (!llvm::is_contained(model.inputs(), parameter.name))
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "the model knows no param '%s'; train it again with "
          "scripts/train-tuner.py, or fix that with -set",
          parameter.name.c_str());
  std::vector<NamedValues> values;
  for (const LoggedInput &input : inputs) {
    NamedValues known = about.fixed;
    known.insert(input.features.begin(), input.features.end());
    known["threads"] = input.threads;
    for (const std::string &name : model.inputs())
      if (!known.count(name) && !isParameter(name))
        return llvm::createStringError(
            llvm::inconvertibleErrorCode(),
            "the model asks for '%s', which neither the recipe's params nor "
            "the input '%s' have; train it again with scripts/train-tuner.py",
            name.c_str(), input.name.c_str());
    values.push_back(std::move(known));
  }
  return std::function<double(size_t)>(
      [&model, &space, values = std::move(values)](size_t number) {
        const std::vector<long> chosen = space.values(number);
        double sum = 0;
        for (NamedValues known : values) {
          for (size_t k = 0; k < chosen.size(); ++k)
            known[space.parameters()[k].name] = static_cast<double>(chosen[k]);
          sum += model.predict(known);
        }
        return sum / static_cast<double>(values.size());
      });
}

llvm::Expected<std::vector<ReplayResult>> replay(const LoggedSearch &log,
                                                 const ReplayOptions &options) {
  llvm::Expected<Space> space = Space::create(log.space.parameters);
  if (!space)
    return space.takeError();
  std::vector<ReplayResult> results;
  for (size_t input = 0; input < log.space.inputs.size(); ++input) {
    const ReplayedInput one(log, *space, input);
    if (!one.hasGood())
      continue;
    llvm::Expected<ReplayResult> result = one.run(options);
    if (!result)
      return result.takeError();
    results.push_back(std::move(*result));
  }
  return results;
}

} // namespace sparsec::tune
