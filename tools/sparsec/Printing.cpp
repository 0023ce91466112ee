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

void explain(const RecipeResult &result) {
  static const char *const origins[] = {
      "proved", "declared, checked at run time", "assumed, never checked"};
  unsigned number = 0;
  for (const std::string &step : result.steps)
    llvm::errs() << "step " << ++number << ": " << step << "\n";
  for (const Tunable &tunable : result.tunables)
    llvm::errs() << "param " << tunable.name << " = " << tunable.value << "\n";
  for (const Fact &fact : result.program.facts)
    llvm::errs() << "fact: " << fact.text << " ("
                 << origins[static_cast<int>(fact.origin)] << ")\n";
  explainLoops(result.program);
}

void StepPrinter::operator()(const std::string &step, const Program &program) {
  ++number;
  bool prints =
      options.printAfterAll || llvm::is_contained(options.printAfter, step);
  if ((!prints && options.dumpDir.empty()) || !failure.empty())
    return;
  const std::string text = programText(program, options.printFormat);
  if (prints)
    llvm::errs() << "// after step " << number << ": " << step << "\n" << text;
  if (options.dumpDir.empty())
    return;
  std::string path;
  llvm::raw_string_ostream(path)
      << options.dumpDir << "/" << llvm::format("%02u", number) << "-" << step
      << ".txt";
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
