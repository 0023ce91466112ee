//===- Pictures.cpp - draws the steps of a report -------------------------===//

#include "LineChanges.h"
#include "MatrixTrace.h"
#include "Raster.h"
#include "ReachTrace.h"

#include "sparsec/IR/LoopLines.h"
#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/Report/Report.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// A matrix, and coarser ones where running it takes too long.
class Drawer {
public:
  Drawer(const Program &source, bench::CsrMatrix matrix,
         const std::map<std::string, std::string> &values)
      : source(source), values(values), finest(std::move(matrix)) {}

  /// Fails with what keeps the source from being run.
  llvm::Error start();
  StepPictures draw(const Program &program);

private:
  /// What an interpreter runs in a second where loops visit entries only.
  static constexpr int64_t mostEntries = 40000;
  /// Coarser ones show nothing.
  static constexpr int64_t fewestRows = 32;

  llvm::Error addLevel();
  StepPictures drawAt(size_t level, const Program &program, bool &takesTooLong);

  const Program &source;
  const std::map<std::string, std::string> &values;
  bench::CsrMatrix finest; ///< of the levels that are not there yet
  int64_t nextGroup = 1;
  struct Level {
    MatrixTracer tracer;
    int64_t group;
  };
  std::vector<Level> levels; ///< ever coarser
  size_t last = 0;           ///< that of the step before
};

llvm::Error Drawer::addLevel() {
  llvm::Expected<MatrixTracer> tracer =
      MatrixTracer::make(source, finest, values);
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

/// On the matrix of \p level; whether a coarser one may do where it fails.
StepPictures Drawer::drawAt(size_t level, const Program &program,
                            bool &takesTooLong) {
  StepPictures pictures;
  takesTooLong = false;
  while (level >= levels.size())
    if (llvm::Error error = addLevel()) {
      pictures.whyNone = llvm::toString(std::move(error));
      return pictures;
    }
  const MatrixTracer &tracer = levels[level].tracer;
  llvm::Expected<MatrixTrace> trace = tracer.trace(program);
  if (!trace) {
    llvm::Error error = trace.takeError();
    takesTooLong = error.isA<TooManyIterations>();
    pictures.whyNone = llvm::toString(std::move(error));
    return pictures;
  }
  pictures = picturesOf(*trace, tracer.matrix());
  pictures.group = levels[level].group;
  pictures.values = llvm::join(tracer.valuesOf(), ", ");
  pictures.isChanged = tracer.isChanged();
  return pictures;
}

/// Begins with the level of the step before: what was too long there mostly is
/// here.
StepPictures Drawer::draw(const Program &program) {
  bool takesTooLong = false;
  StepPictures pictures = drawAt(last, program, takesTooLong);
  if (takesTooLong) {
    while (takesTooLong && levels[last].tracer.matrix().rows > fewestRows)
      pictures = drawAt(++last, program, takesTooLong);
    return pictures;
  }
  while (last > 0) {
    StepPictures finer = drawAt(last - 1, program, takesTooLong);
    if (takesTooLong)
      break;
    pictures = std::move(finer);
    --last;
  }
  return pictures;
}

/// Draws each step of \p report that changes loops by \p draw.
void drawSteps(Report &report,
               const std::function<StepPictures(const Program &)> &draw,
               const std::function<void(size_t)> &progress) {
  report.pictures = draw(report.source);
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
    if (progress)
      progress(step.number);
    step.pictures = draw(step.after);
    if (step.pictures->whyNone.empty() && *step.pictures == *shown) {
      step.pictures = StepPictures();
      step.pictures->sameAs = shownAfter;
      continue;
    }
    shown = &*step.pictures;
    shownAfter = step.number;
  }
}

} // namespace

llvm::Error addPictures(Report &report, const PictureInputs &inputs,
                        const std::function<void(size_t)> &progress) {
  if (!inputs.matrix) {
    auto tracer = ReachTracer::make(report.source, inputs.values);
    if (!tracer)
      return tracer.takeError();
    auto draw = [&](const Program &program) {
      StepPictures pictures;
      if (auto reaches = tracer->trace(program))
        pictures.reaches = std::move(*reaches);
      else
        pictures.whyNone = llvm::toString(reaches.takeError());
      return pictures;
    };
    drawSteps(report, draw, progress);
    return llvm::Error::success();
  }
  Drawer drawer(report.source, *inputs.matrix, inputs.values);
  if (llvm::Error error = drawer.start())
    return error;
  report.matrix = inputs.matrix->name;
  auto draw = [&](const Program &program) { return drawer.draw(program); };
  drawSteps(report, draw, progress);
  return llvm::Error::success();
}

} // namespace sparsec
