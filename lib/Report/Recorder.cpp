//===- Recorder.cpp - takes down the steps of a recipe --------------------===//

#include "sparsec/Report/Report.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

void addStep(Report &report, const DoneStep &step) {
  auto file = llvm::find_if(report.recipes, [&](const Report::File &known) {
    return known.path == step.place.file;
  });
  const size_t number = size_t(file - report.recipes.begin());
  if (file == report.recipes.end())
    report.recipes.push_back(
        {step.place.file.str(), step.place.fileText.str()});
  report.steps.push_back({step.number, step.name, step.call, number,
                          step.place.line, step.place.column, step.isTransform,
                          step.after, step.report});
}

} // namespace sparsec
