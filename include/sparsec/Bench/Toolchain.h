//===- Toolchain.h - compiles and runs a driver -----------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_TOOLCHAIN_H
#define SPARSEC_BENCH_TOOLCHAIN_H

#include "sparsec/Bench/Driver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec::bench {

/// A folder that goes away with its owner, unless it was named by the user.
class WorkFolder {
public:
  /// A fresh folder, or \p keep, which is made if need be and stays.
  static llvm::Expected<WorkFolder> create(const std::string &keep);
  WorkFolder(WorkFolder &&other) noexcept;
  WorkFolder &operator=(WorkFolder &&) = delete;
  ~WorkFolder();

  const std::string &path() const { return folder; }
  std::string file(const std::string &name) const {
    return folder + "/" + name;
  }
  llvm::Error write(const std::string &name, const std::string &text) const;

private:
  WorkFolder(std::string folder, bool temporary)
      : folder(std::move(folder)), temporary(temporary) {}
  std::string folder;
  bool temporary;
};

struct ToolchainOptions {
  std::string compiler = "gcc";
  std::vector<std::string> flags = {"-O3", "-march=native"};
  /// Where the source's own includes are.
  std::vector<std::string> sourceFlags;
  /// "-lmetis", where they are linked.
  std::vector<std::string> libraries;
  bool sanitize = false;
  bool faults = false; ///< the driver comes between the code and malloc()
  DriverKind kind = DriverKind::Host;
  std::string nvcc = "nvcc";
  std::vector<std::string> gpuFlags = {"-O3", "-arch=native"};
  bool linksCusparse = false;
  /// Where objects that do not depend on the kernel are kept for later drivers;
  /// "": nowhere.
  std::string objects;
  /// Seconds for each command; 0: no limit.
  double timeLimit = 0;
  /// What must not be overwritten: the user's files.
  std::vector<std::string> inputs;
};

/// A file that the compiler refused.
class BuildError : public llvm::ErrorInfo<BuildError> {
public:
  static char ID;
  BuildError(std::string file, std::string text, bool isTimedOut = false)
      : file(std::move(file)), text(std::move(text)), isTimedOut(isTimedOut) {}

  void log(llvm::raw_ostream &out) const override { out << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  std::string file; ///< DriverFile::name
  std::string text; ///< the command and what the compiler wrote
  bool isTimedOut;  ///< stopped after ToolchainOptions::timeLimit
};

/// One command of a build; `file` is what it compiles, "" for others. Words may
/// hold cudaFolder.
struct BuildStep {
  std::string file;
  std::vector<std::string> words;
};
/// Stands for the folder of the CUDA compiler that is found.
constexpr const char *cudaFolder = "@CUDA@";

/// The commands that make `driver` of \p files; \p prefix is "FOLDER/", or ""
/// to run them there.
std::vector<BuildStep> buildSteps(const std::string &prefix,
                                  llvm::ArrayRef<DriverFile> files,
                                  const ToolchainOptions &options);

/// Whether buildSteps makes an object of it.
bool isObject(const DriverFile &file);

/// \p steps, which are run in the folder that the script is in, as a shell
/// script; CC and NVCC name other compilers.
std::string buildScript(llvm::ArrayRef<BuildStep> steps,
                        const ToolchainOptions &options);

/// The path, size and time of the program called \p name; "" where there is
/// none.
std::string programIdentity(const std::string &name);
/// Of the texts one after another, and where each ends.
std::string hashOf(const std::vector<std::string> &parts);

/// Runs \p steps. Fails with a BuildError where a file does not compile.
llvm::Error runSteps(const WorkFolder &folder, std::vector<BuildStep> steps,
                     const ToolchainOptions &options);

/// Writes \p files to \p folder; fails where that would overwrite an input.
llvm::Error writeFiles(const WorkFolder &folder,
                       llvm::ArrayRef<DriverFile> files,
                       const std::vector<std::string> &inputs);

/// Compiles \p files (all but headers; .cpp is C++20, .cu CUDA) in \p folder,
/// each to an object of its own, makes what is not visible local, and links
/// `driver`. Fails with a BuildError where a file does not compile.
llvm::Error buildDriver(const WorkFolder &folder,
                        llvm::ArrayRef<DriverFile> files,
                        const ToolchainOptions &options);

/// Why drivers for a GPU cannot run here; "" if they can.
std::string whyNoGpu();
/// What CUDA's driver calls the first one; "" where there is none.
std::string gpuName();

/// What a finished driver said.
struct DriverRun {
  int status = 0; ///< exit status; negative: ended by that signal
  std::string output, errors;
  bool isTimedOut = false; ///< it was stopped
};
/// \p timeLimit: seconds after which it is stopped; 0: never.
llvm::Expected<DriverRun> runDriver(const WorkFolder &folder,
                                    llvm::ArrayRef<std::string> arguments,
                                    double timeLimit = 0);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_TOOLCHAIN_H
