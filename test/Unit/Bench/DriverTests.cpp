//===- DriverTests.cpp - drivers for hand-made kernels find wrong results -===//
#include "sparsec/Bench/Driver.h"
#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Bench/Toolchain.h"

#include <gtest/gtest.h>

using namespace sparsec;
using namespace sparsec::bench;

namespace {

constexpr const char *source =
    "void scale(int n, const double *a, double *y) {\n"
    "  for (int i = 0; i < n; i++)\n"
    "    y[i] += 2 * a[i];\n"
    "}\n";

/// The contract around \p body, the loops of _execute on (n, a, y).
std::string contract(const std::string &body) {
  return "#include <stdlib.h>\n"
         "typedef struct scale_plan { int n; } scale_plan;\n"
         "int scale_inspect(scale_plan **plan, int n) {\n"
         "  *plan = malloc(sizeof **plan);\n"
         "  (*plan)->n = n;\n"
         "  return 0;\n"
         "}\n"
         "int scale_execute(scale_plan *plan, const double *a, double *y) {\n"
         "  int n = plan->n;\n  " +
         body +
         "\n  return 0;\n}\n"
         "void scale_destroy(scale_plan *plan) { free(plan); }\n"
         "void scale(int n, const double *a, double *y) {\n"
         "  scale_plan *plan;\n"
         "  scale_inspect(&plan, n);\n"
         "  scale_execute(plan, a, y);\n"
         "  scale_destroy(plan);\n"
         "}\n";
}

Kernel scaleKernel() {
  Kernel kernel;
  kernel.name = "scale";
  kernel.slots = {{"n", ElementType::int32(), true, false},
                  {"a", ElementType::float64(), false, false},
                  {"y", ElementType::float64(), false, true}};
  kernel.arguments = {{"n", "int", false, {0}, false},
                      {"a", "double", true, {1}, false},
                      {"y", "double", true, {2}, false}};
  kernel.statements = {"S0"};
  kernel.operations = {2};
  return kernel;
}

template <typename Number>
std::vector<unsigned char> bytesOf(const std::vector<Number> &values) {
  const auto *first = reinterpret_cast<const unsigned char *>(values.data());
  return {first, first + values.size() * sizeof(Number)};
}

Inputs scaleInputs(int n) {
  Inputs inputs;
  inputs.name = "n" + std::to_string(n);
  inputs.elements = {1, static_cast<uint64_t>(n), static_cast<uint64_t>(n)};
  inputs.bytes = {bytesOf(std::vector<int>{n}),
                  bytesOf(std::vector<double>(n, -0.75)),
                  bytesOf(std::vector<double>(n, 0.5))};
  return inputs;
}

constexpr const char *reference =
    "void bench_bound(void *const *args) {\n"
    "  double *a = args[1], *y = args[2];\n"
    "  for (int i = 0; i < *(int *)args[0]; i++) y[i] += 2 * a[i];\n"
    "}\n"
    "void bench_terms(void *const *args) {\n"
    "  double *y = args[2];\n"
    "  for (int i = 0; i < *(int *)args[0]; i++) y[i] += 2;\n"
    "}\n"
    "void bench_rounding(void *const *args) {\n"
    "  double *a = args[1], *y = args[2];\n"
    "  for (int i = 0; i < *(int *)args[0]; i++) y[i] = a[i];\n"
    "}\n"
    "void bench_count(void *const *args, double *counts) {\n"
    "  counts[0] = *(int *)args[0];\n"
    "}\n";

/// Compiles scale() against \p body, in a file that begins with \p banner, and
/// runs it on n = 0, 1 and 9.
DriverReport verify(const std::string &body, const std::string &banner = "") {
  Kernel kernel = scaleKernel();
  WorkFolder folder = llvm::cantFail(WorkFolder::create(""));
  std::string text = banner + contract(body);
  GeneratedInterface interface = llvm::cantFail(readInterface(text, "scale"));
  EXPECT_EQ(interface.inspect, std::vector<std::string>{"n"});
  llvm::cantFail(folder.write("source.h", source));
  llvm::cantFail(folder.write("generated.h", text));
  std::vector<DriverFile> files = commonFiles();
  files.push_back({"bench_kernel.h", kernelHeader(kernel, {}), {}});
  files.push_back(originalFile(kernel, folder.file("source.h")));
  files.push_back(generatedFile(kernel, interface, folder.file("generated.h"),
                                DriverKind::Host));
  files.push_back(
      {"reference.c",
       reference,
       {"bench_bound", "bench_terms", "bench_rounding", "bench_count"}});
  ToolchainOptions options;
  options.flags = {"-O1"};
  llvm::cantFail(buildDriver(folder, files, options));
  llvm::cantFail(writeCases(folder.file("cases.bin"),
                            {scaleInputs(0), scaleInputs(1), scaleInputs(9)}));
  DriverRun run = llvm::cantFail(
      runDriver(folder, {folder.file("cases.bin"), "0", "1", "2"}));
  DriverReport report = readReport(run.output);
  EXPECT_EQ(run.status, report.failures.empty() ? 0 : 3) << run.errors;
  return report;
}

std::string firstFailure(const std::string &body,
                         const std::string &banner = "") {
  DriverReport report = verify(body, banner);
  return report.failures.empty() ? "none" : report.failures[0];
}

TEST(Driver, AcceptsAnotherRounding) {
  DriverReport report =
      verify("for (int i = 0; i < n; i++) y[i] = (y[i] + a[i]) + a[i];");
  EXPECT_TRUE(report.failures.empty());
  EXPECT_EQ(report.verified.size(), 3u);
}

TEST(Driver, AllowsWhatThePlanRounds) {
  const std::string half = "for (int i = 0; i < n; i++) y[i] += 2.0007 * a[i];";
  EXPECT_NE(firstFailure(half), "none");
  EXPECT_EQ(firstFailure(half, "// Rounded in the plan:\n"
                               "//   a, by up to 2^-11\n"),
            "none");
  EXPECT_NE(firstFailure(half, "// Rounded in the plan:\n"
                               "//   a, by up to 2^-13\n"),
            "none");
}

TEST(Driver, NamesTheWrongElement) {
  EXPECT_EQ(firstFailure("for (int i = 0; i < n - 1; i++) y[i] += 2 * a[i];")
                .substr(0, 72),
            "input 'n1', 1 thread, execute: y[0] is 0.5, the original gives "
            "-1 (a dif");
}

TEST(Driver, SeesStrayWritesAndChangedInputs) {
  EXPECT_EQ(firstFailure("for (int i = 0; i < n; i++) y[i] += 2 * a[i];\n"
                         "y[-1] = 0;"),
            "input 'n0', 1 thread, execute: wrote outside 'y', at element -1");
  EXPECT_EQ(firstFailure("for (int i = 0; i < n; i++) y[i] += 2 * a[i];\n"
                         "if (n > 8) ((double *)a)[3] = 0;"),
            "input 'n9', 1 thread, execute: a[3] was changed, which the "
            "original does not do");
}

TEST(Driver, SeesReadsPastTheEnd) {
  EXPECT_EQ(firstFailure("for (int i = 0; i < n; i++) y[i] += 2 * a[i];\n"
                         "if (n > 8) y[0] += 0 * *(volatile double *)&a[n];"),
            "input 'n9', 1 thread, execute: ended by signal 11 near a[9]");
}

TEST(Driver, SeesStateThatOutlivesARun) {
  EXPECT_EQ(firstFailure("static int last;\n"
                         "double f = last == n ? 3 : 2;\n"
                         "last = n;\n"
                         "for (int i = 0; i < n; i++) y[i] += f * a[i];")
                .substr(0, 51),
            "input 'n1', 1 thread, second execute: y[0] is -1.75");
}

TEST(Interface, ReadsPrototypes) {
  std::string text =
      "/* f_inspect(x) is called once */\n"
      "// f: int f_execute(f_plan *plan, int wrong) is a comment\n"
      "const char *help = \"int f_execute(int text)\";\n"
      "#define DECLARE int f_execute(int macro)\n"
      "int f_inspect(f_plan **plan, int n,\n"
      "              const int (*restrict index)[n + 1]);\n"
      "int f_execute(const f_plan *plan, const double x[restrict n], double "
      "*y);\n"
      "int f_update(f_plan *plan, const double *a);\n"
      "void f_destroy(f_plan *plan);\n";
  GeneratedInterface interface = llvm::cantFail(readInterface(text, "f"));
  EXPECT_EQ(interface.inspect, (std::vector<std::string>{"n", "index"}));
  EXPECT_EQ(interface.execute, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(*interface.update, std::vector<std::string>{"a"});
  EXPECT_TRUE(interface.roundedBy.empty());
  const std::string banner = "// Rounded in the plan:\n"
                             "//   A->a, by up to 2^-24\n"
                             "//   b, by up to 0.0048828125\n"
                             "//\n";
  interface = llvm::cantFail(readInterface(banner + text, "f"));
  EXPECT_EQ(interface.roundedBy, (std::map<std::string, double>{
                                     {"A->a", 0x1p-24}, {"b", 0x1.4p-8}}));
  llvm::Expected<GeneratedInterface> other = readInterface(text, "g");
  EXPECT_FALSE(static_cast<bool>(other));
  llvm::consumeError(other.takeError());
}

TEST(Report, CsvHasTheAgreedColumns) {
  Row row;
  row.kernel = "spmv";
  row.matrix = "banded:5,1";
  EXPECT_EQ(printCsv(row),
            "kernel,recipe,matrix,rows,cols,nnz,threads,inspect_s,execute_s,"
            "original_s,speedup,gbps,gflops,max_rel_error,execute_q1_s,"
            "execute_q3_s,rounds,total_s,bytes,memory_gbps,cache_bytes\n"
            "spmv,,\"banded:5,1\",0,0,0,1,0,0,0,0,0,0,0,0,0,0,,0,0,0\n");
}

TEST(Report, ShareOfWhatMemoryGives) {
  Row row;
  row.bytes = 100e6;
  EXPECT_EQ(row.memoryShare(0.01), std::nullopt); // nothing was measured
  EXPECT_FALSE(row.isCached(0.01));
  row.memory = {1, 20e9, 32e6};
  EXPECT_DOUBLE_EQ(row.memorySeconds(), 0.005);
  EXPECT_DOUBLE_EQ(row.memoryShare(0.01).value(), 0.5);
  // Caches hold a part of it, or the code moves fewer bytes.
  EXPECT_DOUBLE_EQ(row.memoryShare(0.004).value(), 1.25);
  // They hold all, however long the run takes.
  row.memory.cacheBytes = 100e6;
  EXPECT_TRUE(row.isCached(0.01));
  EXPECT_EQ(row.memoryShare(0.01), std::nullopt);
  // It is not known what they hold.
  row.memory.cacheBytes = 0;
  EXPECT_FALSE(row.isCached(0.01));
  EXPECT_TRUE(row.isCached(0.004));
  EXPECT_EQ(row.memoryShare(0), std::nullopt);
}

TEST(Report, TellsWhatMemoryGives) {
  Row one, two, three;
  one.memory = {1, 11.82e9, 0};
  two.timing.threads = three.timing.threads = 2;
  two.memory = {2, 20e9, 0};
  three.memory = {2, 21e9, 0};
  EXPECT_EQ(describeMemory({one, two, three}),
            "memory: 11.8 GB/s with 1 thread, 20.0 to 21.0 GB/s with 2 "
            "threads\n");
  EXPECT_EQ(describeMemory(Row()), "");
}

} // namespace
