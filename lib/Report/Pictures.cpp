//===- Pictures.cpp - draws the steps of a report -------------------------===//

#include "LineChanges.h"
#include "MatrixTrace.h"
#include "Raster.h"

#include "sparsec/IR/LoopLines.h"
#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/Report/Report.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// A matrix, and coarser ones where running it takes too long.
class Drawer {
public:
  Drawer(const Program &source, bench::CsrMatrix matrix)
      : source(source), finest(std::move(matrix)) {}

  /// Fails with what keeps the source from being run.
  llvm::Error start();
  StepPictures draw(const Program &program);

private:
  /// What an interpreter runs in a second where loops visit entries only.
  static constexpr int64_t mostEntries = 40000;
  /// Coarser ones show nothing.
  static constexpr int64_t fewestRows = 32;

  llvm::Error addLevel();

  const Program &source;
  bench::CsrMatrix finest; ///< of the levels that are not there yet
  int64_t nextGroup = 1;
  struct Level {
    MatrixTracer tracer;
    int64_t group;
  };
  std::vector<Level> levels; ///< ever coarser
};

llvm::Error Drawer::addLevel() {
  llvm::Expected<MatrixTracer> tracer = MatrixTracer::make(source, finest);
  if (!tracer)
    return tracer.takeError();
  levels.push_back({std::move(*tracer), nextGroup});
  finest = coarsened(finest);
  nextGroup *= 2;
  return llvm::Error::success();
}

llvm::Error Drawer::start() {
  for (; finest.entries() > mostEntries; nextGroup *= 2)
    finest = coarsened(finest);
  return addLevel();
}

StepPictures Drawer::draw(const Program &program) {
  StepPictures pictures;
  for (size_t level = 0;; ++level) {
    if (level == levels.size())
      if (llvm::Error error = addLevel()) {
        pictures.whyNone = llvm::toString(std::move(error));
        return pictures;
      }
    const MatrixTracer &tracer = levels[level].tracer;
    llvm::Expected<MatrixTrace> trace = tracer.trace(program);
    if (trace) {
      pictures = picturesOf(*trace, tracer.matrix());
      pictures.group = levels[level].group;
      pictures.values = llvm::join(tracer.valuesOf(), ", ");
      pictures.isChanged = tracer.isChanged();
      return pictures;
    }
    llvm::Error error = trace.takeError();
    const bool mayBeCoarser =
        error.isA<TooManyIterations>() && tracer.matrix().rows > fewestRows;
    pictures.whyNone = llvm::toString(std::move(error));
    if (!mayBeCoarser)
      return pictures;
  }
}

} // namespace

llvm::Error addPictures(Report &report, const bench::CsrMatrix &matrix) {
  Drawer drawer(report.source, matrix);
  if (llvm::Error error = drawer.start())
    return error;
  report.matrix = matrix.name;
  report.pictures = drawer.draw(report.source);
  const Program *before = &report.source;
  const StepPictures *shown = &*report.pictures;
  size_t shownAfter = 0;
  for (ReportedStep &step : report.steps) {
    const bool changes =
        changesBetween(loopLines(*before, true), loopLines(step.after, true))
            .any();
    before = &step.after;
    if (!changes)
      continue;
    step.pictures = drawer.draw(step.after);
    if (step.pictures->whyNone.empty() && *step.pictures == *shown) {
      step.pictures = StepPictures();
      step.pictures->sameAs = shownAfter;
      continue;
    }
    shown = &*step.pictures;
    shownAfter = step.number;
  }
  return llvm::Error::success();
}

} // namespace sparsec
