//===- Benchmark.cpp - build, run, verify and time candidates -------------===//
///
/// \file
/// One driver is compiled per candidate; then, matrix by matrix, the inputs are
/// made once and every driver runs on them.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "sparsec/Bench/Corpus.h"
#include "sparsec/Bench/Driver.h"
#include "sparsec/Bench/Generators.h"
#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/MatrixMarket.h"
#include "sparsec/Bench/Report.h"
#include "sparsec/Bench/Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace sparsec::bench {
namespace {

llvm::Error benchError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                 message.c_str());
}

/// The status of the generated code for an inspector that would make too large
/// a result: allowed on the corpus, whose dense rows no format is made for.
constexpr llvm::StringLiteral fillLimit = "returned 3:";

class Benchmark {
public:
  Benchmark(const Program &program, const std::vector<Candidate> &candidates,
            const Options &options)
      : program(program), candidates(candidates), options(options),
        sparse(sparseArguments(program)),
        progress(options.progress ||
                 llvm::sys::Process::StandardErrIsDisplayed()) {}

  llvm::Expected<Outcome> run();

private:
  struct Built {
    const Candidate *candidate;
    WorkFolder folder;
  };

  void note(const std::string &text) const {
    if (progress)
      llvm::errs() << text << "\n";
  }
  void worsen(Outcome to) { outcome = std::max(outcome, to); }
  MatrixShape shapeOf(size_t argument) const;
  llvm::Error build();
  llvm::Error buildOne(const Candidate &candidate, const DriverFile &reference);
  llvm::Expected<CsrMatrix> load(size_t position) const;
  llvm::Error runMatrices();
  llvm::Error runCorpus();
  std::vector<Inputs> corpusInputs(std::string &refused, size_t &skipped) const;
  llvm::Error runDrivers(llvm::ArrayRef<Inputs> cases);
  void takeReport(const Built &built, const DriverRun &run,
                  llvm::ArrayRef<Inputs> cases);
  void addRows(const Candidate &candidate, const DriverReport &report,
               const Inputs &inputs);
  double score(const Candidate &candidate) const;
  void finishTable() const;
  llvm::Error writeCsv() const;

  const Program &program;
  const std::vector<Candidate> &candidates;
  const Options &options;
  std::vector<SparseArgument> sparse;
  bool progress;
  Kernel kernel;
  std::vector<Built> built;
  std::vector<Row> rows;
  size_t verifiedInputs = 0;
  double worstError = 0;
  Outcome outcome = Outcome::Good;
};

MatrixShape Benchmark::shapeOf(size_t argument) const {
  MatrixShape shape = requiredShape(program, sparse[argument]);
  shape.sorted |= options.shape.sorted;
  shape.unique |= options.shape.unique;
  shape.square |= options.shape.square;
  return shape;
}

llvm::Error Benchmark::buildOne(const Candidate &candidate,
                                const DriverFile &reference) {
  std::string keep = options.keep;
  if (!keep.empty() && candidates.size() > 1)
    keep += "/" + std::to_string(built.size());
  llvm::Expected<WorkFolder> folder = WorkFolder::create(keep);
  if (!folder)
    return folder.takeError();
  llvm::SmallString<128> source(options.source);
  llvm::sys::fs::make_absolute(source);
  ToolchainOptions tools;
  tools.compiler = options.compiler;
  tools.flags = options.compilerFlags;
  tools.sourceFlags = options.clangArguments;
  tools.sourceFlags.insert(tools.sourceFlags.begin(),
                           {"-I", llvm::sys::path::parent_path(source).str()});
  tools.sanitize = options.sanitize;
  tools.inputs = options.inputs();
  std::vector<DriverFile> files = commonFiles();
  files.push_back(
      {"bench_kernel.h", kernelHeader(kernel, options.sanitize), {}});
  files.push_back({"generated.h", candidate.text, {}});
  // First, so that flags which compile nothing are not taken for our mistake.
  files.insert(files.begin(), originalFile(kernel, std::string(source)));
  files.push_back(
      generatedFile(kernel, candidate.interface, folder->file("generated.h")));
  files.back().watched = candidate.interface.isCuda;
  files.push_back(reference);
  if (candidate.interface.isCuda)
    llvm::append_range(files, cudaEmulationFiles());
  note("compiling " + candidate.label);
  if (llvm::Error failure = buildDriver(*folder, files, tools))
    return failure;
  built.push_back({&candidate, std::move(*folder)});
  return llvm::Error::success();
}

