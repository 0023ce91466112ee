//===- EmitDriver.cpp - drivers for another machine -----------------------===//
///
/// \file
/// The folder holds make/ (make_cases, which makes matrices), a numbered folder
/// per candidate, turns/ and gpu-turns/ with what times them in turns, packed
/// inputs, build.sh and run.sh.
///
//===----------------------------------------------------------------------===//

#include "EmitDriver.h"

#include "Benchmark.h"
#include "DriverSources.h"
#include "InputSets.h"

#include "sparsec/Bench/Turns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace sparsec::bench {
namespace {

class Emitter {
public:
  Emitter(const Program &program, const Kernel &kernel, const Options &options)
      : program(program), kernel(kernel), options(options) {}

  llvm::Error run(const std::vector<Candidate> &candidates);

private:
  llvm::Error write(const std::string &folder, std::vector<DriverFile> files);
  llvm::Error addSources(std::vector<DriverFile> &files) const;
  llvm::Error writeDriver(const Candidate &candidate, size_t number,
                          bool isTimed);
  llvm::Error writeTurns(const std::string &folder);
  llvm::Error writeInputs();
  std::vector<DriverFile> scripts() const;

  const Program &program;
  const Kernel &kernel;
  const Options &options;

  /// What takes turns, by the folder that times it.
  struct Turns {
    std::vector<std::string> folders; ///< "1"
    std::vector<std::vector<DriverFile>> files;
    ToolchainOptions tools;
  };
  std::map<std::string, Turns> turns;
};

llvm::Error Emitter::write(const std::string &folder,
                           std::vector<DriverFile> files) {
  llvm::Expected<WorkFolder> made =
      WorkFolder::create(options.emitDriver + folder);
  if (!made)
    return made.takeError();
  return writeFiles(*made, files, options.inputs());
}

/// Copies the source and its own headers, where they lie to each other.
llvm::Error Emitter::addSources(std::vector<DriverFile> &files) const {
  llvm::SmallString<128> source(options.source);
  llvm::sys::fs::make_absolute(source);
  llvm::sys::path::remove_dots(source, true);
  const std::string folder = llvm::sys::path::parent_path(source).str() + "/";
  std::vector<std::string> paths = {std::string(source)};
  llvm::append_range(paths, program.function.includes);
  for (const std::string &path : paths) {
    llvm::SmallString<128> absolute(path);
    llvm::sys::fs::make_absolute(absolute);
    llvm::sys::path::remove_dots(absolute, true);
    llvm::StringRef inside = absolute;
    auto text = llvm::MemoryBuffer::getFile(absolute);
    if (!inside.consume_front(folder) || !text)
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "-emit-driver copies '%s' and the headers in its folder; '%s' is not "
          "there",
          options.source.c_str(), path.c_str());
    files.push_back({"source/" + inside.str(),
                     (*text)->getBuffer().str(),
                     {},
                     {},
                     /*isCompiled=*/
                     false});
  }
  return llvm::Error::success();
}

llvm::Error Emitter::writeDriver(const Candidate &candidate, size_t number,
                                 bool isTimed) {
  DriverMaker maker(program, kernel, options);
  const std::string name = llvm::sys::path::filename(options.source).str();
  llvm::Expected<std::vector<DriverFile>> files =
      maker.files(candidate, {"source/" + name, "generated.h"});
  if (!files)
    return files.takeError();
  const ToolchainOptions tools = maker.tools(candidate, "source");
  const std::string script = buildScript(buildSteps("", *files, tools), tools);
  if (isTimed) {
    Turns &group = turns[tools.kind == DriverKind::Gpu ? "gpu-turns" : "turns"];
    group.folders.push_back(std::to_string(number));
    group.files.push_back(*files);
    group.tools = tools;
    files->push_back({"takes-turns", "", {}});
  }
  files->push_back({"build.sh", script, {}});
  files->push_back({"label", candidate.label + "\n", {}});
  if (llvm::Error failure = addSources(*files))
    return failure;
  return write("/" + std::to_string(number), std::move(*files));
}

/// The driver that times those of turns[\p folder]. Its records have the
/// numbers of the lines of `folders`, from 0.
llvm::Error Emitter::writeTurns(const std::string &folder) {
  const Turns &group = turns.at(folder);
  std::vector<BuiltDriver> drivers;
  std::string folders;
  for (size_t k = 0; k < group.files.size(); ++k) {
    drivers.push_back({"../" + group.folders[k] + "/", group.files[k]});
    folders += group.folders[k] + "/\n";
  }
  TurnsBuild build = turnsBuild(
      "", drivers, {options.budget, options.runs, nullptr}, group.tools);
  build.files.push_back(
      {"build.sh", buildScript(build.steps, group.tools), {}});
  build.files.push_back({"folders", folders, {}});
  return write("/" + folder, std::move(build.files));
}

/// build.sh and run.sh for all drivers.
std::vector<DriverFile> Emitter::scripts() const {
  std::string threads;
  for (int count : options.threads)
    threads += (threads.empty() ? "" : " ") + std::to_string(count);
  const std::pair<std::string, std::string> values[] = {
      {"@SECONDS@", options.corpus ? "0" : exactText(options.seconds)},
      {"@THREADS@", threads}};
  std::vector<DriverFile> files = scriptFiles();
  for (DriverFile &file : files)
    for (const auto &[key, value] : values)
      if (size_t at = file.text.find(key); at != std::string::npos)
        file.text.replace(at, key.size(), value);
  return files;
}

llvm::Error Emitter::writeInputs() {
  InputSets sets(program, kernel, options);
  size_t number = 0;
  auto path = [&] {
    std::string digits = std::to_string(++number);
    digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
    return options.emitDriver + "/" + digits + ".packed";
  };
  if (!options.corpus)
    return sets.forEach([&](const Inputs &inputs) {
      return writePackedCases(path(), kernel, llvm::ArrayRef(inputs));
    });
  llvm::Expected<std::vector<Inputs>> cases = sets.corpusInputs();
  return cases ? writePackedCases(path(), kernel, *cases) : cases.takeError();
}

llvm::Error Emitter::run(const std::vector<Candidate> &candidates) {
  if (llvm::Error failure = write("/make", caseMakerFiles()))
    return failure;
  if (llvm::Error failure = write("", scripts()))
    return failure;
  for (size_t k = 0; k < candidates.size(); ++k)
    if (llvm::Error failure = writeDriver(
            candidates[k], k + 1,
            !options.corpus && takesTurns(candidates[k], candidates, options)))
      return failure;
  for (const auto &[folder, group] : turns)
    if (llvm::Error failure = writeTurns(folder))
      return failure;
  return writeInputs();
}

} // namespace

llvm::Error emitDrivers(const Program &program,
                        const std::vector<Candidate> &candidates,
                        const Options &options) {
  std::error_code status;
  llvm::sys::fs::directory_iterator first(options.emitDriver, status), none;
  if (!status && first != none)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "-emit-driver: '%s' is not empty; its programs would run with others",
        options.emitDriver.c_str());
  llvm::Expected<Kernel> kernel = describeKernel(program, options.exact);
  if (!kernel)
    return kernel.takeError();
  if (llvm::Error failure = Emitter(program, *kernel, options).run(candidates))
    return failure;
  llvm::outs() << "wrote " << options.emitDriver << "; there: sh build.sh && "
               << "sh run.sh\n";
  return llvm::Error::success();
}

} // namespace sparsec::bench
