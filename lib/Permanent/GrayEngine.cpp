//===- GrayEngine.cpp - the sum over subsets by a generated kernel --------===//
///
/// \file
/// The half of Ryser's formula by Nijenhuis and Wilf: 2^(n - 1) products of row
/// sums. The kernel is what sparsec makes of recipes/permanent for this matrix;
/// here are the order of the columns, the prediction and the error.
///
//===----------------------------------------------------------------------===//

#include "Gpus.h"
#include "GrayKernel.h"
#include "sparsec/Permanent/GrayRun.h"

#include "sparsec/Matrix/DigitOrder.h"

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
/// Seconds to derive and compile a kernel, on one core of a Xeon at 2.6 GHz.
constexpr double derivation = 4;
/// Subsets of one chunk, of which a thread of a GPU or a lane has one: digits.
constexpr unsigned lanesOfCpu = 3, lanesOfGpu = 7;
/// Operations of a slice, about 0.3 s of 8 cores or of one GPU; what is lost
/// when a run is stopped. The same on all machines, as these share checkpoints.
constexpr double sliceOnCpu = 6e10, sliceOnGpu = 4e12;

/// Which columns are digits, in which order, the last one being in every
/// subset; of the matrix or of its transpose.
struct ColumnOrder {
  bool transpose = false;
  std::vector<int> columns;
  double operations = INFINITY; ///< additions and multiplications of a step
};

Pattern transposed(const Pattern &pattern) {
  Pattern result(pattern.size());
  for (size_t row = 0; row < pattern.size(); ++row)
    for (int column : pattern[row])
      result[column].push_back(static_cast<int>(row));
  return result;
}

/// The fullest column is the one that never changes.
ColumnOrder orderOf(const Pattern &pattern) {
  const auto n = static_cast<int>(pattern.size());
  Pattern columns = transposed(pattern);
  auto fullest =
      static_cast<int>(std::max_element(columns.begin(), columns.end(),
                                        [](const auto &a, const auto &b) {
                                          return a.size() < b.size();
                                        }) -
                       columns.begin());
  DigitRows rows(pattern.size());
  for (int row = 0; row < n; ++row)
    for (int column : pattern[row])
      if (column != fullest)
        rows[row].push_back(unsigned(column - (column > fullest)));
  std::vector<unsigned> places =
      orderDigits(rows, unsigned(n - 1), DigitOrder::Search);
  ColumnOrder order;
  order.operations = sparsec::costOf(rows, places).sum() + 1;
  order.columns.assign(size_t(n), fullest);
  for (int digit = 0; digit < n - 1; ++digit)
    order.columns[places[digit]] = digit + (digit >= fullest);
  return order;
}

ColumnOrder bestOrder(const Pattern &pattern) {
  ColumnOrder straight = orderOf(pattern),
              across = orderOf(transposed(pattern));
  across.transpose = true;
  return across.operations < straight.operations ? across : straight;
}

