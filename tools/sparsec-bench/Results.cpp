//===- Results.cpp - what the drivers found -------------------------------===//
#include "Results.h"
#include "Messages.h"

#include "InputSets.h"
#include "Plot.h"

#include "sparsec/Support/FileOutput.h"

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

/// Those on the host, or on a GPU.
std::vector<Row> rowsOn(bool gpu, llvm::ArrayRef<Measured> rows) {
  std::vector<Row> plain;
  for (const Measured &one : rows)
    if (one.row.gpu.has_value() == gpu)
      plain.push_back(one.row);
  return plain;
}

} // namespace

llvm::Error noGpuError(const std::string &label, const std::string &why) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "%s: cannot run on a GPU: %s; -emulate verifies without a GPU, "
      "-emit-driver writes the program for a machine with one",
      label.c_str(), why.c_str());
}

void Results::addFailures(const std::string &label,
                          const DriverReport &report) {
  for (const std::string &failure : report.failures) {
    say(Severity::Error, label + ": " + failure);
    worsen(Outcome::WrongResult);
  }
  for (const std::string &refusal : report.declined) {
    // A search looks for what takes all inputs.
    bool allowed =
        !options.strategy.empty() ||
        (options.corpus && llvm::StringRef(refusal).contains(fillLimit));
    say(allowed ? Severity::Remark : Severity::Error, label + ": " + refusal);
    if (!allowed)
      worsen(options.corpus ? Outcome::WrongResult : Outcome::UserError);
  }
  for (const std::string &text : report.notes)
    say(Severity::Remark, label + ": " + text);
}

void Results::addStatus(const std::string &label, const DriverReport &report,
                        const DriverRun &run) {
  bool explained = !report.failures.empty() || !report.declined.empty();
  // A signal is never explained by what the driver said before.
  bool killed = run.status < 0 || run.status > 128;
  if (killed || (run.status != 0 && !explained)) {
    say(Severity::Error,
        label + ": the driver ended with status " + std::to_string(run.status));
    worsen(Outcome::WrongResult);
  }
  if (run.status != 0)
    sayAlone(Severity::Error, run.errors);
  else
    note(options, llvm::StringRef(run.errors).rtrim().str());
}

void Results::addVerified(const std::string &label,
                          const DriverReport &report) {
  verifiedInputs += report.verified.size();
  for (const DriverReport::Verified &input : report.verified) {
    worstError = std::max(worstError, input.worst);
    if (!input.finite)
      say(Severity::Remark,
          label + ": input '" + input.input +
              "': some results of the original are not finite");
  }
}

double Results::operationsOf(const DriverReport &report) const {
  double operations = 0;
  if (!report.counts.empty())
    for (size_t k = 0; k < report.counts[0].size(); ++k)
      operations += report.counts[0][k] * kernel.operations[k];
  return operations;
}

void Results::addRow(const Candidate &candidate, const Timing &timing,
                     const DriverReport &report, const Inputs &inputs) {
  Row row;
  row.timing = timing;
  for (const MemoryRate &rate : report.memory)
    if (rate.threads == timing.threads)
      row.memory = rate;
  const double seconds = timing.execute.median,
               perSecond = seconds > 0 ? 1e-9 / seconds : 0;
  row.gigabytesPerSecond =
      static_cast<double>(inputs.arrayBytes(kernel)) * perSecond;
  row.gigaflopsPerSecond = operationsOf(report) * perSecond;
  row.maxRelativeError = errors[&candidate];
  push(candidate, row, inputs, /*isReused=*/false);
}

/// Adds \p row, whose numbers are there, with its names.
void Results::push(const Candidate &candidate, Row row, const Inputs &inputs,
                   bool isReused) {
  row.kernel = kernel.name;
  row.recipe = candidate.label;
  row.recipeFile = candidate.recipe;
  row.recipeHash = candidate.recipeHash;
  row.params = candidate.params;
  row.bytes = static_cast<double>(inputs.arrayBytes(kernel));
  row.matrix = inputs.name;
  row.rows = inputs.rows;
  row.columns = inputs.columns;
  row.entries = inputs.entries;
  rows.push_back({numberOf(candidate), input, row, isReused});
}

/// Libraries' are behind the candidates'.
size_t Results::numberOf(const Candidate &candidate) const {
  const bool isOurs = llvm::any_of(
      candidates, [&](const Candidate &one) { return &one == &candidate; });
  return isOurs ? size_t(&candidate - candidates.data()) : candidates.size();
}

/// One that was timed beside the candidates on a GPU.
const Candidate &Results::library(const std::string &label) {
  return libraries.try_emplace(label, Candidate{label, "", {}, "", {}})
      .first->second;
}

