//===- Report.cpp - a driver's records, the table and the CSV -------------===//
#include "sparsec/Bench/Report.h"

#include "TextTable.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

namespace sparsec::bench {
namespace {

std::string memoryCell(const Row &row) {
  const double seconds = row.timing.execute.median;
  const std::optional<double> share = row.memoryShare(seconds);
  if (!share)
    return row.isCached(seconds) ? "cached" : "-";
  return *share > 1 ? ">100%" : percent(*share);
}

std::vector<std::string> tableCells(const Row &row, double runs) {
  const Timing &timing = row.timing;
  const double original = timing.original.median,
               inspect = timing.inspect.median;
  std::vector<std::string> cells = {
      row.kernel,
      row.recipe,
      row.matrix,
      std::to_string(row.rows),
      std::to_string(row.columns),
      std::to_string(row.entries),
      std::to_string(timing.threads),
      duration(original),
      duration(timing.execute.median),
      timing.rounds > 1 ? percent(timing.execute.spread()) : "-",
      formatted("%.2f", timing.speedup()),
      duration(inspect),
      formatted("%.1f", original > 0 ? inspect / original : 0.0)};
  if (runs > 0)
    cells.push_back(duration(timing.cost(runs).median));
  for (const std::string &cell :
       {formatted("%.2f", row.gigabytesPerSecond), memoryCell(row),
        formatted("%.2f", row.gigaflopsPerSecond),
        formatted("%.1e", row.maxRelativeError)})
    cells.push_back(cell);
  return cells;
}

} // namespace

std::string shownName(llvm::StringRef path) {
  return shownPath(llvm::sys::path::filename(path));
}

std::string nameWithFolder(llvm::StringRef path) {
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  return (folder.empty() ? "" : shownName(folder) + "/") + shownName(path);
}

std::string shownPath(llvm::StringRef path) {
  std::string name = path.str();
  std::replace_if(
      name.begin(), name.end(),
      [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return name;
}

Sample Timing::cost(double runs) const {
  if (runs <= 0)
    return execute;
  return {inspect.median + runs * execute.median,
          inspect.low + runs * execute.low, inspect.high + runs * execute.high};
}

std::string exactText(double value) { return formatted("%.17g", value); }

std::string percent(double part) { return formatted("%.1f%%", 100 * part); }

std::string printTable(llvm::ArrayRef<Row> rows, double runs) {
  std::vector<std::vector<std::string>> lines = {
      {"kernel", "recipe", "matrix", "rows", "cols", "nnz", "threads",
       "original", "execute", "spread", "speedup", "inspect", "runs"}};
  if (runs > 0)
    lines[0].push_back("total");
  for (const char *name : {"GB/s", "of memory", "GFLOP/s", "max error"})
    lines[0].push_back(name);
  for (const Row &row : rows)
    lines.push_back(tableCells(row, runs));
  return alignColumns(lines, 3);
}

std::string describeMemory(llvm::ArrayRef<Row> rows) {
  std::map<int, std::pair<double, double>> rates; // least and most, by threads
  for (const Row &row : rows)
    if (const double rate = 1e-9 * row.memory.bytesPerSecond; rate > 0) {
      auto &[least, most] =
          rates.try_emplace(row.timing.threads, rate, rate).first->second;
      least = std::min(least, rate);
      most = std::max(most, rate);
    }
  std::vector<std::string> parts;
  for (const auto &[threads, range] : rates) {
    const std::string least = formatted("%.1f", range.first),
                      most = formatted("%.1f", range.second);
    parts.push_back((least == most ? most : least + " to " + most) +
                    " GB/s with " + std::to_string(threads) +
                    (threads == 1 ? " thread" : " threads"));
  }
  return parts.empty() ? "" : "memory: " + llvm::join(parts, ", ") + "\n";
}

std::string printCsv(llvm::ArrayRef<Row> rows, double runs) {
  std::string text =
      "kernel,recipe,matrix,rows,cols,nnz,threads,inspect_s,execute_s,"
      "original_s,speedup,gbps,gflops,max_rel_error,execute_q1_s,execute_q3_s,"
      "rounds,total_s,bytes,memory_gbps,cache_bytes\n";
  for (const Row &row : rows) {
    const Timing &timing = row.timing;
    std::vector<std::string> fields = {
        csvField(row.kernel),          csvField(row.recipe),
        csvField(row.matrix),          std::to_string(row.rows),
        std::to_string(row.columns),   std::to_string(row.entries),
        std::to_string(timing.threads)};
    for (double number :
         {timing.inspect.median, timing.execute.median, timing.original.median,
          timing.speedup(), row.gigabytesPerSecond, row.gigaflopsPerSecond,
          row.maxRelativeError, timing.execute.low, timing.execute.high})
      fields.push_back(formatted("%.6g", number));
    fields.push_back(std::to_string(timing.rounds));
    fields.push_back(runs > 0 ? formatted("%.6g", timing.cost(runs).median)
                              : "");
    for (double number :
         {row.bytes, 1e-9 * row.memory.bytesPerSecond, row.memory.cacheBytes})
      fields.push_back(formatted("%.9g", number));
    text += llvm::join(fields, ",") + "\n";
  }
  return text;
}

namespace {

using Fields = llvm::SmallVector<llvm::StringRef, 14>;

double number(llvm::StringRef text) {
  double value = 0;
  llvm::to_float(text, value);
  return value;
}

int integer(llvm::StringRef text) {
  int value = 0;
  llvm::to_integer(text, value);
  return value;
}

/// "matrix wide, 2 threads, execute: ": the first fields of most records.
std::string place(const Fields &fields) {
  return "input '" + fields[1].str() + "', " + fields[2].str() +
         (fields[2] == "1" ? " thread, " : " threads, ") + fields[3].str() +
         ": ";
}

/// A sentence for a record of something wrong; "" for other records.
std::string describeFailure(const Fields &fields) {
  if (fields[0] == "fault" && fields.size() == 5)
    return place(fields) + "CUDA says '" + fields[4].str() + "'";
  if (fields[0] == "kept" && fields.size() == 5)
    return place(fields) + fields[4].str() +
           " bytes of GPU memory are never freed";
  if (fields[0] == "broken" && fields.size() == 5)
    return place(fields) + fields[4].str();
  if (fields.size() < 6)
    return "";
  std::string element = fields[4].str() + "[" + fields[5].str() + "]";
  if (fields[0] == "fail" && fields.size() >= 9)
    return place(fields) + element + " is " + fields[7].str() +
           ", the original gives " + fields[6].str() + " (a difference of " +
           fields[8].str() + " is allowed)";
  if (fields[0] == "stray")
    return place(fields) + "wrote outside '" + fields[4].str() +
           "', at element " + fields[5].str();
  if (fields[0] == "changed")
    return place(fields) + element +
           " was changed, which the original does "
           "not do";
  if (fields[0] == "leak")
    return place(fields) + "a plan was returned together with an error";
  if (fields[0] == "crash")
    return place(fields) + "ended by signal " +
           (fields.size() > 6 ? fields[6].str() : "?") +
           (fields[4] == "?" ? "" : " near " + element);
  return "";
}

/// See bench_report() in driver/measure.c.
Timing timingOf(const Fields &fields) {
  auto sample = [&](size_t median, size_t low) {
    return Sample{number(fields[median]), number(fields[low]),
                  number(fields[low + 1])};
  };
  return {fields[1].str(),    integer(fields[2]), sample(3, 10),
          sample(4, 12),      sample(5, 14),      integer(fields[7]),
          integer(fields[8]), fields[9] == "1"};
}

/// Whether the record is one of faults that were met as they should.
bool countFaults(const Fields &fields, DriverReport::Faults &faults) {
  if (fields[0] == "survived" && fields.size() == 4)
    faults.failedAllocations += integer(fields[3]);
  else if (fields[0] == "refused" && fields.size() == 2)
    ++faults.refused;
  else if (fields[0] == "computed" && fields.size() == 2)
    ++faults.computed;
  else
    return false;
  return true;
}

} // namespace

void DriverReport::Faults::add(const Faults &other) {
  failedAllocations += other.failedAllocations;
  refused += other.refused;
  computed += other.computed;
}

std::string DriverReport::Faults::text() const {
  return std::to_string(failedAllocations) + " failed allocations survived, " +
         std::to_string(refused + computed) +
         " corrupted inputs: " + std::to_string(refused) + " refused, " +
         std::to_string(computed) + " computed";
}

DriverReport readReport(llvm::StringRef output) {
  DriverReport report;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  output.split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    Fields fields;
    line.split(fields, '\t');
    if (std::string failure = describeFailure(fields); !failure.empty()) {
      report.failures.push_back(failure);
    } else if (countFaults(fields, report.faults)) {
      continue;
    } else if (fields[0] == "ok" && fields.size() == 4) {
      report.verified.push_back(
          {fields[1].str(), number(fields[2]), fields[3] == "0"});
    } else if (fields[0] == "time" && fields.size() == 16) {
      report.timings.push_back(timingOf(fields));
    } else if (fields[0] == "memory" && fields.size() == 4) {
      report.memory.push_back(
          {integer(fields[1]), number(fields[2]), number(fields[3])});
    } else if (std::optional<GpuTiming> timing = readGpuTiming(fields)) {
      report.gpu.push_back(std::move(*timing));
    } else if (fields[0] == "nogpu" && fields.size() == 2) {
      report.noGpu = fields[1].str();
    } else if (fields[0] == "device" && fields.size() == 2) {
      report.device = fields[1].str();
    } else if (fields[0] == "without" && fields.size() == 4) {
      report.notes.push_back("input '" + fields[1].str() + "': without " +
                             fields[2].str() + ": " + fields[3].str());
    } else if (fields[0] == "count" && fields.size() >= 2) {
      std::vector<double> counts;
      for (llvm::StringRef field : llvm::ArrayRef(fields).drop_front(2))
        counts.push_back(number(field));
      report.counts.push_back(std::move(counts));
    } else if (fields[0] == "declined" && fields.size() == 6) {
      report.declined.push_back(place(fields) + "returned " + fields[4].str() +
                                ": " + fields[5].str());
    }
  }
  return report;
}

} // namespace sparsec::bench
