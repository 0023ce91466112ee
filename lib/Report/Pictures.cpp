//===- Pictures.cpp - draws the steps of a report -------------------------===//

#include "FillCheck.h"
#include "LineChanges.h"
#include "MatrixTrace.h"
#include "Raster.h"
#include "ReachTrace.h"

#include "sparsec/IR/LoopLines.h"
#include "sparsec/Interpreter/Interpreter.h"
#include "sparsec/Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// Why a step has no picture, and what helps.
std::string reasonOf(llvm::Error error, const Program &program,
                     const PictureInputs &inputs) {
  const bool mayCall = error.isA<NotInterpreted>() && !inputs.callUsers &&
                       !program.inspectors.empty();
  return llvm::toString(std::move(error)) +
         (mayCall ? "; -run-inspectors compiles and runs it" : "");
}

/// A matrix, and coarser ones where running it takes too long.
class Drawer {
public:
  Drawer(const Program &source, const PictureInputs &inputs)
      : source(source), inputs(inputs), finest(*inputs.matrix) {}

  /// Fails with what keeps the source from being run.
  llvm::Error start();
  StepPictures draw(const Program &program);
  /// Why its inspector refuses the whole matrix; nothing where that is too
  /// large to run it on.
  std::vector<std::string> refusals(const Program &program);

private:
  /// What an interpreter runs in a second where loops visit entries only.
  static constexpr int64_t mostEntries = 40000;
  /// Coarser ones show nothing.
  static constexpr int64_t fewestRows = 32;

  llvm::Error addLevel();
  StepPictures drawOnSome(const Program &program);
  /// On the whole matrix, whose tracer is made when it is asked for first.
  llvm::Expected<MatrixTrace> countOnWhole(const Program &program,
                                           Memory &memory);
  std::optional<StepPictures> drawLeading(const Program &program);
  StepPictures drawAt(size_t level, const Program &program, bool &takesTooLong);

  const Program &source;
  const PictureInputs &inputs; ///< with a matrix
  std::optional<MatrixTracer> wholeTracer, leadingTracer;
  /// What was counted last, and of which inspector.
  std::vector<MatrixTrace::Carrier> counted;
  std::string countedText;
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
      MatrixTracer::make(source, finest, inputs.values, inputs.callUsers);
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
    pictures.whyNone = reasonOf(std::move(error), program, inputs);
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
StepPictures Drawer::drawOnSome(const Program &program) {
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

llvm::Expected<MatrixTrace> Drawer::countOnWhole(const Program &program,
                                                 Memory &memory) {
  if (!wholeTracer) {
    auto tracer = MatrixTracer::make(source, *inputs.matrix, inputs.values,
                                     inputs.callUsers);
    if (!tracer)
      return tracer.takeError();
    wholeTracer = std::move(*tracer);
  }
  return wholeTracer->count(program, memory);
}

/// The loops that run once: where they are the same, so is what they make.
std::string inspectorText(const Program &program) {
  std::string text;
  for (const LoopLine &line : loopLines(program, true))
    if (program.phases[line.phase].role != Phase::Role::Execute)
      text += line.text + "\n";
  return text;
}

/// Whether an inspector orders iterations by what depends on what on the
/// matrix. On a coarser one that is another order: what rows that become one
/// depend on apart, they then depend on together.
bool findsOrder(const Program &program) {
  return llvm::any_of(program.statements, [](const auto &entry) {
    const auto &action = entry.second.action;
    const auto *call = action ? action->template as<action::Call>() : nullptr;
    return call && llvm::is_contained({&runtime::find_waves,
                                       &runtime::level_sets, &runtime::colour},
                                      call->function);
  });
}

/// On the first rows and columns; nothing where that is not possible.
std::optional<StepPictures> Drawer::drawLeading(const Program &program) {
  if (!leadingTracer) {
    auto tracer =
        MatrixTracer::make(source, leadingBlock(*inputs.matrix, mostEntries),
                           inputs.values, inputs.callUsers);
    if (!tracer) {
      llvm::consumeError(tracer.takeError());
      return std::nullopt;
    }
    leadingTracer = std::move(*tracer);
  }
  auto trace = leadingTracer->trace(program);
  if (!trace) {
    llvm::consumeError(trace.takeError());
    return std::nullopt;
  }
  StepPictures pictures = picturesOf(*trace, leadingTracer->matrix());
  pictures.firstRows = leadingTracer->matrix().rows;
  pictures.values = llvm::join(leadingTracer->valuesOf(), ", ");
  pictures.isChanged = leadingTracer->isChanged();
  return pictures;
}

/// Drawn on a smaller matrix where that has to be, counted on the whole one
/// where that can be.
StepPictures Drawer::draw(const Program &program) {
  if (levels.front().group > 1 && findsOrder(program))
    if (auto pictures = drawLeading(program))
      return *pictures;
  StepPictures pictures = drawOnSome(program);
  pictures.isCounted = pictures.group == 1;
  if (pictures.isCounted || pictures.storages.empty())
    return pictures;
  if (std::string text = inspectorText(program); text != countedText) {
    Memory memory;
    llvm::Expected<MatrixTrace> trace = countOnWhole(program, memory);
    countedText = std::move(text);
    counted.clear();
    if (trace)
      counted = std::move(trace->carriers);
    else
      llvm::consumeError(trace.takeError());
  }
  size_t found = 0;
  std::vector<StepPictures::Storage> storages = pictures.storages;
  for (StepPictures::Storage &storage : storages)
    for (const MatrixTrace::Carrier &carrier : counted)
      if (carrier.name == storage.array) {
        ++found;
        storage.places = carrier.places;
        storage.padding = size_t(llvm::count(carrier.entries, -1));
        storage.rowLength = rowLengthOf(carrier);
      }
  pictures.isCounted = found == storages.size();
  if (pictures.isCounted)
    pictures.storages = std::move(storages);
  return pictures;
}

std::vector<std::string> Drawer::refusals(const Program &program) {
  Memory memory;
  llvm::Expected<MatrixTrace> counted = countOnWhole(program, memory);
  if (counted)
    return arraysAboveLimit(program, memory);
  llvm::consumeError(counted.takeError());
  return {};
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
    auto tracer =
        ReachTracer::make(report.source, inputs.values, inputs.callUsers);
    if (!tracer)
      return tracer.takeError();
    auto draw = [&](const Program &program) {
      StepPictures pictures;
      if (auto reaches = tracer->trace(program))
        pictures.reaches = std::move(*reaches);
      else
        pictures.whyNone = reasonOf(reaches.takeError(), program, inputs);
      return pictures;
    };
    drawSteps(report, draw, progress);
    return llvm::Error::success();
  }
  if (inputs.matrix->entries() == 0) {
    report.matrix = inputs.matrix->name;
    report.pictures.emplace().whyNone =
        "'" + inputs.matrix->name + "' has no entries to draw";
    return llvm::Error::success();
  }
  Drawer drawer(report.source, inputs);
  if (llvm::Error error = drawer.start())
    return error;
  report.matrix = inputs.matrix->name;
  auto draw = [&](const Program &program) { return drawer.draw(program); };
  drawSteps(report, draw, progress);
  if (!report.recipe.empty())
    report.refusals = drawer.refusals(report.result);
  return llvm::Error::success();
}

} // namespace sparsec
