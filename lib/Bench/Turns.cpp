//===- Turns.cpp - a driver that times several candidates -----------------===//
///
/// \file
/// Only the file that holds the contract differs between the drivers of one
/// kernel. Of all candidates but the first, its object is taken with other
/// names, by objcopy, so that what is timed is the very code that was verified.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Turns.h"

#include "sparsec/Bench/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace sparsec::bench {
namespace {

constexpr llvm::StringLiteral table = "candidates.c";

std::string numbered(llvm::StringRef name, size_t candidate) {
  return name.str() + (candidate ? "_" + std::to_string(candidate) : "");
}

std::string contractName(DriverKind kind) {
  return kind == DriverKind::Gpu ? "contract.cu" : "contract.c";
}

std::string contractOf(size_t candidate, DriverKind kind) {
  return "contract-" + std::to_string(candidate) +
         (kind == DriverKind::Gpu ? ".cu" : ".c");
}

const DriverFile &fileNamed(llvm::ArrayRef<DriverFile> files,
                            llvm::StringRef name) {
  return *llvm::find_if(
      files, [&](const DriverFile &file) { return file.name == name; });
}

/// What the table of all has of one candidate.
struct Entry {
  std::string inspect, execute, destroy, peer, gpu;
};

std::vector<Entry> entriesOf(size_t candidates, const PeerLibrary *peer,
                             DriverKind kind) {
  std::vector<Entry> entries;
  const bool onGpu = kind == DriverKind::Gpu;
  const std::string call = onGpu ? "bench_call_" : "bench_";
  for (size_t k = 0; k < candidates; ++k)
    entries.push_back({numbered(call + "inspect", k),
                       numbered(call + "execute", k),
                       numbered("bench_destroy", k), "NULL",
                       onGpu ? numbered("bench_gpu_code", k) : ""});
  if (peer)
    entries.push_back({"bench_peer_inspect", "bench_peer_execute",
                       "bench_peer_destroy", "\"" + peer->name + "\"", ""});
  return entries;
}

DriverFile tableFile(size_t candidates, const TurnsOptions &turns,
                     DriverKind kind) {
  std::string declarations, rows;
  const std::vector<Entry> entries = entriesOf(candidates, turns.peer, kind);
  for (size_t k = 0; k < entries.size(); ++k) {
    const Entry &entry = entries[k];
    declarations += "int " + entry.inspect +
                    "(void **plan, void *const *args);\n" + "int " +
                    entry.execute + "(void *plan, void *const *args);\n" +
                    "void " + entry.destroy + "(void *plan);\n";
    if (!entry.gpu.empty())
      declarations += "extern const struct bench_gpu_code " + entry.gpu + ";\n";
    rows +=
        llvm::formatv("    {{{0}, {1}, {2}, {3}, {4}, {5}},\n", k,
                      entry.inspect, entry.execute, entry.destroy, entry.peer,
                      entry.gpu.empty() ? "NULL" : "&" + entry.gpu)
            .str();
  }
  return {table.str(),
          "#include \"bench_driver.h\"\n\n" + declarations +
              "const struct bench_candidate bench_candidates[] = {\n" + rows +
              "};\nconst int bench_candidate_count = " +
              std::to_string(entries.size()) +
              ";\nconst int bench_only_times = 1;\n" +
              "const double bench_budget = " + exactText(turns.budget) +
              ", bench_runs = " + exactText(turns.runs) + ";\n",
          {}};
}

/// Takes the contract's object of \p driver, its functions called after the
/// number of the candidate.
BuildStep renameContract(const std::string &prefix, const BuiltDriver &driver,
                         size_t candidate, DriverKind kind) {
  BuildStep step{"", {"objcopy"}};
  for (const std::string &name : contractSymbols(kind))
    step.words.push_back("--redefine-sym=" + name + "=" +
                         numbered(name, candidate));
  step.words.push_back(driver.prefix + contractName(kind) + ".o");
  step.words.push_back(prefix + contractOf(candidate, kind) + ".o");
  return step;
}

} // namespace

TurnsBuild turnsBuild(const std::string &prefix,
                      llvm::ArrayRef<BuiltDriver> drivers,
                      const TurnsOptions &turns,
                      const ToolchainOptions &options) {
  TurnsBuild build;
  std::vector<DriverFile> files;
  for (const DriverFile &file : drivers[0].files) {
    if (file.name == table)
      continue;
    files.push_back(file);
    if (isObject(file))
      build.steps.push_back({"",
                             {"cp", drivers[0].prefix + file.name + ".o",
                              prefix + file.name + ".o"}});
  }
  for (size_t k = 1; k < drivers.size(); ++k) {
    build.steps.push_back(renameContract(prefix, drivers[k], k, options.kind));
    files.push_back({contractOf(k, options.kind), "", {}});
  }
  files.push_back(tableFile(drivers.size(), turns, options.kind));
  build.files = {files.back()};
  ToolchainOptions tools = options;
  if (turns.peer) {
    files.push_back(turns.peer->file);
    build.files.push_back(turns.peer->file);
    llvm::append_range(tools.sourceFlags, turns.peer->flags);
    llvm::append_range(tools.libraries, turns.peer->libraries);
  }
  for (const char *header : {"bench_driver.h", "bench_kernel.h"})
    build.files.push_back(fileNamed(files, header));
  auto isWritten = [&](const BuildStep &step) {
    return llvm::any_of(build.files, [&](const DriverFile &file) {
      return file.name == step.file;
    });
  };
  const std::vector<BuildStep> steps = buildSteps(prefix, files, tools);
  for (const BuildStep &step : steps)
    if (isWritten(step) || &step == &steps.back())
      build.steps.push_back(step);
  return build;
}

llvm::Error linkTurns(const WorkFolder &folder,
                      llvm::ArrayRef<BuiltDriver> drivers,
                      const TurnsOptions &turns,
                      const ToolchainOptions &options) {
  const TurnsBuild build =
      turnsBuild(folder.path() + "/", drivers, turns, options);
  if (llvm::Error failure = writeFiles(folder, build.files, options.inputs))
    return failure;
  return runSteps(folder, build.steps, options);
}

} // namespace sparsec::bench
