//===- Report.h - what a run of a recipe did, to look at --------*- C++ -*-===//
///
/// \file
/// A report shows each step of a recipe, the loops before and after it and what
/// was checked of it; of the source's loops and of the result's, which run in
/// parallel, or which dependences forbid it; and the code. `-report=FILE`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_REPORT_REPORT_H
#define SPARSEC_REPORT_REPORT_H

#include "sparsec/Analysis/LoopReport.h"
#include "sparsec/Interpreter/Trace.h"
#include "sparsec/Matrix/Matrix.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Report/Measured.h"
#include "sparsec/Report/Picture.h"
#include "sparsec/Support/GeneratedText.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A step, as DoneStep, with the program after it.
struct ReportedStep {
  size_t number = 0;
  std::string name, call;
  size_t file = 0; ///< of Report::recipes, and its line and column, from 1
  unsigned line = 0, column = 0;
  bool isTransform = false;
  Program after;
  StepReport checks;
  /// On the report's matrix; none where there is no matrix, or where the step
  /// leaves the loops as they are.
  std::optional<StepPictures> pictures = std::nullopt;
};

struct ReportedLoop {
  LoopReport loop;
  /// What would let it run in parallel, each tried; of an outermost loop that
  /// runs each time.
  std::vector<std::string> remedies;
};

struct Report {
  explicit Report(const Program &source) : source(source), result(source) {}

  std::string commandLine;
  /// The file, as named; "": only the source is looked at.
  std::string recipe;
  Program source;
  Program result; ///< what code is made of
  std::vector<ReportedStep> steps;
  std::vector<Tunable> tunables;
  /// The files that steps stand in: the recipe, and what it took in with use().
  struct File {
    std::string path, text;
  };
  std::vector<File> recipes;
  std::string code;                             ///< what was written
  std::vector<CodePlace> codePlaces;            ///< on lines of it
  std::vector<ReportedLoop> sourceLoops, loops; ///< of the source, the result
  std::string matrix;                           ///< of the pictures: "bcsstk16"
  std::optional<StepPictures> pictures;         ///< of the source
  std::vector<std::string> refusals;   ///< why a plan is refused on the matrix
  std::vector<MeasuredGroup> measured; ///< -measured
};

/// Takes down a step: RecipeOptions::afterStep, with wantsReports.
void addStep(Report &report, const DoneStep &step);

/// Looks at the loops of the source and of the result, which are there already.
/// \p hasCode: whether code can be made of a program.
void addLoops(Report &report,
              const std::function<bool(const Program &)> &hasCode);

/// What programs are run on for pictures.
struct PictureInputs {
  std::optional<bench::CsrMatrix> matrix;    ///< none: of a program without one
  std::map<std::string, std::string> values; ///< of parameters: -arg n=32
  /// For steps that call the source's own inspectors; null: they have none.
  UserCalls callUsers = nullptr;
};

/// Compiles the inspectors that come with \p source, the file \p path, by the
/// host's compiler with \p flags, and loads them: they run in this process.
/// Fails with what the compiler says; libraries are not linked.
llvm::Expected<UserCalls>
loadUserFunctions(const Program &source, const std::string &path,
                  const std::vector<std::string> &flags);

/// The name of the one of these that runs now, for who handles a crash; null:
/// none does.
const char *runningUserFunction();

/// Draws the iterations of each step on \p inputs. Fails where the source is
/// not run on them; a step without pictures says why. \p progress, if any, is
/// called with a step's number before it is drawn.
llvm::Error addPictures(Report &report, const PictureInputs &inputs,
                        const std::function<void(size_t)> &progress = nullptr);

/// One object; docs/guide/report.md has its members.
std::string reportJson(const Report &report);
/// One page that needs no other file: it reads without scripts, which only show
/// what belongs together.
std::string reportHtml(const Report &report);

} // namespace sparsec

#endif // SPARSEC_REPORT_REPORT_H
