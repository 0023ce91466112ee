//===- CheckOptions.cpp - which options go together -----------------------===//
#include "CheckOptions.h"

#include "sparsec/Support/FileOutput.h"

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
      {"-store", options.store}};
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
  return checkTiming(options);
}

} // namespace sparsec::bench
