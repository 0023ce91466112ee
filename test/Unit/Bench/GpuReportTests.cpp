//===- GpuReportTests.cpp - records and tables of a GPU -------------------===//
#include "sparsec/Bench/Report.h"

#include <gtest/gtest.h>

using namespace sparsec::bench;

namespace {

/// One record with all fields, the seconds of a cold run given.
std::string record(const std::string &label, const std::string &cold) {
  return "gpu\tgrid\t" + label + "\t1\t0.001\t" + cold +
         "\t2e-05\t0.004\t8e6\t4e6\t2e6\t2e12\t1e-16\tnote\n";
}

TEST(GpuReport, ReadsTimings) {
  DriverReport report =
      readReport("device\tGPU 1\n" + record("own", "4e-05") +
                 "without\tgrid\tlibrary x\ttoo large\ngpu\tcut\n");
  EXPECT_EQ(report.device, "GPU 1");
  ASSERT_EQ(report.gpu.size(), 1u);
  EXPECT_EQ(report.gpu[0].label, "own");
  EXPECT_EQ(report.gpu[0].cold, 4e-5);
  EXPECT_EQ(report.gpu[0].copyRate, 2e12);
  EXPECT_EQ(report.gpu[0].note, "note");
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_EQ(report.notes[0], "input 'grid': without library x: too large");
}

TEST(GpuReport, ComparesWithTheBestLibrary) {
  std::vector<GpuRow> rows;
  DriverReport report =
      readReport(record("own", "4e-05") + record("library a", "8e-05") +
                 record("library b", "6e-05"));
  for (const GpuTiming &timing : report.gpu)
    rows.push_back({.kernel = "f", .timing = timing});
  setRatios(rows, "own");
  EXPECT_DOUBLE_EQ(rows[0].ratio, 1.5);
  EXPECT_DOUBLE_EQ(rows[1].ratio, 0.75);
  // 8 MB in 40 us are 200 GB/s, a tenth of the copy's 2000.
  std::string table = printGpuTable(rows);
  EXPECT_NE(table.find("40.00    20.00  200.0     50.0     0.10       0.05"),
            std::string::npos)
      << table;
  EXPECT_NE(printGpuCsv(rows).find("f,own,grid,0,0,0,1,0.001,4e-05,2e-05,"),
            std::string::npos);
}

TEST(GpuReport, HasNoRatioWithoutALibrary) {
  std::vector<GpuRow> rows(1);
  rows[0].timing.label = "own";
  rows[0].timing.cold = 1e-5;
  setRatios(rows, "own");
  EXPECT_EQ(rows[0].ratio, 0);
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
