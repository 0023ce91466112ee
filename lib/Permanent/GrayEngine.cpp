//===- GrayEngine.cpp - the sum over subsets by a generated kernel --------===//
///
/// \file
/// The half of Ryser's formula by Nijenhuis and Wilf: 2^(n - 1) products of row
/// sums. The kernel is what sparsec makes of recipes/permanent for this matrix;
/// here are the prediction and the error.
///
//===----------------------------------------------------------------------===//

#include "GrayOrder.h"
#include "GraySum.h"
#include "sparsec/Permanent/Team.h"

#include "sparsec/Permanent/Reduce.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>

namespace sparsec::permanent {
namespace {

/// More subsets than a word has are too much.
constexpr int mostRows = 62;
/// Subsets of one chunk, of which a thread of a GPU or a lane has one: digits.
constexpr unsigned lanesOfCpu = 3, lanesOfGpu = 7;
/// Bits of a number of two doubles.
constexpr unsigned quadBits = 106;
/// Operations of a slice, about 0.3 s of 8 cores or of one GPU; what is lost
/// when a run is stopped. The same on all machines, as these share checkpoints.
constexpr double sliceOnCpu = 6e10, sliceOnGpu = 4e12;
/// Smaller ones where that leaves few for several programs to share.
constexpr double slicesOnCpu = 256, leastSliceOnCpu = 1e9;

/// For range.script.
const char *precisionOf(Summation summation) {
  switch (summation) {
  case Summation::Double:
    return "double";
  case Summation::Kahan:
    return "kahan";
  case Summation::DoubleQuad:
    return "dq";
  case Summation::Quad:
    return "qq";
  }
  return "";
}

/// Operations in double for one of a step.
double operationsOf(Summation summation) {
  switch (summation) {
  case Summation::Double:
    return 1;
  case Summation::Kahan:
    return 3;
  case Summation::DoubleQuad:
    return 9;
  case Summation::Quad:
    return 12;
  }
  return 1;
}

/// The mean of |product| over subsets, as some thousands of them have it.
double meanMagnitude(const DoubleRows &matrix) {
  constexpr int samples = 1 << 14;
  const int n = matrix.size();
  std::mt19937_64 random(1);
  double sum = 0;
  for (int sample = 0; sample < samples; ++sample) {
    uint64_t subset = random() | uint64_t{1} << (n - 1);
    double product = 1;
    for (int row = 0; row < n; ++row) {
      double x = 0;
      for (int e = matrix.index[row]; e < matrix.index[row + 1]; ++e)
        x += matrix.a[e] * (double(subset >> matrix.col[e] & 1) - 0.5);
      product *= std::abs(x);
    }
    sum += product;
  }
  return sum / samples;
}

/// Double-precision instructions per second of a core, measured on an EPYC (Zen
/// 4) with the kernels of random matrices of 30 rows, p = 0.3 to 1: 3.0
/// to 3.8e10 with AVX-512, 0.8 to 1.7e10 with AVX2.
double operationsOfCore() {
  return llvm::sys::getHostCPUFeatures().lookup("avx512f") ? 3.3e10 : 1.2e10;
}
/// The share of a GPU's that kernels get, measured on an H200.
constexpr double shareOfGpu = 0.9;
/// Seconds to derive and compile a kernel, or to load one that the cache has:
/// the CPU's on a core of that EPYC, a GPU's beside an H200
/// (docs/permanent.md).
double makingSeconds(bool isGpu, size_t entries, bool isCached) {
  const double start = isGpu ? 0.3 : 0.005; // of the GPU itself
  if (isCached)
    return start;
  return start + (isGpu ? 1.4 + 0.0008 * double(entries)
                        : 0.9 + 0.0024 * double(entries));
}

/// What both engines are made from.
struct GrayBlock {
  int size = 0;
  size_t entries = 0;
  ColumnOrder order;
  std::string unfit;      ///< why it is no block for them; else empty
  std::string withoutGpu; ///< why no GPU is used, to be told; else empty
};

GrayBlock grayBlockOf(const Pattern &pattern, const Numbers &numbers,
                      bool isQuad) {
  GrayBlock block;
  block.size = static_cast<int>(pattern.size());
  for (const auto &row : pattern)
    block.entries += row.size();
  if (numbers.kind == NumberKind::Integer)
    block.unfit = "a sum over subsets is rounded, integers are exact; -double "
                  "takes them as doubles";
  else if (numbers.kind == NumberKind::Complex)
    block.unfit = "complex numbers are for the engines frontier and split";
  else if (numbers.kind == NumberKind::PreciseComplex ||
           (numbers.kind == NumberKind::Precise && !isQuad))
    block.unfit = "numbers of more than 53 bits, qq apart, are for the engines "
                  "frontier and split";
  else if (block.size < leastGrayRows || block.size > mostRows)
    block.unfit =
        llvm::formatv("it takes {0} to {1} rows", leastGrayRows, mostRows)
            .str();
  else
    block.order = bestOrder(pattern);
  return block;
}

/// On the GPUs it is given, or on the CPU.
class GrayEngine : public Engine {
public:
  GrayEngine(GrayBlock block, const Resources &resources,
             const RoundedSquare *values)
      : block(std::move(block)), resources(resources), isForGpus(false) {
    predict(values);
  }
  GrayEngine(GrayBlock block, const Resources &resources,
             const RoundedSquare *values, std::vector<Gpu> found)
      : block(std::move(block)), resources(resources), isForGpus(true),
        gpus(std::move(found)) {
    predict(values);
  }

