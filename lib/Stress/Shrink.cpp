//===- Shrink.cpp - makes failing cases small -----------------------------===//

#include "sparsec/Stress/Shrink.h"
#include "sparsec/Stress/Process.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cstdlib>

namespace sparsec::stress {
namespace {

/// What the first error of \p record says, and the signal before it, without
/// what changes from case to case: numbers and what stands in quotes.
std::string reasonOf(const CaseRecord &record) {
  llvm::StringRef why = record.why, signal;
  if (why.starts_with("signal "))
    signal = why.split(" in ").first;
  llvm::StringRef error = why.split("error: ").second.split('\n').first;
  std::string reason = record.kind + ": " + signal.str() + ": ";
  char quote = 0;
  for (char letter : error.take_until([](char c) { return c == '('; })) {
    const bool isQuote = letter == '\'' || letter == '"';
    if (!quote && !isQuote && !llvm::isDigit(letter))
      reason += letter;
    if (isQuote)
      quote = quote ? 0 : letter;
  }
  return reason;
}

/// Whether compilers take \p kernel itself without a warning: what is generated
/// holds its lines.
bool compiles(const Kernel &kernel, const std::string &folder) {
  const std::string file = folder + "/source.c";
  writeText(file, kernel.text("kernel"));
  for (const char *compiler : {"gcc", "clang -Wno-unknown-warning-option"})
    if (std::system(
            (compiler + (" -std=c11 -fsyntax-only -Wall -Wextra -Werror "
                         "-Wno-unknown-pragmas -Wno-unused-parameter "
                         "-Wno-sign-compare '" +
                         file + "' > '" + folder + "/cc' 2>&1"))
                .c_str()))
      return false;
  return true;
}

class Shrinker {
public:
  Shrinker(const CaseRecord &record, const RunnerOptions &options,
           const std::string &folder, double seconds)
      : best(record), reason(reasonOf(record)), steps(neededSteps(record)),
        options(options), folder(folder),
        end(std::chrono::steady_clock::now() +
            std::chrono::milliseconds(long(seconds * 1000))) {}

  CaseRecord run() {
    // One pass over both often makes room for another one.
    while (int{dropSteps()} + cutKernel() + plainKernel() > 0)
      continue;
    return best;
  }

private:
  /// Keeps \p kernel with \p fewer when it fails in the same way.
  bool attempt(const Kernel &kernel, const std::vector<Step> &fewer) {
    if (std::chrono::steady_clock::now() > end || !compiles(kernel, folder))
      return false;
    CaseRecord next = best;
    next.kernel = kernel;
    compose(next, fewer, folder);
    if (!next.failed() && !next.generated.empty())
      runCases({&next}, options, folder);
    if (next.verdict != best.verdict || reasonOf(next) != reason)
      return false;
    best = next;
    steps = fewer;
    return true;
  }

  bool dropSteps() {
    bool shorter = false;
    for (size_t at = steps.size(); at-- > 0;) {
      std::vector<Step> without = steps;
      without.erase(without.begin() + long(at));
      shorter |= attempt(best.kernel, without);
    }
    return shorter;
  }

  bool cutKernel() {
    bool smaller = false;
    for (bool again = true; again;) {
      again = false;
      for (const Kernel &kernel : smallerKernels(best.kernel))
        if (attempt(kernel, steps)) {
          again = smaller = true;
          break;
        }
    }
    return smaller;
  }

  /// Without what decorates a kernel: facts, `restrict`, long integers.
  bool plainKernel() {
    bool plainer = false;
    for (bool Kernel::*flag :
         {&Kernel::sorted, &Kernel::unique, &Kernel::strict,
          &Kernel::isRestrict, &Kernel::isLong, &Kernel::square}) {
      Kernel kernel = best.kernel;
      if (!(kernel.*flag))
        continue;
      kernel.*flag = false;
      plainer |= attempt(kernel, steps);
    }
    return plainer;
  }

  CaseRecord best;
  std::string reason;
  std::vector<Step> steps;
  const RunnerOptions &options;
  std::string folder;
  std::chrono::steady_clock::time_point end;
};

} // namespace

std::vector<Step> neededSteps(const CaseRecord &record) {
  std::vector<Step> steps;
  for (const StepRecord &step : record.steps)
    if (step.fate != StepRecord::Fate::Refused ||
        (record.verdict == Verdict::Crashed && &step == &record.steps.back()))
      steps.push_back(step.step);
  return steps;
}

CaseRecord shrink(const CaseRecord &record, const RunnerOptions &options,
                  const std::string &folder, double seconds) {
  return Shrinker(record, options, folder, seconds).run();
}

} // namespace sparsec::stress
