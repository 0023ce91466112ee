//===- Toolchain.cpp - compiles and runs a driver -------------------------===//
///
/// \file
/// Runs the C or CUDA compiler, objcopy (which makes everything but the bench_*
/// functions local, so that original and generated code may define the same
/// names) and the driver.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Toolchain.h"

#include "ObjectCache.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
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

/// What coreutils' timeout ends with when it has stopped a program, by SIGTERM
/// and, where that was not enough, by SIGKILL.
constexpr int stoppedStatus = 124, killedStatus = 137;

/// \p command, stopped with all that it has started after \p seconds. LLVM's
/// own limit is for one program at a time, and leaves what a compiler driver
/// has started.
std::vector<std::string> limited(llvm::ArrayRef<std::string> command,
                                 double seconds) {
  std::vector<std::string> words;
  if (seconds > 0)
    words = {"timeout", "--kill-after=1", std::to_string(seconds)};
  llvm::append_range(words, command);
  return words;
}

/// Runs \p plain, stopped after \p timeLimit seconds if not 0, with its output
/// in files of \p folder; the program's status, negative for a signal.
llvm::Expected<DriverRun> run(const WorkFolder &folder,
                              llvm::ArrayRef<std::string> plain,
                              double timeLimit) {
  const std::vector<std::string> command = limited(plain, timeLimit);
  for (const std::string &name : {plain[0], command[0]})
    if (!llvm::sys::findProgramByName(name))
      return toolError("cannot find the program '" + name + "'");
  auto program = llvm::sys::findProgramByName(command[0]);
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
  result.isTimedOut = timeLimit > 0 && (result.status == stoppedStatus ||
                                        result.status == killedStatus);
  return result;
}

std::string failureText(llvm::ArrayRef<std::string> command,
                        const DriverRun &result) {
  return "'" + llvm::join(command, " ") + "' failed:\n" + result.output +
         result.errors;
}

bool isCuda(const DriverFile &file) {
  return llvm::StringRef(file.name).ends_with(".cu");
}

void append(std::vector<std::string> &words,
            llvm::ArrayRef<std::string> others) {
  words.insert(words.end(), others.begin(), others.end());
}

/// Makes the compiler call the functions of emulation/accesses.cpp before each
/// load and store of the source. With -Og, gcc moves no load to where the
/// source has none (out of an `if` in a loop), which would be seen as a race;
/// clang never does when it watches.
constexpr llvm::StringLiteral watchingFlags[] = {
    "-fsanitize=thread,alignment", "-g1", "-Og",
    "--param=tsan-distinguish-volatile=1"};

/// \p words as nvcc takes them: a comma parts the arguments of its options, of
/// `-DM(a,b)=a`, too, unless it is escaped.
std::vector<std::string> wordsForNvcc(llvm::ArrayRef<std::string> words) {
  std::vector<std::string> result;
  for (const std::string &word : words) {
    result.emplace_back();
    for (char c : word)
      result.back() += c == ',' ? std::string("\\,") : std::string(1, c);
  }
  return result;
}

std::vector<std::string> compileWords(const std::string &prefix,
                                      const DriverFile &file,
                                      const ToolchainOptions &options) {
  std::vector<std::string> words = {options.compiler};
  if (isCuda(file)) {
    words = {options.nvcc, "-std=c++17", "-Xcompiler",
             "-fopenmp,-Wno-unknown-pragmas", "-diag-suppress=161"};
    append(words, options.gpuFlags);
  } else {
    if (llvm::StringRef(file.name).ends_with(".cpp"))
      append(words, {"-x", "c++", "-std=c++20"});
    append(words, options.flags);
    words.push_back("-fopenmp");
  }
  if (options.sanitize)
    append(words, {"-g1", "-fsanitize=address,undefined",
                   "-fno-sanitize-recover=undefined"});
  else if (file.watched)
    words.insert(words.end(), std::begin(watchingFlags),
                 std::end(watchingFlags));
  append(words, {"-I", prefix.empty() ? "." : prefix});
  if (!file.visible.empty() || !file.hidden.empty()) {
    // The source holds ours.
    if (!isCuda(file))
      words.push_back("-Wno-unknown-pragmas");
    append(words, isCuda(file) ? wordsForNvcc(options.sourceFlags)
                               : options.sourceFlags);
  }
  append(words, {"-c", prefix + file.name, "-o", prefix + file.name + ".o"});
  return words;
}

