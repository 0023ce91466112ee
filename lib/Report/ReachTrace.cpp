//===- ReachTrace.cpp - when loops come to elements -----------------------===//

#include "ReachTrace.h"

#include "MatrixTrace.h"
#include "RasterBuilder.h"

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/InterpretedCases.h"
#include "sparsec/Interpreter/Interpreter.h"

#include <algorithm>

namespace sparsec {

llvm::Expected<ReachTracer>
ReachTracer::make(const Program &source,
                  const std::map<std::string, std::string> &values,
                  const UserCalls &callUsers) {
  if (!bench::sparseArguments(source).empty())
    return llvm::createStringError(
        "'%s' has a sparse matrix: pictures are drawn on one, -matrix=A.mtx or "
        "a made one such as -matrix=stencil2d:30",
        source.function.name.c_str());
  llvm::Expected<bench::Kernel> kernel = bench::describeKernel(source);
  if (!kernel)
    return kernel.takeError();
  bench::BindingOptions binding;
  binding.values = values;
  auto inputs = bench::bindInputs(source, *kernel, {}, binding);
  if (!inputs)
    return inputs.takeError();
  ReachTracer tracer;
  tracer.kernel = std::move(*kernel);
  tracer.inputs = std::move(*inputs);
  tracer.callUsers = callUsers;
  return tracer;
}

namespace {

/// An argument: each time that one of its elements is reached.
struct Reached {
  size_t count = 0;   ///< elements
  size_t columns = 0; ///< its last extent; 0: it has one
  std::vector<std::pair<size_t, size_t>> visits; ///< time, place
};

} // namespace

/// The last of several extents, in elements; 0 where there is one.
static size_t columnsOf(const Array &array, const Program &program,
                        const Memory &memory) {
  if (array.extents.size() < 2 || !array.extents.back())
    return 0;
  bench::Environment known(program);
  for (const auto &[name, value] : memory.parameters)
    known.parameters[name] = value;
  const auto length = known.evaluate(*array.extents.back());
  return length && *length > 1 ? size_t(*length) : 0;
}

/// Elements where they lie, dark those that are reached first: by their order,
/// as all may be reached in a small part of the time.
static Raster placesOf(const Reached &reached) {
  std::vector<size_t> order;
  std::vector<bool> isReached(reached.count);
  for (const auto &[time, place] : reached.visits)
    if (!isReached[place]) {
      isReached[place] = true;
      order.push_back(place);
    }
  RasterBuilder raster(reached.count / reached.columns, reached.columns);
  const double last = double(std::max<size_t>(order.size(), 2) - 1);
  for (size_t at = 0; at < order.size(); ++at)
    raster.add(order[at] / reached.columns, order[at] % reached.columns,
               double(at) / last);
  return raster.finish();
}

/// Elements from left to right, time from top to bottom.
static Raster timesOf(const Reached &reached, size_t times) {
  RasterBuilder raster(times, reached.count);
  const double last = double(std::max<size_t>(times, 2) - 1);
  for (const auto &[time, place] : reached.visits)
    raster.add(time, place, double(time) / last);
  return raster.finish();
}

static std::map<std::string, Reached> argumentsOf(const Program &program,
                                                  const Memory &memory) {
  std::map<std::string, Reached> arguments;
  for (const auto &[name, cells] : memory.arrays) {
    const auto array = program.arrays.find(name);
    if (array != program.arrays.end() && cells.count() > 1 &&
        array->second.owner == Array::Owner::Argument)
      arguments[name] = {
          cells.count(), columnsOf(array->second, program, memory), {}};
  }
  return arguments;
}

llvm::Expected<std::vector<StepPictures::Reach>>
ReachTracer::run(const Program &program, Memory &memory) const {
  llvm::Expected<LoopSnapshot> loops = loopsBeforePasses(program);
  if (!loops)
    return loops.takeError();
  std::map<std::string, Reached> arguments = argumentsOf(program, memory);
  size_t times = 0;
  const auto visit = [&](const TracedAssignment &assignment) {
    for (const TracedAccess &access : assignment.accesses)
      if (auto found = arguments.find(*access.array); found != arguments.end())
        found->second.visits.push_back({times, access.position});
    ++times;
  };
  if (llvm::Error error =
          interpret(program, *loops, memory, /*seed=*/0,
                    {nullptr, visit, MatrixTracer::mostIterations,
                     MatrixTracer::plannedThreads, callUsers}))
    return error;
  std::vector<StepPictures::Reach> reaches;
  for (const auto &[name, reached] : arguments)
    if (!reached.visits.empty())
      reaches.push_back(
          {name, reached.columns ? reached.count / reached.columns : 1,
           reached.columns ? reached.columns : reached.count,
           reached.columns ? placesOf(reached) : timesOf(reached, times)});
  if (reaches.empty())
    return llvm::createStringError(
        "no assignment reaches an argument with several elements");
  return reaches;
}

llvm::Expected<std::vector<StepPictures::Reach>>
ReachTracer::trace(const Program &program) const {
  Memory memory = bench::memoryOf(program, kernel, inputs);
  return poly::tryIsl([&] { return run(program, memory); });
}

} // namespace sparsec
