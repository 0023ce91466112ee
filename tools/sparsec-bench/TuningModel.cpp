//===- TuningModel.cpp - the model of a recipe ----------------------------===//
#include "TuningModel.h"

#include "Messages.h"
#include "Tuning.h"

#include "sparsec/Matrix/MatrixMarket.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {

static std::string modelPath(const std::string &recipe,
                             const Options &options) {
  llvm::SmallString<128> path(recipe);
  llvm::sys::path::replace_extension(path, "tuning.json");
  return options.model.empty() ? std::string(path) : options.model;
}

llvm::Expected<std::optional<tune::Model>> modelFor(const std::string &recipe,
                                                    const Options &options) {
  const std::string path = modelPath(recipe, options);
  if (options.model.empty() && !llvm::sys::fs::exists(path))
    return std::nullopt;
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<tune::Model> model = tune::Model::parse(*text, path);
  if (!model)
    return model.takeError();
  return std::optional(std::move(*model));
}

llvm::Error useModel(const std::optional<tune::Model> &model,
                     const tune::Space &space, const tune::LoggedSpace &about,
                     tune::StrategyOptions &with, const Options &options) {
  const std::string instead =
      ": a " + withoutModel.str() + " search without a model is run instead";
  if (!model) {
    say(Severity::Remark, "there is no '" + modelPath(about.recipe, options) +
                              "', which scripts/train-tuner.py makes" +
                              instead);
    return llvm::Error::success();
  }
  llvm::Expected<std::function<double(size_t)>> predict =
      tune::predictionOf(*model, space, about, about.inputs);
  if (predict) {
    with.predict = std::move(*predict);
    return llvm::Error::success();
  }
  if (!options.model.empty())
    return predict.takeError();
  say(Severity::Warning,
      about.recipe + ": " + llvm::toString(predict.takeError()) + instead);
  return llvm::Error::success();
}

namespace {

void printResult(const tune::ReplayResult &result) {
  llvm::outs() << "  " << result.input << ": "
               << llvm::formatv(
                      "{0:f1} trials on average, {1:f1} in the median "
                      "of {2}, of {3} known",
                      result.mean(), result.median(), result.reached.size(),
                      result.points);
  if (result.missed)
    llvm::outs() << "; " << result.missed << " did not come near";
  llvm::outs() << "\n";
}

/// strategy,kernel,recipe,input,points,seed,trials,reached
void printCsv(llvm::raw_ostream &out, const tune::LoggedSearch &log,
              const tune::ReplayResult &result, const Options &options) {
  for (const auto &[k, trials] : llvm::enumerate(result.reached))
    out << options.strategy << "," << log.space.kernel << ","
        << shownName(log.space.recipe) << ",\"" << result.input << "\","
        << result.points << "," << options.seed + k << "," << trials << "\n";
}

} // namespace

llvm::Error replaySearches(const Options &options) {
  llvm::Expected<std::vector<tune::LoggedSearch>> logs =
      tune::Log::read(options.replay, [](const std::string &text) {
        say(Severity::Warning, text);
      });
  if (!logs)
    return logs.takeError();
  tune::ReplayOptions with;
  with.strategy = tune::strategyNamed(options.strategy);
  with.seed = options.seed;
  with.searches = options.searches;
  with.mostTrials = options.trials > 0 ? options.trials : SIZE_MAX;
  std::optional<tune::Model> model;
  if (with.strategy->usesModel) {
    llvm::Expected<std::optional<tune::Model>> found = modelFor("", options);
    if (!found)
      return found.takeError();
    model = std::move(*found);
    with.model = &*model;
  }
  std::string csv = "strategy,kernel,recipe,input,points,seed,trials\n";
  llvm::raw_string_ostream rows(csv);
  for (const tune::LoggedSearch &log : *logs) {
    llvm::Expected<std::vector<tune::ReplayResult>> results =
        tune::replay(log, with);
    if (!results)
      return results.takeError();
    llvm::outs() << log.space.kernel << ", " << shownName(log.space.recipe)
                 << ", " << options.strategy << " search to within 2% of the "
                 << "best:\n";
    for (const tune::ReplayResult &result : *results) {
      printResult(result);
      printCsv(rows, log, result, options);
    }
  }
  return options.csv.empty() ? llvm::Error::success()
                             : writeFile(options.csv, rows.str());
}

} // namespace sparsec::bench