  const char *name() const override {
    return isForGpus ? "gray-gpu" : "gray-cpu";
  }
  std::string details() const override {
    if (!block.unfit.empty())
      return block.unfit;
    std::string where =
        isForGpus ? llvm::formatv("{0} GPUs", gpus.size()).str()
                  : llvm::formatv("{0} threads", resources.threads).str();
    return llvm::formatv("2^{0} subsets, {1:f1} operations each, on {2}",
                         block.size - 1, block.order.operations, where);
  }
  Cost cost() const override { return total; }
  mpz_class run(const IntegerSquare &, const Progress &) const override {
    throw Refused{block.unfit};
  }
  PreciseValue run(const PreciseSquare &square,
                   const Progress &progress) const override;
  RoundedValue run(const RoundedSquare &square,
                   const Progress &progress) const override;

private:
  GrayBlock block;
  Resources resources;
  bool isForGpus;
  std::vector<Gpu> gpus;
  Cost total{INFINITY, INFINITY, INFINITY};

  /// With \p values it is known whether the kernel is there already.
  void predict(const RoundedSquare *values) {
    if (!block.unfit.empty())
      return;
    double rate = isForGpus ? 0 : operationsOfCore() * resources.threads;
    for (const Gpu &gpu : gpus)
      rate += shareOfGpu * gpu.operations;
    if (resources.team)
      rate *= resources.team->ranks();
    const double operations =
        std::ldexp(block.order.operations * operationsOf(resources.summation),
                   block.size - 1);
    const bool isCached =
        values && GrayKernel::isMade(rowsOf(*values, block.order), layout(),
                                     cacheOf(resources));
    total = {operations, 1e8,
             operations / rate +
                 makingSeconds(isForGpus, block.entries, isCached)};
  }
  void note(const llvm::Twine &text) const {
    if (resources.note)
      resources.note(text.str());
  }
  llvm::Expected<GrayKernel> tryKernel(const DoubleRows &rows) const;
  /// Row sums that are carried from subset to subset, the product, the levels
  /// of the sum: 5 n and less where the frontier engine has told what is right.
  double roundings() const { return 10.0 * block.size; }
  WideSum permanentOf(const DoubleRows &rows, const Progress &progress) const;
  WideSum runKernel(const GrayKernel &kernel, const DoubleRows &rows,
                    double making, const Progress &progress) const;

