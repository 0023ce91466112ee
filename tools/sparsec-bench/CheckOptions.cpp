//===- CheckOptions.cpp - which options go together -----------------------===//
#include "CheckOptions.h"

#include "sparsec/Support/FileOutput.h"

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

/// What is about times needs some.
llvm::Error checkTiming(const Options &options) {
  const std::pair<const char *, bool> given[] = {
      {"-runs", options.runs > 0},
      {"-budget", options.budget > 0},
      {"-peer mkl", options.peer == "mkl"},
      {"-plot", !options.plot.empty()},
      {"-store", !options.store.empty()}};
  for (const auto &[name, isGiven] : given)
    if (isGiven && (options.onlyVerifies() || !options.emitDriver.empty()))
      return usageError(std::string(name) +
                        " needs matrices to time here, without -corpus, "
                        "faults and -emit-driver");
  if (options.reuse && options.peer == "mkl")
    return usageError("-reuse measures nothing that a library could stand "
                      "beside; leave it or -peer mkl away");
  if (options.reuse && options.store.empty())
    return usageError("-reuse needs -store FILE, which says where results are");
  return llvm::Error::success();
}

/// Fails where \p file of option \p name is an input.
llvm::Error checkOutput(const Options &options, const char *name,
                        const std::string &file) {
  const std::string input =
      file.empty() ? "" : overwrittenInput(file, options.inputs());
  if (input.empty())
    return llvm::Error::success();
  return usageError(std::string(name) + " '" + file + "' would overwrite '" +
                    input + "'");
}

} // namespace

llvm::Error checkOptions(const Options &options) {
  if (options.help || options.version)
    return llvm::Error::success();
  if (!options.write.empty())
    return checkWrite(options);
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
  if (llvm::Error failure = checkOutput(options, "-csv", options.csv))
    return failure;
  if (llvm::Error failure = checkOutput(options, "-plot", options.plot))
    return failure;
  if (llvm::Error failure = checkOutput(options, "-store", options.store))
    return failure;
  return checkTiming(options);
}

} // namespace sparsec::bench
