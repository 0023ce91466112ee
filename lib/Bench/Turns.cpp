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
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

namespace sparsec::bench {
namespace {

constexpr llvm::StringLiteral contract = "contract.c";
constexpr llvm::StringLiteral table = "candidates.c";

std::string numbered(llvm::StringRef name, size_t candidate) {
  return name.str() + (candidate ? "_" + std::to_string(candidate) : "");
}

std::string contractOf(size_t candidate) {
  return "contract-" + std::to_string(candidate) + ".c";
}

const DriverFile &fileNamed(llvm::ArrayRef<DriverFile> files,
                            llvm::StringRef name) {
  return *llvm::find_if(
      files, [&](const DriverFile &file) { return file.name == name; });
}

/// Functions of one candidate, in the table of all.
struct Entry {
  std::string inspect, execute, destroy, peer;
};

std::vector<Entry> entriesOf(size_t candidates, const PeerLibrary *peer) {
  std::vector<Entry> entries;
  for (size_t k = 0; k < candidates; ++k)
    entries.push_back({numbered("bench_inspect", k),
                       numbered("bench_execute", k),
                       numbered("bench_destroy", k), "NULL"});
  if (peer)
    entries.push_back({"bench_peer_inspect", "bench_peer_execute",
                       "bench_peer_destroy", "\"" + peer->name + "\""});
  return entries;
}

DriverFile tableFile(size_t candidates, const TurnsOptions &turns) {
  std::string declarations, rows;
  const std::vector<Entry> entries = entriesOf(candidates, turns.peer);
  for (size_t k = 0; k < entries.size(); ++k) {
    const Entry &entry = entries[k];
    declarations += "int " + entry.inspect +
                    "(void **plan, void *const *args);\n" + "int " +
                    entry.execute + "(void *plan, void *const *args);\n" +
                    "void " + entry.destroy + "(void *plan);\n";
    rows += llvm::formatv("    {{{0}, {1}, {2}, {3}, {4}},\n", k, entry.inspect,
                          entry.execute, entry.destroy, entry.peer)
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

/// Puts the object of \p driver into \p folder, its functions called after
/// the number of the candidate.
llvm::Error renameContract(const WorkFolder &folder, const BuiltDriver &driver,
                           size_t candidate) {
  BuildStep step{"", {"objcopy"}};
  for (const std::string &name : fileNamed(driver.files, contract).visible)
    step.words.push_back("--redefine-sym=" + name + "=" +
                         numbered(name, candidate));
  step.words.push_back(driver.folder->file(contract.str() + ".o"));
  step.words.push_back(folder.file(contractOf(candidate) + ".o"));
  return runStep(folder, step);
}

llvm::Error copyObject(const WorkFolder &from, const WorkFolder &to,
                       const std::string &name) {
  if (std::error_code status = llvm::sys::fs::copy_file(from.file(name + ".o"),
                                                        to.file(name + ".o")))
    return llvm::createStringError(status, "cannot write '%s'",
                                   to.file(name + ".o").c_str());
  return llvm::Error::success();
}

} // namespace

llvm::Error linkTurns(const WorkFolder &folder,
                      llvm::ArrayRef<BuiltDriver> drivers,
                      const TurnsOptions &turns,
                      const ToolchainOptions &options) {
  std::vector<DriverFile> files = drivers[0].files.vec();
  llvm::erase_if(files,
                 [](const DriverFile &file) { return file.name == table; });
  for (const DriverFile &file : files)
    if (llvm::sys::fs::exists(drivers[0].folder->file(file.name + ".o")))
      if (llvm::Error failure =
              copyObject(*drivers[0].folder, folder, file.name))
        return failure;
  for (size_t k = 1; k < drivers.size(); ++k) {
    if (llvm::Error failure = renameContract(folder, drivers[k], k))
      return failure;
    files.push_back({contractOf(k), "", {}});
  }
  files.push_back(tableFile(drivers.size(), turns));
  std::vector<DriverFile> written = {files.back()};
  ToolchainOptions tools = options;
  if (turns.peer) {
    files.push_back(turns.peer->file);
    written.push_back(turns.peer->file);
    llvm::append_range(tools.sourceFlags, turns.peer->flags);
    llvm::append_range(tools.libraries, turns.peer->libraries);
  }
  for (const char *header : {"bench_driver.h", "bench_kernel.h"})
    written.push_back(fileNamed(files, header));
  if (llvm::Error failure = writeFiles(folder, written, options.inputs))
    return failure;
  const std::vector<BuildStep> steps =
      buildSteps(folder.path() + "/", files, tools);
  auto isWritten = [&](const BuildStep &step) {
    return llvm::any_of(written, [&](const DriverFile &file) {
      return file.name == step.file;
    });
  };
  for (const BuildStep &step : steps)
    if (isWritten(step) || &step == &steps.back())
      if (llvm::Error failure = runStep(folder, step))
        return failure;
  return llvm::Error::success();
}

} // namespace sparsec::bench