void Results::reuse(const Candidate &candidate, const Row &stored,
                    const Inputs &inputs) {
  push(candidate, stored, inputs, /*isReused=*/true);
  ++reused;
}

std::vector<Measured> Results::newRows() const {
  std::vector<Measured> found;
  for (const Measured &one : llvm::drop_begin(rows, begun))
    if (!one.isReused && one.candidate < candidates.size())
      found.push_back(one);
  return found;
}

/// Adds what a driver said of \p timed on a GPU, and of libraries beside them.
void Results::addGpuRows(llvm::ArrayRef<const Candidate *> timed,
                         const DriverReport &report, const Inputs &inputs) {
  for (const GpuTiming &one : report.gpu) {
    Row row;
    row.timing = one.timing;
    row.gpu = one.figures;
    const double seconds = one.timing.execute.median,
                 perSecond = seconds > 0 ? 1e-9 / seconds : 0;
    row.gigabytesPerSecond = one.bytes * perSecond;
    row.gigaflopsPerSecond = one.operations * perSecond;
    row.maxRelativeError = one.worst;
    if (size_t(one.timing.candidate) < timed.size())
      row.maxRelativeError =
          std::max(one.worst, errors[timed[one.timing.candidate]]);
    if (one.figures.isLibrary) {
      push(library(one.label), row, inputs, /*isReused=*/false);
    } else if (size_t(one.timing.candidate) < timed.size()) {
      push(*timed[one.timing.candidate], row, inputs, /*isReused=*/false);
    }
  }
}

/// Of the lower quartiles: batches are disturbed at different times, and what
/// disturbs only makes times longer.
std::vector<double> Results::costs(const Candidate &candidate,
                                   size_t inputs) const {
  std::vector<std::pair<std::pair<size_t, int>, double>> found;
  for (const Measured &one : rows)
    if (one.candidate == numberOf(candidate)) {
      const Timing &timing = one.row.timing;
      const double base =
          timing.original.low * (options.runs > 0 ? options.runs : 1);
      found.push_back(
          {{one.input, timing.threads}, timing.cost(options.runs).low / base});
    }
  llvm::stable_sort(found, llvm::less_first());
  std::vector<double> costs;
  llvm::append_range(costs, llvm::make_second_range(found));
  return costs.size() == inputs ? costs : std::vector<double>();
}

void Results::beginFinals(llvm::ArrayRef<const Candidate *> finalists) {
  for (const Candidate *candidate : finalists)
    llvm::erase_if(rows, [&](const Measured &one) {
      return one.candidate == numberOf(*candidate);
    });
  for (Measured &one : rows)
    one.row.timing.isDropped = true;
}

llvm::Expected<tune::Outcome> Results::take(const Candidate &candidate,
                                            const DriverRun &run,
                                            llvm::ArrayRef<Inputs> cases) {
  DriverReport report = readReport(run.output);
  if (!report.noGpu.empty())
    return noGpuError(candidate.label, report.noGpu);
  addFailures(candidate.label, report);
  addStatus(candidate.label, report, run);
  addVerified(candidate.label, report);
  if (!report.device.empty())
    device = report.device;
  faults[numberOf(candidate)].add(report.faults);
  errors[&candidate] = report.verified.empty() ? 0 : report.verified[0].worst;
  if (!options.onlyVerifies()) {
    for (const Timing &timing : report.timings)
      addRow(candidate, timing, report, cases[0]);
    addGpuRows(&candidate, report, cases[0]);
  }
  if (run.status == 0 && report.verified.size() == cases.size())
    return tune::Outcome::Good;
  return report.failures.empty() && !report.declined.empty()
             ? tune::Outcome::Declined
             : tune::Outcome::Wrong;
}

void Results::takeTurns(llvm::ArrayRef<const Candidate *> timed,
                        const DriverRun &run, const Inputs &inputs) {
  const DriverReport report = readReport(run.output);
  addFailures("timing", report);
  addStatus("timing", report, run);
  // Nothing else is verified by this driver.
  if (!report.verified.empty())
    errors[&peer] = report.verified[0].worst;
  for (const Timing &timing : report.timings)
    if (size_t(timing.candidate) < timed.size())
      addRow(*timed[timing.candidate], timing, report, inputs);
  addGpuRows(timed, report, inputs);
  if (!report.device.empty())
    device = report.device;
}

void Results::take(const Candidate &candidate, const DriverReport &report) {
  addFailures(candidate.label, report);
  addVerified(candidate.label, report);
}

