//===- Report.cpp - a driver's records, the table and the CSV -------------===//
#include "sparsec/Bench/Report.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace sparsec::bench {
namespace {

std::string formatted(const char *format, double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return text;
}

/// Seconds with a unit that leaves one to three digits before the point.
std::string duration(double seconds) {
  if (seconds < 1e-3)
    return formatted("%.2f us", 1e6 * seconds);
  if (seconds < 1)
    return formatted("%.2f ms", 1e3 * seconds);
  return formatted("%.2f s", seconds);
}

std::vector<std::string> tableCells(const Row &row) {
  return {row.kernel,
          row.recipe,
          row.matrix,
          std::to_string(row.rows),
          std::to_string(row.columns),
          std::to_string(row.entries),
          std::to_string(row.threads),
          duration(row.originalSeconds),
          duration(row.executeSeconds),
          formatted("%.2f", row.speedup),
          duration(row.inspectSeconds),
          formatted("%.1f", row.originalSeconds > 0
                                ? row.inspectSeconds / row.originalSeconds
                                : 0.0),
          formatted("%.2f", row.gigabytesPerSecond),
          formatted("%.2f", row.gigaflopsPerSecond),
          formatted("%.1e", row.maxRelativeError)};
}

/// Fields with commas or quotes are quoted.
std::string csvField(llvm::StringRef text) {
  if (text.find_first_of(",\"\n") == llvm::StringRef::npos)
    return text.str();
  std::string result = "\"";
  for (char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

} // namespace

std::string printTable(llvm::ArrayRef<Row> rows) {
  std::vector<std::vector<std::string>> lines = {
      {"kernel", "recipe", "matrix", "rows", "cols", "nnz", "threads",
       "original", "execute", "speedup", "inspect", "runs", "GB/s", "GFLOP/s",
       "max error"}};
  for (const Row &row : rows)
    lines.push_back(tableCells(row));
  std::vector<size_t> width(lines[0].size(), 0);
  for (const auto &line : lines)
    for (size_t c = 0; c < line.size(); ++c)
      width[c] = std::max(width[c], line[c].size());
  std::string text;
  constexpr size_t namedColumns = 3;
  for (const auto &line : lines) {
    std::string out;
    for (size_t c = 0; c < line.size(); ++c) {
      std::string padding(width[c] - line[c].size(), ' ');
      out += (c ? "  " : "") +
             (c < namedColumns ? line[c] + padding : padding + line[c]);
    }
    text += llvm::StringRef(out).rtrim().str() + "\n";
  }
  return text;
}

std::string printCsv(llvm::ArrayRef<Row> rows) {
  std::string text =
      "kernel,recipe,matrix,rows,cols,nnz,threads,inspect_s,execute_s,"
      "original_s,speedup,gbps,gflops,max_rel_error\n";
  for (const Row &row : rows) {
    std::vector<std::string> fields = {
        csvField(row.kernel),        csvField(row.recipe),
        csvField(row.matrix),        std::to_string(row.rows),
        std::to_string(row.columns), std::to_string(row.entries),
        std::to_string(row.threads)};
    for (double number :
         {row.inspectSeconds, row.executeSeconds, row.originalSeconds,
          row.speedup, row.gigabytesPerSecond, row.gigaflopsPerSecond,
          row.maxRelativeError})
      fields.push_back(formatted("%.6g", number));
    text += llvm::join(fields, ",") + "\n";
  }
  return text;
}

namespace {

using Fields = llvm::SmallVector<llvm::StringRef, 12>;

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

} // namespace

DriverReport readReport(llvm::StringRef output) {
  DriverReport report;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  output.split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    Fields fields;
    line.split(fields, '\t');
    if (std::string failure = describeFailure(fields); !failure.empty()) {
      report.failures.push_back(failure);
    } else if (fields[0] == "ok" && fields.size() == 4) {
      report.verified.push_back(
          {fields[1].str(), number(fields[2]), fields[3] == "0"});
    } else if (fields[0] == "time" && fields.size() == 7) {
      report.timings.push_back({fields[1].str(), integer(fields[2]),
                                number(fields[3]), number(fields[4]),
                                number(fields[5]), number(fields[6])});
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
