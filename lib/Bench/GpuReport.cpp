//===- GpuReport.cpp - the table of a GPU's timings -----------------------===//
#include "sparsec/Bench/Report.h"

#include "TextTable.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::bench {
namespace {

double number(llvm::StringRef text) {
  double value = 0;
  llvm::to_float(text, value);
  return value;
}

double perSecond(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

/// The part of a copy's bandwidth at which \p bytes were gone through.
double ofCopy(const GpuTiming &timing, double bytes) {
  return timing.copyRate > 0 ? perSecond(bytes, timing.cold) / timing.copyRate
                             : 0;
}

std::vector<std::string> cells(const GpuRow &row) {
  const GpuTiming &timing = row.timing;
  return {row.kernel,
          timing.label,
          timing.input,
          std::to_string(row.rows),
          std::to_string(row.columns),
          std::to_string(row.entries),
          std::to_string(timing.threads),
          duration(timing.original),
          formatted("%.2f", 1e6 * timing.cold),
          formatted("%.2f", 1e6 * timing.warm),
          formatted("%.1f", 1e-9 * perSecond(timing.bytes, timing.cold)),
          formatted("%.1f", 1e-9 * perSecond(timing.operations, timing.cold)),
          formatted("%.2f", ofCopy(timing, timing.bytes)),
          formatted("%.2f", ofCopy(timing, timing.ownBytes)),
          formatted("%.3f", 1e3 * timing.inspect),
          formatted("%.1f", perSecond(timing.inspect, timing.cold)),
          formatted("%.1e", timing.worst),
          row.ratio > 0 ? formatted("%.2f", row.ratio) : "-",
          timing.note.empty() ? "-" : timing.note};
}

} // namespace

std::optional<GpuTiming> readGpuTiming(llvm::ArrayRef<llvm::StringRef> fields) {
  if (fields.size() != 14 || fields[0] != "gpu")
    return std::nullopt;
  GpuTiming timing;
  timing.input = fields[1].str();
  timing.label = fields[2].str();
  llvm::to_integer(fields[3], timing.threads);
  double *numbers[] = {&timing.original,   &timing.cold,     &timing.warm,
                       &timing.inspect,    &timing.bytes,    &timing.ownBytes,
                       &timing.operations, &timing.copyRate, &timing.worst};
  for (size_t k = 0; k < std::size(numbers); ++k)
    *numbers[k] = number(fields[4 + k]);
  timing.note = fields[13].str();
  return timing;
}

void setRatios(llvm::MutableArrayRef<GpuRow> rows, llvm::StringRef own) {
  double best = 0;
  for (const GpuRow &row : rows)
    if (row.timing.label != own && (best == 0 || row.timing.cold < best))
      best = row.timing.cold;
  for (GpuRow &row : rows)
    row.ratio = perSecond(best, row.timing.cold);
}

std::string printGpuTable(llvm::ArrayRef<GpuRow> rows) {
  std::vector<std::vector<std::string>> lines = {
      {"kernel", "recipe", "matrix", "rows", "cols", "nnz", "threads",
       "original", "cold us", "warm us", "GB/s", "GFLOP/s", "of copy",
       "own bytes", "inspect ms", "runs", "max error", "best/this", "note"}};
  for (const GpuRow &row : rows)
    lines.push_back(cells(row));
  return alignColumns(lines, 3);
}

std::string printGpuCsv(llvm::ArrayRef<GpuRow> rows) {
  std::string text =
      "kernel,recipe,matrix,rows,cols,nnz,threads,original_s,cold_s,warm_s,"
      "inspect_s,bytes,own_bytes,operations,copy_bytes_per_s,max_rel_error,"
      "best_over_this,note\n";
  for (const GpuRow &row : rows) {
    const GpuTiming &timing = row.timing;
    std::vector<std::string> fields = {
        csvField(row.kernel),          csvField(timing.label),
        csvField(timing.input),        std::to_string(row.rows),
        std::to_string(row.columns),   std::to_string(row.entries),
        std::to_string(timing.threads)};
    for (double value :
         {timing.original, timing.cold, timing.warm, timing.inspect,
          timing.bytes, timing.ownBytes, timing.operations, timing.copyRate,
          timing.worst, row.ratio})
      fields.push_back(formatted("%.6g", value));
    fields.push_back(csvField(timing.note));
    text += llvm::join(fields, ",") + "\n";
  }
  return text;
}

} // namespace sparsec::bench