  GrayLayout layout() const {
    const unsigned digits = unsigned(block.size) - 1; // 3 at least
    const unsigned lanes =
        std::min(isForGpus ? lanesOfGpu : lanesOfCpu, digits - 2);
    // Groups enough for all cores, or for all multiprocessors.
    const unsigned outside = lanes + (isForGpus ? 12 : 6),
                   most = isForGpus ? 18 : 16;
    const unsigned inside = digits > outside ? digits - outside : 1;
    return {isForGpus ? gpus.front().architecture : "", lanes,
            std::min(inside, most), precisionOf(resources.summation)};
  }
  uint64_t groupsOfSlice() const;
};

/// A power of two; the same wherever this job is run.
uint64_t GrayEngine::groupsOfSlice() const {
  const uint64_t groups = layout().groups(block.size);
  const double slice = isForGpus ? sliceOnGpu
                                 : std::clamp(total.operations / slicesOnCpu,
                                              leastSliceOnCpu, sliceOnCpu);
  uint64_t together = groups;
  while (together > 1 &&
         total.operations / double(groups) * double(together) > slice)
    together /= 2;
  return std::min<uint64_t>(together, 1 << 20);
}

/// A kernel that has run once on each GPU, which takes time when it is the
/// first work of the program there.
llvm::Expected<GrayKernel> GrayEngine::tryKernel(const DoubleRows &rows) const {
  llvm::Expected<GrayKernel> kernel =
      GrayKernel::make(rows, layout(), cacheOf(resources));
  if (kernel)
    for (const Gpu &gpu : gpus)
      if (auto sums = kernel->run(gpu.device, 0, 1); !sums)
        return sums.takeError();
  return kernel;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

/// GPUs that cannot be used, for whatever reason, leave the CPU.
WideSum GrayEngine::permanentOf(const DoubleRows &rows,
                                const Progress &progress) const {
  const auto start = std::chrono::steady_clock::now();
  if (!block.withoutGpu.empty())
    note("on the CPU: " + block.withoutGpu);
  llvm::Expected<GrayKernel> kernel = tryKernel(rows);
  if (kernel)
    return runKernel(*kernel, rows, secondsSince(start), progress);
  const std::string reason = llvm::toString(kernel.takeError());
  if (!isForGpus)
    throw Refused{reason};
  GrayBlock onCpu = block;
  onCpu.withoutGpu = reason;
  return GrayEngine(onCpu, resources, nullptr).permanentOf(rows, progress);
}

WideSum GrayEngine::runKernel(const GrayKernel &kernel, const DoubleRows &rows,
                              double making, const Progress &progress) const {
  const int size = block.size;
  const auto start = std::chrono::steady_clock::now();
  WideSum sum = sumOf({rows, layout(), groupsOfSlice(), isForGpus}, kernel,
                      gpus, resources, progress);
  const double running = secondsSince(start);
  note(llvm::formatv("2^{0} subsets in {1:f3} s, {2:e2} a second; the kernel "
                     "took {3:f2} s",
                     size - 1, running, std::ldexp(1, size - 1) / running,
                     making)
           .str());
  // The half that has the last column, and the sign of its complement.
  const double factor = size % 2 ? 2 : -2;
  return {factor * sum.high, factor * sum.low};
}

RoundedValue GrayEngine::run(const RoundedSquare &square,
                             const Progress &progress) const {
  const DoubleRows rows = rowsOf(square, block.order);
  const double value = permanentOf(rows, progress).value();
  const double magnitude = std::ldexp(meanMagnitude(rows), block.size);
  RoundedValue result;
  result.number = {value, std::max(magnitude, std::abs(value))};
  result.roundings = roundings();
  result.isEstimate = true;
  return result;
}

/// \p square in doubles, which have to be exact.
RoundedSquare inDoubles(const PreciseSquare &square) {
  RoundedSquare result;
  for (const auto &row : square.rows) {
    result.rows.emplace_back();
    for (const auto &entry : row) {
      const double value = entry.value.real.toDouble();
      if (!entry.value.real.isEqual(value))
        throw Refused{"entries are of more than 53 bits, as eliminations make "
                      "them, and kernels take doubles; the engine frontier "
                      "takes any"};
      result.rows.back().push_back({entry.column, {value, std::abs(value)}});
    }
  }
  return result;
}

PreciseValue GrayEngine::run(const PreciseSquare &square,
                             const Progress &progress) const {
  if (!block.unfit.empty())
    throw Refused{block.unfit};
  RoundedSquare balanced = inDoubles(square);
  const int64_t exponent = balance(balanced);
  const DoubleRows rows = rowsOf(balanced, block.order);
  const WideSum sum = permanentOf(rows, progress);
  PreciseValue result;
  result.bits = quadBits;
  Float value(sum.high, quadBits);
  value.add(Float(sum.low, quadBits));
  const double magnitude = std::ldexp(meanMagnitude(rows), block.size);
  Float bound(std::max(magnitude, std::abs(sum.high)), magnitudeBits);
  value.scale(exponent);
  bound.scale(exponent);
  result.number = {std::move(value), Float(), std::move(bound)};
  // An operation in two doubles is wrong by 2^-104 and less.
  result.roundings = 4 * roundings();
  result.isEstimate = true;
  return result;
}

} // namespace

std::vector<std::unique_ptr<Engine>>
makeGrayEngines(const Pattern &pattern, const Numbers &numbers,
                const Resources &resources, const RoundedSquare *values) {
  std::vector<std::unique_ptr<Engine>> engines;
  GrayBlock block =
      grayBlockOf(pattern, numbers, resources.summation == Summation::Quad);
  std::string reason;
  std::vector<Gpu> gpus = usableGpus(resources, reason);
  if (!gpus.empty())
    engines.push_back(std::make_unique<GrayEngine>(block, resources, values,
                                                   std::move(gpus)));
  else if (resources.engine == "gray-gpu") {
    GrayBlock unfit{block.size, block.entries, {}, reason, {}};
    engines.push_back(std::make_unique<GrayEngine>(unfit, resources, values,
                                                   std::vector<Gpu>()));
  } else if (resources.gpus != 0) {
    block.withoutGpu = reason;
  }
  if (resources.engine != "gray-gpu")
    engines.push_back(std::make_unique<GrayEngine>(block, resources, values));
  return engines;
}

} // namespace sparsec::permanent
