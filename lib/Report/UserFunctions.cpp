//===- UserFunctions.cpp - the source's own inspectors, called ------------===//
#include "sparsec/Bench/Toolchain.h"
#include "sparsec/IR/UserInspector.h"
#include "sparsec/Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"

namespace sparsec {

static std::string entryName(const std::string &function) {
  return "sparsec_report_" + function;
}

/// One function for all signatures: C converts each argument to its parameter.
static std::string entryText(const UserInspector &inspector) {
  std::vector<std::string> arguments;
  for (const auto &[at, parameter] : llvm::enumerate(inspector.parameters))
    arguments.push_back(
        (parameter.kind == UserInspector::Parameter::Kind::Number ? "numbers["
                                                                  : "arrays[") +
        std::to_string(at) + "]");
  const std::string call =
      inspector.name + "(" + llvm::join(arguments, ", ") + ")";
  const bool hasStatus =
      inspector.function.returns == RuntimeFunction::Returns::Status;
  return "long long " + entryName(inspector.name) +
         "(void *const *arrays, const long long *numbers) {\n" +
         "  (void)arrays, (void)numbers;\n" +
         (hasStatus ? "  return " + call + ";\n"
                    : "  " + call + ";\n  return 0;\n") +
         "}\n";
}

/// A shared library of them in \p folder; its path.
static llvm::Expected<std::string>
compile(const bench::WorkFolder &folder, const Program &source,
        const std::string &path, const std::vector<std::string> &flags) {
  std::string text;
  for (const auto &inspector : source.inspectors)
    text += entryText(*inspector);
  if (llvm::Error failure = folder.write("entries.c", text))
    return failure;
  llvm::SmallString<128> absolute(path);
  llvm::sys::fs::make_absolute(absolute);
  const std::string library = folder.file("inspectors.so");
  bench::BuildStep step{"", {"cc", "-O2", "-shared", "-fPIC", "-w"}};
  llvm::append_range(step.words, flags);
  // What is not defined is told now, and not when it is called.
  for (const std::string &word :
       {std::string("-Wl,-z,defs"), std::string("-include"),
        std::string(absolute), folder.file("entries.c"), std::string("-o"),
        library, std::string("-lm")})
    step.words.push_back(word);
  if (llvm::Error failure = bench::runSteps(folder, {step}, {}))
    return failure;
  return library;
}

using Entry = long long (*)(void *const *arrays, const long long *numbers);

/// The inspector that runs now; null: none does.
static const char *volatile running = nullptr;

const char *runningUserFunction() { return running; }

static long long callEntry(const std::string &name, Entry entry,
                           const std::vector<Passed> &arguments) {
  std::vector<void *> arrays;
  std::vector<long long> numbers;
  for (const Passed &argument : arguments) {
    arrays.push_back(argument.address);
    numbers.push_back(argument.number);
  }
  running = name.c_str();
  const long long value = entry(arrays.data(), numbers.data());
  running = nullptr;
  return value;
}

llvm::Expected<UserCalls>
loadUserFunctions(const Program &source, const std::string &path,
                  const std::vector<std::string> &flags) {
  llvm::Expected<bench::WorkFolder> folder = bench::WorkFolder::create("");
  if (!folder)
    return folder.takeError();
  llvm::Expected<std::string> library = compile(*folder, source, path, flags);
  if (!library)
    return library.takeError();
  std::string problem;
  llvm::sys::DynamicLibrary loaded =
      llvm::sys::DynamicLibrary::getPermanentLibrary(library->c_str(),
                                                     &problem);
  std::map<std::string, Entry> entries;
  for (const auto &inspector : source.inspectors) {
    void *entry =
        loaded.isValid()
            ? loaded.getAddressOfSymbol(entryName(inspector->name).c_str())
            : nullptr;
    if (!entry)
      return llvm::createStringError("cannot load '" + inspector->name +
                                     "': " + problem);
    entries[inspector->name] = reinterpret_cast<Entry>(entry);
  }
  return [entries](const RuntimeFunction &function,
                   const std::vector<Passed> &arguments) {
    const auto &[name, entry] = *entries.find(function.name.str());
    return callEntry(name, entry, arguments);
  };
}

} // namespace sparsec