/// The mean logarithm of the speedups with the times \p at; a candidate that
/// gave no result on some matrix, or was dropped on all, comes last.
double Results::score(const Candidate &candidate, double Sample::*at) const {
  std::multimap<const Candidate *, double> all;
  bool hasStayed = false;
  for (const Measured &one : rows) {
    const Timing &timing = one.row.timing;
    const double base =
        timing.original.median * (options.runs > 0 ? options.runs : 1);
    if (one.candidate < candidates.size())
      all.emplace(&candidates[one.candidate],
                  base / timing.cost(options.runs).*at);
    hasStayed |= one.candidate == numberOf(candidate) && !timing.isDropped;
  }
  double sum = 0;
  size_t most = 0;
  for (const Candidate &other : candidates)
    most = std::max(most, all.count(&other));
  auto [begin, end] = all.equal_range(&candidate);
  for (auto speedup = begin; speedup != end; ++speedup)
    sum += std::log(speedup->second);
  const size_t count = all.count(&candidate);
  return count == most && hasStayed ? sum / static_cast<double>(count)
                                    : -std::numeric_limits<double>::infinity();
}

/// The mean of its rows.
double Results::spread(const Candidate &candidate) const {
  double sum = 0;
  size_t count = 0;
  for (const Measured &one : rows)
    if (one.candidate == numberOf(candidate)) {
      sum += one.row.timing.cost(options.runs).spread();
      ++count;
    }
  return count ? sum / static_cast<double>(count) : 0;
}

void Results::printBest() const {
  std::vector<std::pair<double, const Candidate *>> order;
  for (const Candidate &candidate : candidates)
    order.emplace_back(-score(candidate), &candidate);
  llvm::stable_sort(order, llvm::less_first());
  const auto [negated, best] = order[0];
  if (std::isinf(negated)) {
    llvm::outs() << "best: none, no candidate was timed on all inputs\n";
    return;
  }
  llvm::outs() << "best: " << best->recipe;
  for (const std::string &setting : best->settings)
    llvm::outs() << " -set " << setting;
  llvm::outs() << llvm::format(", speedup %.2f", std::exp(-negated));
  std::vector<std::string> equals;
  const double least = score(*best, &Sample::high);
  for (const auto &[other, candidate] : llvm::drop_begin(order))
    if (std::exp(other - negated) - 1 <=
            std::max(spread(*best), spread(*candidate)) ||
        score(*candidate, &Sample::low) >= least)
      equals.push_back(candidate->label);
  if (!equals.empty())
    llvm::outs() << "; no difference measured to " << listOf(equals);
  llvm::outs() << "\n";
}

llvm::Error Results::writeCsv() const {
  if (options.csv.empty())
    return llvm::Error::success();
  std::error_code status;
  llvm::raw_fd_ostream out(options.csv, status);
  if (!status) {
    const std::vector<Row> onGpu = rowsOn(true, rows);
    if (onGpu.size() < rows.size() || rows.empty())
      out << printCsv(rowsOn(false, rows), options.runs);
    if (!onGpu.empty())
      out << printGpuCsv(onGpu, options.runs);
    out.close();
    status = out.error();
    out.clear_error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'",
                                 options.csv.c_str());
}

void Results::printTables() const {
  const std::vector<Row> onHost = rowsOn(false, rows),
                         onGpu = rowsOn(true, rows);
  if (!onHost.empty() || onGpu.empty())
    llvm::outs() << describeMemory(onHost) << printTable(onHost, options.runs);
  if (!onGpu.empty())
    llvm::outs() << (device.empty() ? gpuName() : device)
                 << llvm::format(": a copy moves %.0f GB/s\n",
                                 1e-9 * onGpu[0].gpu->copyRate)
                 << printGpuTable(onGpu, options.runs);
  if (!options.emulate)
    llvm::outs() << describeRanking(rows, options.runs);
  if (options.tune && !rows.empty())
    printBest();
}

llvm::Error Results::finish() {
  if (options.hasFaults()) {
    const bool isEmulated =
        llvm::any_of(candidates, [](const Candidate &candidate) {
          return candidate.interface.isCuda;
        });
    for (const auto &[number, counts] : faults)
      llvm::outs() << kernel.name << ", " << candidates[number].label << ": "
                   << counts.text() << (isEmulated ? ", emulated" : "") << "\n";
    return llvm::Error::success();
  }
  if (options.corpus) {
    llvm::outs() << kernel.name << ": " << verifiedInputs
                 << " inputs verified, largest error "
                 << llvm::format("%.1e", worstError) << "\n";
    return llvm::Error::success();
  }
  rankRows(rows, options.runs);
  compareToLibraries(rows);
  if (reused)
    say(Severity::Remark, std::to_string(reused) + " of " +
                              std::to_string(rows.size()) +
                              " rows are taken from '" + options.store +
                              "': they were not measured beside the others");
  printTables();
  if (!options.plot.empty())
    if (llvm::Error failure =
            writeFile(options.plot, plotOf(rows, options.runs)))
      return failure;
  return writeCsv();
}

} // namespace sparsec::bench