DoubleRows rowsOf(const RoundedSquare &block, const ColumnOrder &order) {
  std::vector<std::vector<std::pair<int, double>>> rows(block.rows.size());
  std::vector<int> placeOf(block.rows.size());
  for (size_t place = 0; place < order.columns.size(); ++place)
    placeOf[order.columns[place]] = static_cast<int>(place);
  for (int row = 0; row < block.size(); ++row)
    for (const auto &entry : block.rows[row]) {
      int across = order.transpose ? entry.column : row,
          down = order.transpose ? row : entry.column;
      rows[across].emplace_back(placeOf[down], entry.value.value.real());
    }
  DoubleRows result;
  for (auto &row : rows) {
    std::sort(row.begin(), row.end());
    for (auto [column, value] : row) {
      result.col.push_back(column);
      result.a.push_back(value);
    }
    result.index.push_back(static_cast<int>(result.col.size()));
  }
  return result;
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

/// Double-precision instructions per second of a core, measured with the
/// kernels of random matrices of 30 rows on a Xeon at 2.6 GHz.
double operationsOfCore() {
  return llvm::sys::getHostCPUFeatures().lookup("avx512f") ? 2.5e10 : 1.2e10;
}
/// The share of a GPU's that kernels get, measured on an H200.
constexpr double shareOfGpu = 0.7;

class GrayEngine : public Engine {
public:
  GrayEngine(const Pattern &block, const Numbers &numbers,
             const Resources &resources)
      : resources(resources), size(static_cast<int>(block.size())) {
    if (numbers.kind == NumberKind::Integer ||
        numbers.kind == NumberKind::Complex || size < leastGrayRows ||
        size > mostRows)
      return;
    order = bestOrder(block);
    gpus = findGpus(resources.gpus);
    if (gpus.empty() && resources.gpus > 0)
      reason = "no GPU was found";
    if (!gpus.empty() && compilerFor(true).empty()) {
      gpus.clear();
      reason = "nvcc was not found, NVCC may name it";
    }
    predict();
  }

  const char *name() const override { return "gray"; }
  std::string details() const override {
    if (std::isinf(total.seconds))
      return "for real matrices of 14 to 62 rows";
    std::string where =
        gpus.empty() ? llvm::formatv("{0} threads", resources.threads).str()
                     : llvm::formatv("{0} GPUs", gpus.size()).str();
    return llvm::formatv("2^{0} subsets, {1:f1} operations each, on {2}",
                         size - 1, order.operations, where);
  }
  Cost cost() const override { return total; }
  mpz_class run(const IntegerSquare &, const Progress &) const override {
    throw Refused{"the sum over subsets is rounded; integers are exact"};
  }
  RoundedValue run(const RoundedSquare &block,
                   const Progress &progress) const override;

private:
  Resources resources;
  int size;
  ColumnOrder order;
  std::vector<Gpu> gpus;
  std::string reason; ///< why there are none
  Cost total{INFINITY, INFINITY, INFINITY};

  /// A kernel for a GPU takes no longer to compile: GPUs alone are used.
  void predict() {
    double rate = gpus.empty() ? operationsOfCore() * resources.threads : 0;
    for (const Gpu &gpu : gpus)
      rate += shareOfGpu * gpu.operations;
    const double operations = std::ldexp(order.operations, size - 1);
    total = {operations, 1e8, operations / rate + derivation};
  }
  void note(const llvm::Twine &text) const {
    if (resources.note)
      resources.note(text.str());
  }
  llvm::Expected<GrayKernel> tryKernel(const DoubleRows &rows) const;
  GrayKernel makeKernel(const DoubleRows &rows);
  WideSum sumBy(const GrayKernel &kernel, const Progress &progress) const;

  GrayLayout layout() const {
    const unsigned digits = unsigned(size) - 1;
    if (gpus.empty())
      return {"", lanesOfCpu, std::clamp(digits - lanesOfCpu - 6, 1U, 16U)};
    unsigned inside = digits > lanesOfGpu + 12 ? digits - lanesOfGpu - 12 : 1;
    return {gpus.front().architecture, lanesOfGpu, std::clamp(inside, 1U, 18U)};
  }
  int groupsOfSlice(uint64_t groups) const;
};

/// A power of two of groups.
int GrayEngine::groupsOfSlice(uint64_t groups) const {
  const double slice = gpus.empty() ? sliceOnCpu : sliceOnGpu;
  uint64_t together = groups;
  while (together > 1 &&
         total.operations / double(groups) * double(together) > slice)
    together /= 2;
  return static_cast<int>(std::min<uint64_t>(together, 1 << 20));
}

/// A kernel that has run once on each GPU, which takes time when it is the
/// first work of the program there.
llvm::Expected<GrayKernel> GrayEngine::tryKernel(const DoubleRows &rows) const {
  llvm::Expected<GrayKernel> kernel = GrayKernel::make(
      rows, layout(),
      resources.cache.empty() ? defaultCache() : resources.cache);
  if (kernel)
    for (const Gpu &gpu : gpus)
      if (auto sums = kernel->run(gpu.device, 0, 1); !sums)
        return sums.takeError();
  return kernel;
}

/// For the GPUs if there are any, else, or if that fails, for the CPU.
GrayKernel GrayEngine::makeKernel(const DoubleRows &rows) {
  llvm::Expected<GrayKernel> kernel = tryKernel(rows);
  if (!kernel && !gpus.empty()) {
    reason = llvm::toString(kernel.takeError());
    gpus.clear();
    predict();
    kernel = tryKernel(rows);
  }
  if (!kernel)
    throw Refused{llvm::toString(kernel.takeError())};
  if (!reason.empty())
    note("on the CPU: " + reason);
  return std::move(*kernel);
}

WideSum GrayEngine::sumBy(const GrayKernel &kernel,
                          const Progress &progress) const {
  const uint64_t groups = layout().groups(size);
  const int together = groupsOfSlice(groups);
  Slices slices;
  slices.key = kernel.key();
  slices.count = groups / uint64_t(together);
  slices.workers = std::max(1, static_cast<int>(gpus.size()));
  slices.part = resources.part;
  slices.parts = resources.parts;
  slices.compute = [&](int worker, uint64_t slice) -> llvm::Expected<WideSum> {
    const int where = gpus.empty() ? static_cast<int>(resources.threads)
                                   : gpus[worker].device;
    llvm::Expected<std::vector<double>> sums =
        kernel.run(where, slice * uint64_t(together), together);
    if (!sums)
      return sums.takeError();
    WideSum sum;
    for (double part : *sums)
      sum.add(part);
    return sum;
  };
  return sumOf(slices, resources.checkpoint, progress);
}

RoundedValue GrayEngine::run(const RoundedSquare &block,
                             const Progress &progress) const {
  using Clock = std::chrono::steady_clock;
  auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const DoubleRows rows = rowsOf(block, order);
  GrayEngine engine(*this); // which may have to do without GPUs
  Clock::time_point start = Clock::now();
  const GrayKernel kernel = engine.makeKernel(rows);
  const double making = since(start);
  start = Clock::now();
  const double sum = engine.sumBy(kernel, progress).value();
  const double running = since(start);
  note(llvm::formatv("2^{0} subsets in {1:f3} s, {2:e2} a second; the kernel "
                     "took {3:f2} s",
                     size - 1, running, std::ldexp(1, size - 1) / running,
                     making)
           .str());
  // The half that has the last column, and the sign of its complement.
  const double value = (size % 2 ? 2 : -2) * sum;
  const double magnitude = std::ldexp(meanMagnitude(rows), size);
  RoundedValue result;
  result.number = {value, std::max(magnitude, std::abs(value))};
  // Row sums that are carried from subset to subset, the product, the levels of
  // the sum: 5 n and less where the frontier engine has told what is right.
  result.roundings = 10.0 * size;
  result.isEstimate = true;
  return result;
}

} // namespace

std::unique_ptr<Engine> makeGrayEngine(const Pattern &block,
                                       const Numbers &numbers,
                                       const Resources &resources) {
  return std::make_unique<GrayEngine>(block, numbers, resources);
}

} // namespace sparsec::permanent
