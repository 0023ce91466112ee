//===- Results.cpp - what the drivers found -------------------------------===//
#include "Results.h"

#include "InputSets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

namespace sparsec::bench {
namespace {

/// The status of the generated code for an inspector that would make too large
/// a result: allowed on the corpus, whose dense rows no format is made for.
constexpr llvm::StringLiteral fillLimit = "returned 3:";

} // namespace

void Results::addFailures(const std::string &label,
                          const DriverReport &report) {
  for (const std::string &failure : report.failures) {
    llvm::errs() << "error: " << label << ": " << failure << "\n";
    worsen(Outcome::WrongResult);
  }
  for (const std::string &refusal : report.declined) {
    bool allowed =
        options.corpus && llvm::StringRef(refusal).contains(fillLimit);
    llvm::errs() << (allowed ? "note: " : "error: ") << label << ": " << refusal
                 << "\n";
    if (!allowed)
      worsen(options.corpus ? Outcome::WrongResult : Outcome::UserError);
  }
  for (const std::string &text : report.notes)
    llvm::errs() << "note: " << label << ": " << text << "\n";
}

void Results::addStatus(const std::string &label, const DriverReport &report,
                        const DriverRun &run) {
  bool explained = !report.failures.empty() || !report.declined.empty();
  // A signal is never explained by what the driver said before.
  bool killed = run.status < 0 || run.status > 128;
  if (killed || (run.status != 0 && !explained)) {
    llvm::errs() << "error: " << label << ": the driver ended with status "
                 << run.status << "\n";
    worsen(Outcome::WrongResult);
  }
  if (run.status != 0)
    llvm::errs() << run.errors;
  else
    note(options, llvm::StringRef(run.errors).rtrim().str());
}

void Results::addVerified(const std::string &label,
                          const DriverReport &report) {
  verifiedInputs += report.verified.size();
  for (const DriverReport::Verified &input : report.verified) {
    worstError = std::max(worstError, input.worst);
    if (!input.finite)
      llvm::errs() << "note: " << label << ": input '" << input.input
                   << "': some results of the original are not finite\n";
  }
}

void Results::addRows(const Candidate &candidate, const DriverReport &report,
                      const Inputs &inputs) {
  double operations = 0;
  if (!report.counts.empty())
    for (size_t k = 0; k < report.counts[0].size(); ++k)
      operations += report.counts[0][k] * kernel.operations[k];
  for (const DriverReport::Timing &timing : report.timings) {
    Row row;
    row.kernel = kernel.name;
    row.recipe = candidate.label;
    row.matrix = inputs.name;
    row.rows = inputs.rows;
    row.columns = inputs.columns;
    row.entries = inputs.entries;
    row.threads = timing.threads;
    row.inspectSeconds = timing.inspect;
    row.executeSeconds = timing.execute;
    row.originalSeconds = timing.original;
    row.speedup = timing.speedup;
    double perSecond = timing.execute > 0 ? 1e-9 / timing.execute : 0;
    row.gigabytesPerSecond =
        static_cast<double>(inputs.arrayBytes(kernel)) * perSecond;
    row.gigaflopsPerSecond = operations * perSecond;
    row.maxRelativeError =
        report.verified.empty() ? 0 : report.verified[0].worst;
    rows.push_back(row);
    speedups.emplace(candidate.label, row.speedup);
  }
}

void Results::addGpuRows(const Candidate &candidate, const DriverReport &report,
                         const Inputs &inputs) {
  const size_t before = gpuRows.size();
  for (const GpuTiming &timing : report.gpu) {
    GpuRow row;
    row.kernel = kernel.name;
    row.rows = inputs.rows;
    row.columns = inputs.columns;
    row.entries = inputs.entries;
    row.timing = timing;
    gpuRows.push_back(row);
    if (timing.label == candidate.label && timing.cold > 0)
      speedups.emplace(candidate.label, timing.original / timing.cold);
  }
  setRatios(llvm::MutableArrayRef(gpuRows).drop_front(before), candidate.label);
}

llvm::Error Results::take(const Candidate &candidate, const DriverRun &run,
                          llvm::ArrayRef<Inputs> cases) {
  DriverReport report = readReport(run.output);
  if (!report.noGpu.empty())
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "%s: cannot run on a GPU: %s; -emulate verifies without a GPU, "
        "-emit-driver writes the program for a machine with one",
        candidate.label.c_str(), report.noGpu.c_str());
  addFailures(candidate.label, report);
  addStatus(candidate.label, report, run);
  addVerified(candidate.label, report);
  if (!report.device.empty())
    device = report.device;
  faults[candidate.label].add(report.faults);
  if (options.onlyVerifies())
    return llvm::Error::success();
  addRows(candidate, report, cases[0]);
  addGpuRows(candidate, report, cases[0]);
  return llvm::Error::success();
}

void Results::take(const Candidate &candidate, const DriverReport &report) {
  addFailures(candidate.label, report);
  addVerified(candidate.label, report);
}

/// The mean logarithm of the speedups; a candidate that gave no result on some
/// matrix comes last.
double Results::score(const Candidate &candidate) const {
  double sum = 0;
  size_t most = 0;
  for (const Candidate &other : candidates)
    most = std::max(most, speedups.count(other.label));
  auto [begin, end] = speedups.equal_range(candidate.label);
  for (auto at = begin; at != end; ++at)
    sum += std::log(at->second);
  const size_t count = speedups.count(candidate.label);
  return count == most ? sum / static_cast<double>(count)
                       : -std::numeric_limits<double>::infinity();
}

void Results::printBest() const {
  const Candidate *best = &*llvm::max_element(
      candidates, [&](const Candidate &a, const Candidate &b) {
        return score(a) < score(b);
      });
  llvm::outs() << "best: " << best->recipe;
  for (const std::string &setting : best->settings)
    llvm::outs() << " -set " << setting;
  llvm::outs() << llvm::format(", speedup %.2f\n", std::exp(score(*best)));
}

llvm::Error Results::writeCsv() const {
  if (options.csv.empty())
    return llvm::Error::success();
  std::error_code status;
  llvm::raw_fd_ostream out(options.csv, status);
  if (!status) {
    if (!rows.empty() || gpuRows.empty())
      out << printCsv(rows);
    if (!gpuRows.empty())
      out << printGpuCsv(gpuRows);
    out.close();
    status = out.error();
    out.clear_error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'",
                                 options.csv.c_str());
}

llvm::Error Results::finish() const {
  if (options.hasFaults()) {
    const bool isEmulated =
        llvm::any_of(candidates, [](const Candidate &candidate) {
          return candidate.interface.isCuda;
        });
    for (const auto &[label, counts] : faults)
      llvm::outs() << kernel.name << ", " << label << ": " << counts.text()
                   << (isEmulated ? ", emulated" : "") << "\n";
    return llvm::Error::success();
  }
  if (options.corpus) {
    llvm::outs() << kernel.name << ": " << verifiedInputs
                 << " inputs verified, largest error "
                 << llvm::format("%.1e", worstError) << "\n";
    return llvm::Error::success();
  }
  if (!rows.empty() || gpuRows.empty())
    llvm::outs() << printTable(rows);
  if (!gpuRows.empty()) {
    const double rate = gpuRows[0].timing.copyRate;
    llvm::outs() << device
                 << llvm::format(": a copy moves %.0f GB/s\n", 1e-9 * rate)
                 << printGpuTable(gpuRows);
  }
  if (options.tune && !speedups.empty())
    printBest();
  return writeCsv();
}

} // namespace sparsec::bench