llvm::Error Benchmark::build() {
  llvm::Expected<Kernel> described = describeKernel(program);
  if (!described)
    return described.takeError();
  kernel = std::move(*described);
  llvm::SmallString<128> source(options.source);
  llvm::sys::fs::make_absolute(source);
  llvm::Expected<DriverFile> reference =
      referenceFile(program, kernel, std::string(source));
  if (!reference)
    return reference.takeError();
  for (const Candidate &candidate : candidates)
    if (llvm::Error failure = buildOne(candidate, *reference))
      return failure;
  return llvm::Error::success();
}

llvm::Expected<CsrMatrix> Benchmark::load(size_t position) const {
  const auto &[generated, text] = options.matrices[position];
  note((generated ? "generating " : "reading ") + text);
  if (generated)
    return generateMatrix(text);
  llvm::Expected<MarketMatrix> file = readMatrixMarket(text);
  if (!file)
    return file.takeError();
  if (!file->hasValues) {
    Random random(7);
    for (double &value : file->entries.value)
      value = random.value();
  }
  CsrMatrix matrix = toCsr(file->entries);
  llvm::StringRef name = llvm::sys::path::filename(text);
  name.consume_back(".gz");
  name.consume_back(".mtx");
  matrix.name = name.str();
  return matrix;
}

llvm::Error Benchmark::runMatrices() {
  size_t step = sparse.empty() ? 1 : sparse.size();
  size_t groups = sparse.empty() ? 1 : options.matrices.size() / step;
  if (sparse.empty() && !options.matrices.empty())
    return benchError("'" + kernel.name +
                      "' has no facts such as '#pragma sparsec csr(n, m, "
                      "index, col, a)' that tell what the matrix is for");
  if (!sparse.empty() &&
      (options.matrices.empty() || options.matrices.size() % step))
    return benchError("'" + kernel.name + "' takes " + std::to_string(step) +
                      " sparse matrices a run; give them with -matrix or "
                      "-generate");
  for (size_t group = 0; group < groups; ++group) {
    std::vector<CsrMatrix> matrices;
    for (size_t k = 0; k < sparse.size(); ++k) {
      llvm::Expected<CsrMatrix> matrix = load(group * step + k);
      if (!matrix)
        return matrix.takeError();
      MatrixShape shape = shapeOf(k);
      if (!hasShape(*matrix, shape)) {
        llvm::errs() << "note: '" << matrix->name
                     << "' is changed to satisfy the declared facts (sorted, "
                        "triangular, diagonal, ...)\n";
        matrix = adaptTo(*matrix, shape);
      }
      matrices.push_back(std::move(*matrix));
    }
    std::vector<const CsrMatrix *> pointers;
    for (const CsrMatrix &matrix : matrices)
      pointers.push_back(&matrix);
    llvm::Expected<Inputs> inputs =
        bindInputs(program, kernel, pointers,
                   {.values = options.values, .files = options.arrays});
    if (!inputs)
      return inputs.takeError();
    for (const auto &[name, value] : options.values)
      if (sparse.empty())
        inputs->name += (inputs->name.empty() ? "" : " ") + name + "=" + value;
    if (llvm::Error failure = runDrivers(*inputs))
      return failure;
  }
  return llvm::Error::success();
}

/// Small sizes for parameters that no matrix determines.
constexpr int64_t smallSizes[] = {1, 3, 4, 8, 17, 0, 33, 2, 5};

std::vector<Inputs> Benchmark::corpusInputs(std::string &refused,
                                            size_t &skipped) const {
  std::vector<std::vector<CsrMatrix>> perArgument;
  for (size_t k = 0; k < sparse.size(); ++k)
    perArgument.push_back(corpus(shapeOf(k)));
  size_t count = sparse.empty() ? std::size(smallSizes) : SIZE_MAX;
  for (const auto &matrices : perArgument)
    count = std::min(count, matrices.size());
  std::vector<Inputs> cases;
  for (size_t number = 0; number < count; ++number) {
    std::vector<const CsrMatrix *> matrices;
    for (const auto &list : perArgument)
      matrices.push_back(&list[number]);
    BindingOptions binding = {.values = options.values,
                              .files = options.arrays};
    binding.defaultSize = smallSizes[number % std::size(smallSizes)];
    llvm::Expected<Inputs> inputs =
        bindInputs(program, kernel, matrices, binding);
    if (!inputs) {
      refused = llvm::toString(inputs.takeError());
      ++skipped;
      continue;
    }
    if (sparse.empty())
      inputs->name = "size-" + std::to_string(binding.defaultSize);
    cases.push_back(std::move(*inputs));
  }
  return cases;
}

