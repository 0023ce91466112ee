//===- Toolchain.cpp - compiles and runs a driver -------------------------===//
///
/// \file
/// Runs the C compiler, objcopy (which makes everything but the bench_*
/// functions local, so that original and generated code may define the same
/// names) and the driver.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Toolchain.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::bench {
namespace {

llvm::Error toolError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

std::string contents(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Runs \p command with its output in files of \p folder; the program's status,
/// negative for a signal.
llvm::Expected<DriverRun> run(const WorkFolder &folder,
                              llvm::ArrayRef<std::string> command) {
  auto program = llvm::sys::findProgramByName(command[0]);
  if (!program)
    return toolError("cannot find the program '" + command[0] + "'");
  std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string output = folder.file("output.txt"),
              errors = folder.file("errors.txt");
  // They are opened without being cut to zero length.
  llvm::sys::fs::remove(output);
  llvm::sys::fs::remove(errors);
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), output,
                                                errors};
  std::string message;
  DriverRun result;
  bool failed = false;
  result.status = llvm::sys::ExecuteAndWait(*program, words, std::nullopt,
                                            redirects, 0, 0, &message, &failed);
  if (failed)
    return toolError("cannot run '" + command[0] + "': " + message);
  result.output = contents(output);
  result.errors = contents(errors);
  if (result.status < 0)
    result.errors += message;
  return result;
}

std::string failureText(llvm::ArrayRef<std::string> command,
                        const DriverRun &result) {
  return "'" + llvm::join(command, " ") + "' failed:\n" + result.output +
         result.errors;
}

llvm::Error mustRun(const WorkFolder &folder,
                    llvm::ArrayRef<std::string> command) {
  llvm::Expected<DriverRun> result = run(folder, command);
  if (!result)
    return result.takeError();
  if (result->status == 0)
    return llvm::Error::success();
  return toolError(failureText(command, *result));
}

/// Makes the compiler call the functions of emulation/accesses.cpp before each
/// load and store of the source. With -Og, gcc moves no load to where the
/// source has none (out of an `if` in a loop), which would be seen as a race;
/// clang never does when it watches.
constexpr llvm::StringLiteral watchingFlags[] = {
    "-fsanitize=thread", "-g1", "-Og", "--param=tsan-distinguish-volatile=1"};

llvm::Error buildObject(const WorkFolder &folder, const DriverFile &file,
                        const ToolchainOptions &options) {
  std::string object = folder.file(file.name + ".o");
  std::vector<std::string> command = {options.compiler};
  if (llvm::StringRef(file.name).ends_with(".cpp"))
    command.insert(command.end(), {"-x", "c++", "-std=c++20"});
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  if (options.sanitize)
    command.insert(command.end(), {"-g1", "-fsanitize=address,undefined",
                                   "-fno-sanitize-recover=undefined"});
  else if (file.watched)
    command.insert(command.end(), std::begin(watchingFlags),
                   std::end(watchingFlags));
  command.insert(command.end(), {"-fopenmp", "-I", folder.path()});
  if (!file.visible.empty()) {
    // The source holds ours.
    command.push_back("-Wno-unknown-pragmas");
    command.insert(command.end(), options.sourceFlags.begin(),
                   options.sourceFlags.end());
  }
  command.insert(command.end(), {"-c", folder.file(file.name), "-o", object});
  llvm::Expected<DriverRun> compiled = run(folder, command);
  if (!compiled)
    return compiled.takeError();
  if (compiled->status != 0)
    return llvm::make_error<BuildError>(file.name,
                                        failureText(command, *compiled));
  if (file.visible.empty())
    return llvm::Error::success();
  command = {"objcopy"};
  for (const std::string &name : file.visible)
    command.push_back("--keep-global-symbol=" + name);
  command.push_back(object);
  return mustRun(folder, command);
}

} // namespace

char BuildError::ID;

llvm::Expected<WorkFolder> WorkFolder::create(const std::string &keep) {
  if (!keep.empty()) {
    llvm::SmallString<128> absolute(keep);
    if (std::error_code status = llvm::sys::fs::make_absolute(absolute))
      return llvm::createStringError(status, "cannot use '%s'", keep.c_str());
    if (std::error_code status = llvm::sys::fs::create_directories(absolute))
      return llvm::createStringError(status, "cannot make '%s'", keep.c_str());
    return WorkFolder(std::string(absolute), false);
  }
  llvm::SmallString<128> made;
  if (std::error_code status =
          llvm::sys::fs::createUniqueDirectory("sparsec-bench", made))
    return llvm::createStringError(status, "cannot make a temporary folder");
  return WorkFolder(std::string(made), true);
}

WorkFolder::WorkFolder(WorkFolder &&other) noexcept
    : folder(std::move(other.folder)), temporary(other.temporary) {
  other.temporary = false;
}

WorkFolder::~WorkFolder() {
  if (temporary)
    llvm::sys::fs::remove_directories(folder);
}

llvm::Error WorkFolder::write(const std::string &name,
                              const std::string &text) const {
  std::error_code status;
  llvm::raw_fd_ostream out(file(name), status);
  if (!status) {
    out << text;
    out.close();
    status = out.error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'",
                                 file(name).c_str());
}

llvm::Error buildDriver(const WorkFolder &folder,
                        llvm::ArrayRef<DriverFile> files,
                        const ToolchainOptions &options) {
  for (const DriverFile &file : files) {
    const std::string path = folder.file(file.name);
    const std::string input = overwrittenInput(path, options.inputs);
    if (!input.empty())
      return toolError("'" + path + "' would overwrite '" + input +
                       "': keep the driver in another folder");
    if (llvm::Error failure = folder.write(file.name, file.text))
      return failure;
  }
  std::vector<std::string> link = {options.compiler, "-fopenmp"};
  for (const DriverFile &file : files) {
    if (llvm::StringRef(file.name).ends_with(".h"))
      continue;
    if (llvm::Error failure = buildObject(folder, file, options))
      return failure;
    link.push_back(folder.file(file.name + ".o"));
  }
  if (options.sanitize)
    link.push_back("-fsanitize=address,undefined");
  link.insert(link.end(), {"-lstdc++", "-lm", "-o", folder.file("driver")});
  return mustRun(folder, link);
}

llvm::Expected<DriverRun> runDriver(const WorkFolder &folder,
                                    llvm::ArrayRef<std::string> arguments) {
  std::vector<std::string> command = {folder.file("driver")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(folder, command);
}

} // namespace sparsec::bench
