//===- Rounds.cpp - what of a trace runs at one time ----------------------===//

#include "Raster.h"
#include "RasterBuilder.h"

#include <algorithm>
#include <map>

namespace sparsec {

namespace {

/// A parallel loop around a statement, and one around it that is not.
struct Nest {
  size_t outer, inner; ///< depths
};

} // namespace

/// The outermost parallel loop of \p statement, and the outermost loop with
/// several values around it.
static std::optional<Nest> nestOf(const MatrixTrace &trace, size_t statement) {
  const auto &parallel = trace.parallel[statement];
  const size_t inner = size_t(
      std::find(parallel.begin(), parallel.end(), true) - parallel.begin());
  if (inner == MatrixTrace::depth)
    return std::nullopt;
  for (size_t outer = 0; outer < inner; ++outer) {
    std::optional<long long> first;
    for (const MatrixTrace::Visit &visit : trace.visits) {
      if (visit.statement != statement)
        continue;
      if (visit.loops[outer] != first.value_or(visit.loops[outer]))
        return Nest{outer, inner};
      first = visit.loops[outer];
    }
  }
  return std::nullopt;
}

/// For each value of the outer loop, and then of the inner one, how many values
/// are read.
using Work = std::map<long long, std::map<long long, size_t>>;

/// Of all statements in the loops of \p nest, which \p statement is in.
static Work workOf(const MatrixTrace &trace, const Nest &nest,
                   size_t statement) {
  Work work;
  const auto &names = trace.loops[statement];
  for (const MatrixTrace::Visit &visit : trace.visits) {
    const auto &others = trace.loops[visit.statement];
    if (others[nest.outer] == names[nest.outer] &&
        others[nest.inner] == names[nest.inner])
      ++work[visit.loops[nest.outer]][visit.loops[nest.inner]];
  }
  return work;
}

static StepPictures::Rounds drawn(const Work &work) {
  StepPictures::Rounds rounds;
  rounds.first = work.begin()->first;
  rounds.last = work.rbegin()->first;
  for (const auto &[outer, tasks] : work) {
    rounds.tasks = std::max(
        rounds.tasks, size_t(tasks.rbegin()->first - tasks.begin()->first + 1));
    for (const auto &[inner, reads] : tasks)
      rounds.reads = std::max(rounds.reads, reads);
  }
  RasterBuilder raster(rounds.tasks, size_t(rounds.last - rounds.first + 1));
  for (const auto &[outer, tasks] : work)
    for (const auto &[inner, reads] : tasks)
      raster.add(size_t(inner - tasks.begin()->first),
                 size_t(outer - rounds.first),
                 double(reads) / double(rounds.reads));
  rounds.raster = raster.finish();
  return rounds;
}

std::optional<StepPictures::Rounds> roundsOf(const MatrixTrace &trace) {
  for (size_t statement = 0; statement < trace.loops.size(); ++statement) {
    const std::optional<Nest> nest = nestOf(trace, statement);
    if (!nest)
      continue;
    StepPictures::Rounds rounds = drawn(workOf(trace, *nest, statement));
    rounds.outer = trace.loops[statement][nest->outer];
    rounds.inner = trace.loops[statement][nest->inner];
    if (rounds.tasks > 1)
      return rounds;
  }
  return std::nullopt;
}

} // namespace sparsec
