//===- CheckOptions.cpp - which options go together -----------------------===//
#include "CheckOptions.h"

#include "sparsec/Support/FileOutput.h"
#include "sparsec/Tune/Strategy.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace sparsec::bench {

llvm::Error usageError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

namespace {

llvm::Error checkWrite(const Options &options) {
  if (options.matrices.size() != 1 || !options.matrices[0].first)
    return usageError("-write needs one -generate");
  if (!options.source.empty() || !options.recipes.empty() ||
      !options.against.empty())
    return usageError("-write runs nothing: a source and recipes do not go "
                      "with it");
  return llvm::Error::success();
}

bool usesModel(const Options &options) {
  const tune::StrategyKind *kind = tune::strategyNamed(options.strategy);
  return kind && kind->usesModel;
}

llvm::Error checkReplay(const Options &options) {
  if (options.strategy.empty())
    return usageError("-replay needs -tune=STRATEGY, which searches");
  if (usesModel(options) && options.model.empty())
    return usageError("-replay of -tune=" + options.strategy +
                      " needs -model FILE");
  if (!options.source.empty() || !options.recipes.empty() ||
      !options.matrices.empty() || !options.log.empty())
    return usageError("-replay runs nothing: a source, recipes, matrices and "
                      "-log do not go with it");
  return llvm::Error::success();
}

/// What is about searches needs one, and what is not about its batches none.
llvm::Error checkSearch(const Options &options) {
  const std::pair<const char *, bool> own[] = {
      {"-trials", options.trials > 0},
      {"-seed", options.seed != Options().seed},
      {"-trial-timeout", options.trialTimeout != Options().trialTimeout},
      {"-jobs", options.jobs > 0},
      {"-log", !options.log.empty()},
      {"-model", !options.model.empty()}};
  for (const auto &[name, isGiven] : own)
    if (isGiven && options.strategy.empty())
      return usageError(std::string(name) +
                        " needs -tune=STRATEGY, which searches");
  if (!options.model.empty() && !usesModel(options))
    return usageError("-model needs -tune=model");
  if (!options.model.empty() && options.recipes.size() > 1)
    return usageError("-model is for one recipe; put NAME.tuning.json beside "
                      "each NAME.script instead");
  if (options.searches > 1 && options.replay.empty())
    return usageError("-searches needs -replay");
  if (!options.strategy.empty() &&
      (options.budget > 0 || !options.peer.empty()))
    return usageError("-budget and -peer need all candidates at once: -tune "
                      "without a strategy");
  return llvm::Error::success();
}

/// What is about times needs some.
llvm::Error checkTiming(const Options &options) {
  const std::string peer = "-peer " + options.peer;
  const std::pair<std::string, bool> given[] = {
      {"-runs", options.runs > 0},
      {"-budget", options.budget > 0},
      {peer, options.hasHostPeer()},
      {"-plot", !options.plot.empty()},
      {"-store", !options.store.empty()}};
  for (const auto &[name, isGiven] : given)
    if (isGiven && (options.onlyVerifies() || !options.emitDriver.empty()))
      return usageError(name + " needs matrices to time here, without -corpus, "
                               "faults and -emit-driver");
  if (options.reuse && options.hasHostPeer())
    return usageError("-reuse measures nothing that a library could stand "
                      "beside; leave it or " +
                      peer + " away");
  if (options.reuse && options.store.empty())
    return usageError("-reuse needs -store FILE, which says where results are");
  return llvm::Error::success();
}

/// Whether both paths lead to one file, which need not be there yet.
bool areOneFile(const std::string &one, const std::string &other) {
  if (llvm::sys::fs::equivalent(one, other))
    return true;
  const auto real = [](llvm::StringRef path) {
    llvm::SmallString<128> folder(llvm::sys::path::parent_path(path)), result;
    if (llvm::sys::fs::real_path(folder.empty() ? "." : folder.str(), result))
      return path.str();
    llvm::sys::path::append(result, llvm::sys::path::filename(path));
    return std::string(result);
  };
  return real(one) == real(other);
}

/// What is written has to be files of their own, and no inputs.
llvm::Error checkOutputs(const Options &options) {
  const std::pair<const char *, std::string> outputs[] = {
      {"-csv", options.csv},
      {"-plot", options.plot},
      {"-store", options.store},
      {"-log", options.log}};
  for (const auto &[name, file] : outputs) {
    if (file.empty())
      continue;
    const std::string input = overwrittenInput(file, options.inputs());
    if (!input.empty())
      return usageError(std::string(name) + " '" + file +
                        "' would overwrite '" + input + "'");
    for (const auto &[before, other] : outputs) {
      if (before == name)
        break;
      if (!other.empty() && areOneFile(other, file))
        return usageError(std::string(before) + " and " + name +
                          " name one file, '" + file + "'; give each its own");
    }
  }
  if (!options.plot.empty() &&
      llvm::sys::path::extension(options.plot) != ".svg")
    return usageError("-plot writes SVG: give a file that ends in .svg, not '" +
                      options.plot + "'");
  return llvm::Error::success();
}

} // namespace

llvm::Error checkOptions(const Options &options) {
  if (options.help || options.version || !options.shell.empty())
    return llvm::Error::success();
  if (!options.write.empty())
    return checkWrite(options);
  if (!options.replay.empty())
    return checkReplay(options);
  if (options.source.empty())
    return usageError("no source file given; see -help");
  if (options.recipes.empty() == options.against.empty())
    return usageError(options.against.empty()
                          ? "give a recipe with -recipe FILE"
                          : "-recipe and -against exclude each other");
  if (options.tune && (options.onlyVerifies() || !options.against.empty()))
    return usageError("-tune needs recipes and matrices to time");
  if (options.interpret &&
      (!options.corpus || options.hasFaults() || options.recipes.empty() ||
       !options.emitDriver.empty() || !options.keep.empty()))
    return usageError("-interpret needs -recipe and -corpus; faults, -keep and "
                      "-emit-driver are for code that is compiled");
  if (options.corpus && !options.matrices.empty())
    return usageError("-corpus brings its own matrices");
  if (!options.emitDriver.empty() &&
      (!options.keep.empty() || !options.csv.empty() || options.tune))
    return usageError("-emit-driver runs nothing: -keep, -csv and -tune do not "
                      "go with it");
  if (options.hasFaults() && !options.emitDriver.empty())
    return usageError("-fail-allocations and -corrupt are not for "
                      "-emit-driver");
  if (options.keep.find_first_of("\"\n") != std::string::npos)
    return usageError("-keep: #include cannot name a folder with a quote, '" +
                      options.keep + "'; give another name");
  if (llvm::Error failure = checkOutputs(options))
    return failure;
  if (llvm::Error failure = checkSearch(options))
    return failure;
  return checkTiming(options);
}

} // namespace sparsec::bench