std::vector<std::string> linkWords(const std::string &prefix,
                                   llvm::ArrayRef<DriverFile> files,
                                   const ToolchainOptions &options) {
  std::vector<std::string> words = {options.compiler, "-fopenmp"};
  if (options.kind == DriverKind::Gpu) {
    words = {options.nvcc, "-Xcompiler", "-fopenmp"};
    append(words, options.gpuFlags);
  }
  for (const DriverFile &file : files)
    if (isObject(file))
      words.push_back(prefix + file.name + ".o");
  if (options.sanitize)
    words.push_back("-fsanitize=address,undefined");
  if (options.faults)
    words.push_back("-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                    "--wrap=aligned_alloc,--wrap=free");
  if (options.linksCusparse)
    append(words, {"-Xlinker", "-rpath", "-Xlinker",
                   std::string(cudaFolder) + "/lib64", "-lcusparse"});
  append(words, options.libraries);
  append(words, {"-lstdc++", "-lm", "-o", prefix + "driver"});
  return words;
}

/// \p word in a POSIX shell.
std::string shellWord(const std::string &word) {
  constexpr llvm::StringLiteral plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+.,/:@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
    return word;
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// A program that an environment variable may name another one for.
std::string compilerWord(const std::string &word,
                         const ToolchainOptions &options) {
  if (word == options.compiler)
    return "\"${CC:-" + word + "}\"";
  return word == options.nvcc ? "\"${NVCC:-" + word + "}\"" : word;
}

} // namespace

char BuildError::ID;

bool isObject(const DriverFile &file) {
  // Headers of C++ libraries have no extension.
  const llvm::StringRef extension = llvm::sys::path::extension(file.name);
  return file.isCompiled && !extension.empty() && extension != ".h";
}

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

std::vector<BuildStep> buildSteps(const std::string &prefix,
                                  llvm::ArrayRef<DriverFile> files,
                                  const ToolchainOptions &options) {
  std::vector<BuildStep> steps;
  for (const DriverFile &file : files) {
    if (!isObject(file))
      continue;
    steps.push_back({file.name, compileWords(prefix, file, options)});
    std::vector<std::string> objcopy = {"objcopy"};
    for (const std::string &name : file.visible)
      objcopy.push_back("--keep-global-symbol=" + name);
    for (const std::string &name : file.hidden)
      objcopy.push_back("--localize-symbol=" + name);
    objcopy.push_back(prefix + file.name + ".o");
    if (objcopy.size() > 2)
      steps.push_back({"", objcopy});
  }
  steps.push_back({"", linkWords(prefix, files, options)});
  return steps;
}

std::string buildScript(llvm::ArrayRef<BuildStep> steps,
                        const ToolchainOptions &options) {
  std::string text = "#!/bin/sh\n# Builds the driver beside it.\nset -e\n"
                     "cd \"$(dirname \"$0\")\"\n";
  if (options.kind == DriverKind::Gpu)
    text +=
        "cuda=$(dirname \"$(dirname \"$(command -v \"${NVCC:-nvcc}\")\")\")\n";
  for (const BuildStep &step : steps) {
    std::string line = compilerWord(step.words[0], options);
    for (llvm::StringRef word : llvm::drop_begin(step.words))
      line += " " + (word.consume_front(cudaFolder) ? "\"$cuda\"" + word.str()
                                                    : shellWord(word.str()));
    text += line + "\n";
  }
  return text;
}

llvm::Error writeFiles(const WorkFolder &folder,
                       llvm::ArrayRef<DriverFile> files,
                       const std::vector<std::string> &inputs) {
  for (const DriverFile &file : files) {
    const std::string path = folder.file(file.name);
    const std::string input = overwrittenInput(path, inputs);
    if (!input.empty())
      return toolError("'" + path + "' would overwrite '" + input +
                       "': keep the driver in another folder");
    if (std::error_code status = llvm::sys::fs::create_directories(
            llvm::sys::path::parent_path(path)))
      return llvm::createStringError(status, "cannot make the folder of '%s'",
                                     path.c_str());
    if (llvm::Error failure = folder.write(file.name, file.text))
      return failure;
  }
  return llvm::Error::success();
}

/// Runs \p step, whose words name no cudaFolder; fails with a BuildError where
/// its file does not compile, or takes longer than \p timeLimit seconds, if not
/// 0.
static llvm::Error runStep(const WorkFolder &folder, const BuildStep &step,
                           double timeLimit) {
  llvm::Expected<DriverRun> result = run(folder, step.words, timeLimit);
  if (!result)
    return result.takeError();
  if (result->status == 0)
    return llvm::Error::success();
  const std::string text = failureText(step.words, *result);
  if (!step.file.empty() || result->isTimedOut)
    return llvm::make_error<BuildError>(step.file, text, result->isTimedOut);
  return toolError(text);
}

/// Puts the folder of the CUDA compiler that is found into \p steps.
static llvm::Error nameCudaFolder(std::vector<BuildStep> &steps,
                                  const ToolchainOptions &options) {
  if (options.kind != DriverKind::Gpu)
    return llvm::Error::success();
  auto nvcc = llvm::sys::findProgramByName(options.nvcc);
  if (!nvcc)
    return toolError("cannot find the CUDA compiler '" + options.nvcc +
                     "' (-nvcc PATH); -emulate verifies without a GPU");
  const std::string cuda =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(*nvcc)).str();
  for (BuildStep &step : steps)
    for (std::string &word : step.words)
      if (llvm::StringRef(word).starts_with(cudaFolder))
        word = cuda + word.substr(llvm::StringRef(cudaFolder).size());
  return llvm::Error::success();
}

llvm::Error runSteps(const WorkFolder &folder, std::vector<BuildStep> steps,
                     const ToolchainOptions &options) {
  if (llvm::Error failure = nameCudaFolder(steps, options))
    return failure;
  for (const BuildStep &step : steps)
    if (llvm::Error failure = runStep(folder, step, options.timeLimit))
      return failure;
  return llvm::Error::success();
}

llvm::Error buildDriver(const WorkFolder &folder,
                        llvm::ArrayRef<DriverFile> files,
                        const ToolchainOptions &options) {
  if (llvm::Error failure = writeFiles(folder, files, options.inputs))
    return failure;
  std::vector<BuildStep> steps =
      buildSteps(folder.path() + "/", files, options);
  if (llvm::Error failure = nameCudaFolder(steps, options))
    return failure;
  ObjectCache cache(folder, files, options);
  for (const BuildStep &step : steps) {
    if (cache.fetch(step))
      continue;
    if (llvm::Error failure = runStep(folder, step, options.timeLimit))
      return failure;
    cache.keep(step);
  }
  return llvm::Error::success();
}

llvm::Expected<DriverRun> runDriver(const WorkFolder &folder,
                                    llvm::ArrayRef<std::string> arguments,
                                    double timeLimit) {
  std::vector<std::string> command = {folder.file("driver")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(folder, command, timeLimit);
}

} // namespace sparsec::bench
