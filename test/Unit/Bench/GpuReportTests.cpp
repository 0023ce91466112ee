//===- GpuReportTests.cpp - records and tables of a GPU -------------------===//
#include "sparsec/Bench/Ranking.h"

#include <gtest/gtest.h>

using namespace sparsec::bench;

namespace {

/// One record with all fields, the seconds of a cold run and the number of the
/// candidate given.
std::string record(const std::string &label, const std::string &cold,
                   int candidate) {
  return "gpu\tgrid\t" + label + "\t1\t0.001\t" + cold +
         "\t2e-05\t0.004\t8e6\t4e6\t2e6\t2e12\t1e-16\tnote\t" +
         std::to_string(candidate) +
         "\t21\t0\t0.003\t0.005\t3.9e-05\t4.3e-05\n";
}

Measured rowOf(const GpuTiming &one) {
  Measured measured;
  Row &row = measured.row;
  row.kernel = "f";
  row.recipe = one.label;
  row.matrix = "grid";
  row.timing = one.timing;
  row.gpu = one.figures;
  row.bytes = one.bytes;
  return measured;
}

TEST(GpuReport, ReadsTimings) {
  DriverReport report =
      readReport("device\tGPU 1\n" + record("own", "4e-05", 2) +
                 "without\tgrid\tlibrary x\ttoo large\ngpu\tcut\n");
  EXPECT_EQ(report.device, "GPU 1");
  ASSERT_EQ(report.gpu.size(), 1u);
  const GpuTiming &one = report.gpu[0];
  EXPECT_EQ(one.label, "own");
  EXPECT_EQ(one.timing.candidate, 2);
  EXPECT_EQ(one.timing.rounds, 21);
  EXPECT_FALSE(one.timing.isDropped);
  EXPECT_EQ(one.timing.execute.median, 4e-5);
  EXPECT_EQ(one.timing.execute.low, 3.9e-5);
  EXPECT_EQ(one.timing.execute.high, 4.3e-5);
  EXPECT_EQ(one.timing.inspect.high, 0.005);
  EXPECT_EQ(one.timing.original.spread(), 0);
  EXPECT_FALSE(one.figures.isLibrary);
  EXPECT_EQ(one.figures.copyRate, 2e12);
  EXPECT_EQ(one.figures.note, "note");
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_EQ(report.notes[0], "input 'grid': without library x: too large");
}

TEST(GpuReport, ComparesWithTheBestLibrary) {
  DriverReport report =
      readReport(record("own", "4e-05", 0) + record("library a", "8e-05", -1) +
                 record("library b", "6e-05", -1));
  std::vector<Measured> rows;
  for (const GpuTiming &one : report.gpu)
    rows.push_back(rowOf(one));
  compareToLibraries(rows);
  EXPECT_DOUBLE_EQ(rows[0].row.gpu->ratio, 1.5);
  EXPECT_DOUBLE_EQ(rows[1].row.gpu->ratio, 0.75);
  rows[0].row.gigabytesPerSecond = 200;
  // 8 MB in 40 us are 200 GB/s, a tenth of the copy's 2000.
  std::string table = printGpuTable(rows[0].row);
  EXPECT_NE(table.find("40.00   10.0%    20.00  200.0      0.0     0.10       "
                       "0.05"),
            std::string::npos)
      << table;
  EXPECT_NE(
      printGpuCsv(rows[0].row).find("f,own,grid,0,0,0,1,0.001,4e-05,2e-05,"),
      std::string::npos);
}

TEST(GpuReport, HasNoRatioWithoutALibrary) {
  DriverReport report = readReport(record("own", "4e-05", 0));
  std::vector<Measured> rows = {rowOf(report.gpu[0])};
  compareToLibraries(rows);
  EXPECT_EQ(rows[0].row.gpu->ratio, 0);
}

TEST(GpuReport, IsNotRankedWithTheHost) {
  DriverReport report = readReport(record("own", "4e-05", 0));
  std::vector<Measured> rows = {rowOf(report.gpu[0]), rowOf(report.gpu[0])};
  rows[1].row.gpu.reset();
  rankRows(rows, 0);
  EXPECT_EQ(comparable(rows).size(), 1u);
  EXPECT_EQ(titleOf(rows[0].row), "grid, 1 thread");
  EXPECT_EQ(titleOf(rows[1].row), "grid, GPU");
}

TEST(GpuReport, SaysWhatWentWrong) {
  DriverReport report =
      readReport("fault\tgrid\t1\texecute\tan illegal access\n"
                 "kept\tgrid\t1\tdestroy\t128\nnogpu\tno device\n");
  EXPECT_EQ(report.failures,
            (std::vector<std::string>{
                "input 'grid', 1 thread, execute: CUDA says 'an illegal "
                "access'",
                "input 'grid', 1 thread, destroy: 128 bytes of GPU memory are "
                "never freed"}));
  EXPECT_EQ(report.noGpu, "no device");
}

} // namespace
