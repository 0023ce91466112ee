//===- Printing.cpp - looking inside a run --------------------------------===//

#include "Printing.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/Dependences.h"
#include "sparsec/Analysis/Relations.h"
#include "sparsec/CodeGen/CodeGen.h"
#include "sparsec/Frontend/Format.h"
#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace sparsec {

static const char *roleName(Phase::Role role) {
  switch (role) {
  case Phase::Role::Inspect:
    return "inspect";
  case Phase::Role::Update:
    return "update";
  case Phase::Role::Execute:
    break;
  }
  return "execute";
}

/// \p phase as C. Between two steps its order may be one that has no code, such
/// as a bound's loop inside the loop that it bounds: then its loops.
static std::string phaseText(const Program &program, const Phase &phase) {
  llvm::Expected<std::string> code = emitPhase(program, phase);
  const std::string title = std::string("// ") + roleName(phase.role);
  if (code)
    return title + "\n" + formatGenerated(*code);
  llvm::consumeError(code.takeError());
  Program only = program;
  only.phases = {phase};
  return title + "\n// (no C for this order; the loops)\n" +
         printLoops(only, true);
}

std::string programText(const Program &program, PrintFormat format) {
  if (format == PrintFormat::Loops)
    return printLoops(program, true);
  if (format == PrintFormat::Isl)
    return printIsl(program);
  std::string text;
  for (const Phase &phase : program.phases)
    text += phaseText(program, phase);
  return text;
}

void printLoopList(const Program &program) {
  llvm::outs() << printLoops(program);
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    llvm::outs() << name << " at " << statement.location << ": "
                 << statement.source << "\n";
  }
}

/// The loops of the execute phase with no loop around them.
static std::vector<const ScheduleTree *>
outermostLoops(const Program &program) {
  std::vector<const ScheduleTree *> loops;
  for (const std::string &name : program.executePhase().tree.statements()) {
    auto around = program.executePhase().tree.loopsAround(name);
    if (!around.empty() && !llvm::is_contained(loops, around.front()))
      loops.push_back(around.front());
  }
  return loops;
}

void printDependences(const Program &program) {
  for (const Phase &phase : program.phases)
    for (const MayDependence &dependence : mayDependences(program, phase))
      llvm::outs() << describe(dependence, program) << "\n";
  for (const ScheduleTree *loop : outermostLoops(program)) {
    std::vector<CarriedRelation> relations = relationsCarriedBy(
        program, program.executePhase(), *loop, /*witnesses=*/true);
    llvm::outs() << "loop " << loop->name << " carries " << summaryOf(relations)
                 << "\n";
    for (const CarriedRelation &relation : relations)
      llvm::outs() << "  " << describe(relation, relations) << "\n";
  }
}

static void explainLoops(const Program &program) {
  for (const std::string &name : program.executePhase().tree.statements())
    for (const ScheduleTree *loop :
         program.executePhase().tree.loopsAround(name)) {
      std::string why = whyNotParallel(program, name, loop->name);
      llvm::errs() << "loop " << loop->name << " around " << name << ": "
                   << (why.empty() ? "may run in parallel"
                                   : "is sequential: " + why)
                   << "\n";
    }
}

/// What the user wrote, or what an inspector ensures of the array it made.
static std::string factText(const Fact &fact) {
  if (!fact.text.empty())
    return fact.text;
  const std::string array = fact.arrays.empty() ? "" : fact.arrays.front();
  auto in = [](const std::optional<isl::pw_aff> &bound) {
    return bound ? affineText(*bound, {}) : "";
  };
  switch (fact.kind) {
  case Fact::Kind::Range:
    return in(fact.lower) + " <= " + array + "[..] < " + in(fact.upper);
  case Fact::Kind::Extent:
    return "extent(" + array + ", " + in(fact.upper) + ")";
  case Fact::Kind::Boundary:
    return array + "[" + in(fact.at) + "] = " + in(fact.upper);
  case Fact::Kind::Monotonic:
    return array + " is monotonic";
  case Fact::Kind::Sorted:
    return array + " is sorted in each segment";
  case Fact::Kind::Unique:
    return array + " has no duplicates in a segment";
  default:
    return array;
  }
}

void explain(const RecipeResult &result) {
  static const char *const origins[] = {
      "proved", "declared, checked at run time", "assumed, never checked"};
  unsigned number = 0;
  for (const std::string &step : result.steps)
    llvm::errs() << "step " << ++number << ": " << step << "\n";
  for (const Tunable &tunable : result.tunables)
    llvm::errs() << "param " << tunable.name << " = " << tunable.value << "\n";
  // One line of the source may state several facts.
  std::set<std::string> told;
  for (const Fact &fact : result.program.facts) {
    std::string line = "fact: " + factText(fact) + " (" +
                       origins[static_cast<int>(fact.origin)] + ")\n";
    if (told.insert(line).second)
      llvm::errs() << line;
  }
  explainLoops(result.program);
}

void StepPrinter::operator()(const DoneStep &step) {
  bool prints = options.printAfterAll ||
                llvm::is_contained(options.printAfter, step.name);
  if ((!prints && options.dumpDir.empty()) || !failure.empty())
    return;
  const std::string text = "// after step " + std::to_string(step.number) +
                           ": " + step.call + "\n" +
                           programText(step.after, options.printFormat);
  if (prints)
    llvm::errs() << text;
  if (options.dumpDir.empty())
    return;
  std::string path;
  llvm::raw_string_ostream(path)
      << options.dumpDir << "/" << llvm::format("%02u", unsigned(step.number))
      << "-" << step.name << ".txt";
  if (std::error_code error =
          llvm::sys::fs::create_directories(options.dumpDir)) {
    failure = "cannot make '" + options.dumpDir + "': " + error.message();
    return;
  }
  if (llvm::Error error = writeFile(path, text))
    failure = llvm::toString(std::move(error));
}

llvm::Error StepPrinter::takeError() {
  if (failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), failure);
}

} // namespace sparsec
