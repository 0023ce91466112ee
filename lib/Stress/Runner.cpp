//===- Runner.cpp - compiles and runs generated code ----------------------===//

#include "sparsec/Stress/Runner.h"

#include "CaseRun.h"
#include "ThreadRun.h"

#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <dlfcn.h>

namespace sparsec::stress {
namespace {

class Batch {
public:
  Batch(const RunnerOptions &options, const std::string &folder)
      : options(options), folder(folder) {}

  void run(const std::vector<CaseRecord *> &records);

private:
  std::string path(const CaseRecord &record, const std::string &suffix) const {
    return folder + "/" + record.name() + suffix;
  }
  /// Runs \p command; "" or what it said.
  std::string said(const std::string &command) const;
  /// "" or what the compilers said.
  std::string build(const std::vector<CaseRecord *> &records) const;
  /// "" or what is wrong with the files as users get them.
  std::string wholeFiles(const CaseRecord &record) const;
  void execute(CaseRecord &record, void *library) const;

  const RunnerOptions &options;
  std::string folder;
};

/// Of all generated code. Kernels multiply truth values and compare them, which
/// their authors would be asked about.
constexpr const char *warnings =
    " -Wall -Wextra -Werror -Wno-error=maybe-uninitialized "
    "-Wno-int-in-bool-context -Wno-bool-compare -Wno-bool-operation ";

std::string Batch::said(const std::string &command) const {
  std::string log = folder + "/cc";
  if (std::system(("(" + command + ") > '" + log + "' 2>&1").c_str()) == 0)
    return "";
  return readText(log) + " ";
}

std::string Batch::build(const std::vector<CaseRecord *> &records) const {
  // Waves and tasks on small inputs, too.
  std::string common = " -pipe -fPIC -fopenmp -ffp-contract=off -fwrapv "
                       "-DSPARSEC_WAVE_COST=1 -DSPARSEC_TASK_LEAST=1 "
                       "-DSPARSEC_PIECE_LEAST=1 -DSPARSEC_JUMP_COST=0 -I '" +
                       options.runtimeFolder + "' " + warnings;
  for (const std::string &flag : options.flags)
    common += " " + flag;
  std::string sources, objects, command;
  for (const CaseRecord *record : records)
    for (const UnitFile &file : caseUnits(*record)) {
      std::string name = path(*record, file.suffix);
      writeText(name, file.text);
      if (file.suffix != ".cpp") {
        sources += " '" + name + "'";
        continue;
      }
      // Loads and stores call the emulation, which looks for races.
      // Launches are macros there, which do not use all that they are given.
      command += "g++ -std=c++20" + common +
                 " -Wno-unused-parameter -Og -g1 -fsanitize=thread,alignment "
                 "--param=tsan-distinguish-volatile=1 -I '" +
                 options.emulationFolder + "' -c '" + name + "' -o '" + name +
                 ".o' && ";
      objects += " '" + name + ".o'";
    }
  command += options.compiler + " -std=c11 -shared" + common + sources +
             objects + " -o '" + folder + "/cases.so'";
  return said(command);
}

std::string Batch::wholeFiles(const CaseRecord &record) const {
  const std::string check =
      " -fsyntax-only" + std::string(warnings) +
      (record.kernel.isUnsigned ? "-Wno-sign-compare " : "");
  auto file = [&](const std::string &suffix, const std::string &text) {
    std::string name = path(record, suffix);
    writeText(name, text);
    return " '" + name + "'";
  };
  std::string header = file(".h", record.header);
  if (!record.onGpu) {
    std::string whole = file(".whole.c", record.whole);
    return said("gcc -std=c11 -x c" + check + header +
                " && g++ -std=c++17 -x c++" + check + header +
                " && gcc -std=c11 -fopenmp" + check + whole +
                " && gcc -std=c11 -Wno-unknown-pragmas" + check + whole +
                " && clang -Wno-unknown-warning-option -std=c11 "
                "-Wno-unknown-pragmas" +
                check + whole);
  }
  const std::string cxx = "g++ -std=c++20 -Wno-unused-parameter -x c++" +
                          check + "-I '" + options.emulationFolder + "'";
  return said(cxx + header + " && " + cxx + file(".whole.cu", record.whole) +
              " && gcc -std=c11" + check + file(".rest.c", record.rest));
}

void Batch::execute(CaseRecord &record, void *library) const {
  const std::string log = folder + "/run.log";
  long before = childMilliseconds();
  ProcessEnd end = runInChild([&] {
    LogWriter writer(log);
    redirectErrors(folder + "/errors");
    limitTime(10);
    CaseRun(record, library, writer).all();
  });
  std::string stage;
  record.times["run"] += childMilliseconds() - before;
  for (const LogLine &line : readLogLines(log)) {
    stage = line.first;
    if (line.event == "wrong")
      return record.fail(Verdict::Wrong, line.first, line.second);
  }
  if (end.timedOut)
    record.fail(Verdict::Wrong, "endless loop", "in the shape " + stage);
  else if (end.signal || end.exitCode)
    record.fail(Verdict::Wrong, "generated code crashes",
                "signal " + std::to_string(end.signal) + " in the shape " +
                    stage + "\n" + readText(folder + "/errors"));
}

void Batch::run(const std::vector<CaseRecord *> &records) {
  if (records.empty())
    return;
  long before = childMilliseconds();
  std::string problem = build(records);
  records.front()->times["compile"] += childMilliseconds() - before;
  if (!problem.empty() && records.size() > 1) {
    for (CaseRecord *record : records)
      run({record});
    return;
  }
  if (!problem.empty())
    return records.front()->fail(Verdict::Wrong, "does not compile", problem);
  void *library = dlopen((folder + "/cases.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  for (CaseRecord *record : records) {
    before = childMilliseconds();
    problem = record->isThorough ? wholeFiles(*record) : "";
    record->times["check"] += childMilliseconds() - before;
    if (!library)
      record->fail(Verdict::Wrong, "does not load", dlerror());
    else if (!problem.empty())
      record->fail(Verdict::Wrong, "file does not compile", problem);
    else
      execute(*record, library);
    // A program of its own, so one case in four with such threads.
    before = childMilliseconds();
    if (!record->failed() && hasWaitingThreads(*record) &&
        (record->number % 4 == 0 || record->isThorough))
      runOnThreads(*record, options, path(*record, ".c"));
    record->times["threads"] += childMilliseconds() - before;
  }
  if (library)
    dlclose(library);
}

} // namespace

void runCases(const std::vector<CaseRecord *> &records,
              const RunnerOptions &options, const std::string &folder) {
  Batch(options, folder).run(records);
}

} // namespace sparsec::stress
