//===- main.cpp - sparsec-loops -------------------------------------------===//
///
/// \file
/// Reads the text of loops, runs passes over each phase of it, and writes the
/// loops after them: for tests of one pass.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/LoopText/LoopText.h"
#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace sparsec;

namespace {

namespace cl = llvm::cl;

/// llvm::cl declarations, made once LLVM's own options are gone.
struct Options {
  cl::OptionCategory category{"sparsec-loops options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("IN.loops"),
                             cl::init("-"), cl::cat(category)};
  cl::list<std::string> passes{"passes", cl::value_desc("NAME"),
                               cl::desc("the passes to run, in this order"),
                               cl::CommaSeparated, cl::cat(category)};
  cl::opt<bool> list{"list", cl::desc("print the passes, and what they do"),
                     cl::cat(category)};
};

int fail(const llvm::Twine &message, int code = ExitUserError) {
  llvm::errs() << "sparsec-loops: error: " << message << "\n";
  return code;
}

void listPasses() {
  for (const LoopPassRow &pass : loopPasses())
    llvm::outs() << llvm::left_justify(pass.name, 22) << pass.sentence << "\n";
}

int checkNames(const Options &options) {
  std::vector<std::string> names;
  for (const LoopPassRow &pass : loopPasses())
    names.push_back(pass.name);
  for (const std::string &name : options.passes)
    if (!llvm::is_contained(names, name))
      return fail("no pass '" + name + "'" + didYouMean(name, names) +
                      "; -list prints all of them",
                  ExitUsage);
  return ExitOk;
}

/// Runs the passes on \p module; false, and a message, where one cannot.
bool run(const Options &options, LoopModule &module) {
  LoweringHooks hooks;
  hooks.makesRegions = true;
  hooks.warn = [](const CodeWarning &warning) {
    llvm::errs() << "sparsec-loops: warning: " << warning.message << "\n";
  };
  for (const std::string &name : options.passes) {
    std::string needed = neededByPass(name, module.loops);
    if (!needed.empty()) {
      fail("pass '" + name + "' asks " + needed +
           ", which the text of loops does not say: see it with sparsec "
           "-print-loops-after=" +
           name);
      return false;
    }
    if (llvm::Error error = runLoopPass(name, module.loops, module.program,
                                        module.phase(), hooks)) {
      fail("pass '" + name + "': " + llvm::toString(std::move(error)));
      return false;
    }
  }
  return true;
}

int report(llvm::StringRef name, llvm::StringRef text, llvm::Error error) {
  SourceDiagnostics diagnostics(llvm::errs());
  const unsigned buffer = diagnostics.addBuffer(name, text);
  llvm::handleAllErrors(
      std::move(error),
      [&](const LoopTextError &wrong) {
        diagnostics.report(SourceDiagnostics::Severity::Error,
                           {buffer, wrong.line, wrong.column, wrong.length},
                           wrong.text);
      },
      [&](const llvm::ErrorInfoBase &other) { fail(other.message()); });
  return ExitUserError;
}

int run(const Options &options) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(options.input, true);
  if (!file)
    return fail("'" + options.input + "': " + file.getError().message());
  const llvm::StringRef text = (*file)->getBuffer();
  Session session;
  llvm::Expected<std::vector<LoopModule>> modules =
      readLoops(session.ctx(), text);
  if (!modules)
    return report(options.input, text, modules.takeError());
  for (LoopModule &module : *modules) {
    if (!run(options, module))
      return ExitUserError;
    llvm::outs() << writeLoops(module.program, module.phase(), module.loops);
  }
  return ExitOk;
}

} // namespace

int main(int argc, char **argv) {
  cl::ResetCommandLineParser();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  std::string complaints;
  llvm::raw_string_ostream stream(complaints);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "runs passes over loops that are given as text\n",
          &stream)) {
    llvm::errs() << stream.str();
    return ExitUsage;
  }
  if (options.list) {
    listPasses();
    return ExitOk;
  }
  if (int code = checkNames(options))
    return code;
  try {
    return run(options);
  } catch (const std::exception &failure) {
    return fail(llvm::Twine("internal error: ") + failure.what(), ExitInternal);
  }
}