llvm::Error Benchmark::runCorpus() {
  // Seven threads on fewer cores should not spin; an existing value stays.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  std::string refused;
  size_t skipped = 0;
  std::vector<Inputs> cases = corpusInputs(refused, skipped);
  if (cases.empty())
    return benchError("no input of the corpus fits: " + refused);
  if (skipped)
    note(std::to_string(skipped) + " inputs left out: " + refused);
  return runDrivers(cases);
}

llvm::Error Benchmark::runDrivers(llvm::ArrayRef<Inputs> cases) {
  for (const Built &one : built) {
    std::string data = one.folder.file("cases.bin");
    if (llvm::Error failure = writeCases(data, cases))
      return failure;
    note("running " + one.candidate->label + " on " +
         (cases.size() == 1 ? cases[0].name
                            : std::to_string(cases.size()) + " inputs"));
    std::vector<std::string> arguments = {
        data, options.corpus ? "0" : std::to_string(options.seconds)};
    for (int count : options.threads)
      arguments.push_back(std::to_string(count));
    llvm::Expected<DriverRun> run = runDriver(one.folder, arguments);
    if (!run)
      return run.takeError();
    takeReport(one, *run, cases);
    if (options.keep.empty())
      llvm::sys::fs::remove(data);
  }
  return llvm::Error::success();
}

void Benchmark::takeReport(const Built &one, const DriverRun &run,
                           llvm::ArrayRef<Inputs> cases) {
  DriverReport report = readReport(run.output);
  const std::string &label = one.candidate->label;
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
  bool explained = !report.failures.empty() || !report.declined.empty();
  // A signal is never explained by what the driver said before.
  bool killed = run.status < 0 || run.status > 128;
  if (killed || (run.status != 0 && !explained)) {
    llvm::errs() << "error: " << label << ": the driver ended with status "
                 << run.status << "\n";
    worsen(Outcome::WrongResult);
  }
  if (run.status != 0 || progress)
    llvm::errs() << run.errors;
  verifiedInputs += report.verified.size();
  for (const DriverReport::Verified &input : report.verified) {
    worstError = std::max(worstError, input.worst);
    if (!input.finite)
      llvm::errs() << "note: " << label << ": input '" << input.input
                   << "': some results of the original are not finite\n";
  }
  if (!options.corpus)
    addRows(*one.candidate, report, cases[0]);
}

void Benchmark::addRows(const Candidate &candidate, const DriverReport &report,
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
  }
}

/// The mean logarithm of the speedups; a candidate that gave no result on some
/// matrix comes last.
double Benchmark::score(const Candidate &candidate) const {
  double sum = 0;
  size_t count = 0, most = 0;
  for (const Candidate &other : candidates)
    most = std::max<size_t>(most, llvm::count_if(rows, [&](const Row &row) {
                              return row.recipe == other.label;
                            }));
  for (const Row &row : rows)
    if (row.recipe == candidate.label) {
      sum += std::log(row.speedup);
      ++count;
    }
  return count == most ? sum / static_cast<double>(count)
                       : -std::numeric_limits<double>::infinity();
}

void Benchmark::finishTable() const {
  llvm::outs() << printTable(rows);
  if (!options.tune || rows.empty())
    return;
  const Candidate *best = &*llvm::max_element(
      candidates, [&](const Candidate &a, const Candidate &b) {
        return score(a) < score(b);
      });
  llvm::outs() << "best: " << best->recipe;
  for (const std::string &setting : best->settings)
    llvm::outs() << " -set " << setting;
  llvm::outs() << llvm::format(", speedup %.2f\n", std::exp(score(*best)));
}

llvm::Error Benchmark::writeCsv() const {
  if (options.csv.empty())
    return llvm::Error::success();
  std::error_code status;
  llvm::raw_fd_ostream out(options.csv, status);
  if (!status) {
    out << printCsv(rows);
    out.close();
    status = out.error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'",
                                 options.csv.c_str());
}

llvm::Expected<Outcome> Benchmark::run() {
  if (llvm::Error failure = build())
    return failure;
  if (llvm::Error failure = options.corpus ? runCorpus() : runMatrices())
    return failure;
  if (options.corpus) {
    llvm::outs() << kernel.name << ": " << verifiedInputs
                 << " inputs verified, largest error "
                 << llvm::format("%.1e", worstError) << "\n";
    return outcome;
  }
  finishTable();
  if (llvm::Error failure = writeCsv())
    return failure;
  return outcome;
}

} // namespace

llvm::Expected<Outcome> runBenchmark(const Program &program,
                                     const std::vector<Candidate> &candidates,
                                     const Options &options) {
  return Benchmark(program, candidates, options).run();
}

} // namespace sparsec::bench
