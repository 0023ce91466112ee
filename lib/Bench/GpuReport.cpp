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
double ofCopy(const Row &row, double bytes) {
  const double rate = row.gpu->copyRate;
  return rate > 0 ? perSecond(bytes, row.timing.execute.median) / rate : 0;
}

std::vector<std::string> cells(const Row &row, double runs) {
  const Timing &timing = row.timing;
  const GpuFigures &gpu = *row.gpu;
  const double cold = timing.execute.median, inspect = timing.inspect.median;
  std::vector<std::string> cells = {
      row.kernel,
      row.recipe,
      row.matrix,
      std::to_string(row.rows),
      std::to_string(row.columns),
      std::to_string(row.entries),
      std::to_string(timing.threads),
      duration(timing.original.median),
      formatted("%.2f", 1e6 * cold),
      timing.rounds > 1 ? percent(timing.execute.spread()) : "-",
      formatted("%.2f", 1e6 * gpu.warm),
      formatted("%.1f", row.gigabytesPerSecond),
      formatted("%.1f", row.gigaflopsPerSecond),
      formatted("%.2f", ofCopy(row, row.bytes)),
      formatted("%.2f", ofCopy(row, gpu.ownBytes)),
      formatted("%.3f", 1e3 * inspect),
      formatted("%.1f", perSecond(inspect, cold))};
  if (runs > 0)
    cells.push_back(duration(timing.cost(runs).median));
  for (const std::string &cell :
       {formatted("%.1e", row.maxRelativeError),
        gpu.ratio > 0 ? formatted("%.2f", gpu.ratio) : "-",
        gpu.note.empty() ? "-" : gpu.note})
    cells.push_back(cell);
  return cells;
}

} // namespace

std::optional<GpuTiming> readGpuTiming(llvm::ArrayRef<llvm::StringRef> fields) {
  if (fields.size() != 21 || fields[0] != "gpu")
    return std::nullopt;
  GpuTiming record;
  record.label = fields[2].str();
  Timing &timing = record.timing;
  GpuFigures &figures = record.figures;
  timing.input = fields[1].str();
  llvm::to_integer(fields[3], timing.threads);
  double *numbers[] = {
      &timing.original.median, &timing.execute.median, &figures.warm,
      &timing.inspect.median,  &record.bytes,          &figures.ownBytes,
      &record.operations,      &figures.copyRate,      &record.worst};
  for (size_t k = 0; k < std::size(numbers); ++k)
    *numbers[k] = number(fields[4 + k]);
  timing.original.low = timing.original.high = timing.original.median;
  figures.note = fields[13].str();
  llvm::to_integer(fields[14], timing.candidate);
  figures.isLibrary = timing.candidate < 0;
  llvm::to_integer(fields[15], timing.rounds);
  timing.isDropped = fields[16] == "1";
  double *ranges[] = {&timing.inspect.low, &timing.inspect.high,
                      &timing.execute.low, &timing.execute.high};
  for (size_t k = 0; k < std::size(ranges); ++k)
    *ranges[k] = number(fields[17 + k]);
  return record;
}

std::string printGpuTable(llvm::ArrayRef<Row> rows, double runs) {
  std::vector<std::vector<std::string>> lines = {
      {"kernel", "recipe", "matrix", "rows", "cols", "nnz", "threads",
       "original", "cold us", "spread", "warm us", "GB/s", "GFLOP/s", "of copy",
       "own bytes", "inspect ms", "runs"}};
  if (runs > 0)
    lines[0].push_back("total");
  for (const char *name : {"max error", "best/this", "note"})
    lines[0].push_back(name);
  for (const Row &row : rows)
    lines.push_back(cells(row, runs));
  return alignColumns(lines, 3);
}

std::string printGpuCsv(llvm::ArrayRef<Row> rows, double runs) {
  std::string text =
      "kernel,recipe,matrix,rows,cols,nnz,threads,original_s,cold_s,warm_s,"
      "inspect_s,bytes,own_bytes,operations,copy_bytes_per_s,"
      "max_rel_error,best_over_this,note,cold_q1_s,cold_q3_s,rounds,total_s\n";
  for (const Row &row : rows) {
    const Timing &timing = row.timing;
    const GpuFigures &gpu = *row.gpu;
    std::vector<std::string> fields = {
        csvField(row.kernel),          csvField(row.recipe),
        csvField(row.matrix),          std::to_string(row.rows),
        std::to_string(row.columns),   std::to_string(row.entries),
        std::to_string(timing.threads)};
    for (double value :
         {timing.original.median, timing.execute.median, gpu.warm,
          timing.inspect.median, row.bytes, gpu.ownBytes,
          1e9 * row.gigaflopsPerSecond * timing.execute.median, gpu.copyRate,
          row.maxRelativeError, gpu.ratio})
      fields.push_back(formatted("%.6g", value));
    fields.push_back(csvField(gpu.note));
    for (double value : {timing.execute.low, timing.execute.high})
      fields.push_back(formatted("%.6g", value));
    fields.push_back(std::to_string(timing.rounds));
    fields.push_back(runs > 0 ? formatted("%.6g", timing.cost(runs).median)
                              : "");
    text += llvm::join(fields, ",") + "\n";
  }
  return text;
}

} // namespace sparsec::bench
