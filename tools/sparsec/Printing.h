//===- Printing.h - looking inside a run ------------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_PRINTING_H
#define SPARSEC_TOOLS_SPARSEC_PRINTING_H

#include "Options.h"

#include "sparsec/Recipe/Recipe.h"

namespace sparsec {

/// The program in the format that -print-format asks for.
std::string programText(const Program &program, PrintFormat format);

/// -list-loops: the loops with their bounds, then each statement's source line.
void printLoopList(const Program &program);
/// -print-dependences.
void printDependences(const Program &program, DependenceFormat format);
/// -explain, after the steps: tunables, facts, and which loops are parallel. An
/// error where it asks for a statement that the result does not have.
llvm::Error explain(const RecipeResult &result, const Explanation &asked);

/// Prints loops for -print-loops-after, on standard error; null without it.
LoopObserver loopPrinter(const Options &options);

/// Follows the steps of a recipe for -print-after, -dump-dir and -explain.
class StepPrinter {
public:
  explicit StepPrinter(const Options &options) : options(options) {}
  void operator()(const DoneStep &step);
  /// The first thing that went wrong while printing.
  llvm::Error takeError();

private:
  const Options &options;
  std::string failure;
};

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_PRINTING_H
