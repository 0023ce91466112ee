//===- Campaign.cpp - many cases on several processes ---------------------===//

#include "Campaign.h"

#include "sparsec/Stress/Process.h"
#include "sparsec/Stress/Shrink.h"
#include "sparsec/Stress/StepMaker.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <set>
#include <thread>
#include <unistd.h>

namespace sparsec::stress {
namespace {

using Clock = std::chrono::steady_clock;

/// A folder for intermediate files that goes away with its owner.
class Folder {
public:
  Folder() {
    llvm::SmallString<128> name;
    if (!llvm::sys::fs::createUniqueDirectory("sparsec-stress", name))
      path = std::string(name);
  }
  ~Folder() { llvm::sys::fs::remove_directories(path); }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  std::string path;
};

/// Classes of kernels in which a transformation has something to do; those of
/// all others take turns.
const std::vector<std::string> &classesFor(llvm::StringRef transform) {
  using List = std::vector<std::string>;
  static const List solves = {"solve", "recurrence", "order", "gather"};
  static const List windows = {"windows", "dense", "blocks"};
  static const std::map<llvm::StringRef, List> some = {
      {"incremental", {"digits"}},
      {"permute_digits", {"digits"}},
      {"precision", {"scalar", "digits"}},
      {"partition_storage", {"local"}},
      {"copy_to_shared", windows},
      {"copy_to_constant", {"windows", "local"}},
      {"vector_loads", windows},
      {"vector_stores", windows},
      {"sparse_wavefront", solves},
      {"sparse_partition", solves},
      {"reorder_data", solves},
      // Of sums: a recurrence in another order has another result, as said.
      {"any_order", {"scatter", "blocks", "scalar", "gather"}},
      {"reduce", {"scatter", "coordinates", "blocks", "scalar", "gather"}},
  };
  auto found = some.find(transform);
  return found == some.end() ? kernelClasses() : found->second;
}

const TransformSpec &wishOf(uint64_t number) {
  return *allTransforms()[number % allTransforms().size()];
}

/// Wishes take turns, and the classes that suit them.
CaseRecord makeCase(const Options &options, uint64_t number) {
  CaseRecord record;
  record.seed = options.seed;
  record.number = number;
  Random random(options.seed, number * 2);
  const TransformSpec &wish =
      options.focus.empty() ? wishOf(number) : *findTransform(options.focus);
  const std::vector<std::string> &classes = classesFor(wish.name);
  uint64_t turn = number + number / allTransforms().size() + options.seed;
  record.kernel = makeKernel(random, options.className.empty()
                                         ? classes[turn % classes.size()]
                                         : options.className);
  record.intended = unsigned(random.between(1, 6));
  bool rounds = wish.name == "incremental" || wish.name == "precision" ||
                wish.name == "permute_digits";
  record.allowsReassociation = random.chance(rounds ? 95 : 67);
  record.knownShape = unsigned(random.between(1, 6));
  record.isThorough = number % options.thorough == 0;
  bool needsThreads = wish.name == "parallel" || wish.name == "simd" ||
                      wish.name == "sparse_wavefront" ||
                      wish.name == "vectorize";
  record.onGpu = wish.forGpu || (!needsThreads && random.chance(8));
  record.inspectsOnGpu = record.onGpu && random.chance(40);
  record.isCompiled = !options.compiled || number % options.compiled == 0;
  record.isInterpreted = options.compiled != 0;
  record.focus = options.focus;
  record.wish = options.focus.empty() && (!wish.forGpu || record.onGpu)
                    ? wish.name.str()
                    : "";
  return record;
}

std::string described(const CaseRecord &record) {
  std::string text = record.kind + ": " + record.why + "\n--- kernel.c (" +
                     record.kernel.className + ")\n" +
                     record.kernel.text(record.name()) + "--- recipe.script\n" +
                     recipeText(record, neededSteps(record)) + "---\n";
  return text;
}

/// In one piece: several processes write.
void print(const std::string &text) {
  (void)!write(STDOUT_FILENO, text.data(), text.size());
}

std::string traced(const CaseRecord &record) {
  static const char *const fates[] = {"+", "=", "-"};
  std::string text = "case " + std::to_string(record.number) + " " +
                     record.kernel.className + "\n";
  auto refusal = [](const std::string &why) {
    return "    refused: " + why.substr(0, why.find('\n')) + "\n";
  };
  for (const StepRecord &step : record.steps) {
    text +=
        std::string("  ") + fates[int(step.fate)] + " " + step.step.text + "\n";
    if (!step.why.empty())
      text += refusal(step.why);
  }
  if (record.verdict == Verdict::Refused && record.isComplete())
    text += refusal(record.why);
  if (!record.unknown.empty())
    text += "    not interpreted: " + record.unknown + "\n";
  return text;
}

void keep(const CaseRecord &record, const std::string &folder) {
  std::string path = folder + "/" + std::to_string(record.seed) + "-" +
                     std::to_string(record.number);
  if (llvm::sys::fs::create_directories(path))
    return;
  writeText(path + "/kernel.c", record.kernel.text(record.name()));
  writeText(path + "/recipe.script", recipeText(record, neededSteps(record)));
  writeText(path + (record.onGpu ? "/generated.cu" : "/generated.c"),
            record.generated);
  writeText(path + "/why.txt", record.kind + ": " + record.why + "\n");
}

/// Adds to what the interpreter found wrong in \p record what a compiler makes
/// of it.
void compileFailure(CaseRecord &record, const Options &options,
                    const std::string &folder) {
  if (!record.isInterpreted || record.generated.empty() || !record.failed())
    return;
  CaseRecord compiled = record;
  compiled.verdict = Verdict::Accepted;
  compiled.kind = compiled.why = "";
  runCases({&compiled}, options.runner, folder);
  record.why += compiled.failed()
                    ? "\ncompiled: " + compiled.kind + ": " + compiled.why
                    : "\ncompiled: the results of the source\n";
}

/// What one process does: every jobs-th case.
class Worker {
public:
  /// \p total gets the tally after each batch.
  Worker(const Options &options, unsigned number, Clock::time_point end,
         const std::string &total)
      : options(options), number(number), end(end), total(total) {
    for (uint64_t at = 0; at < allTransforms().size(); ++at)
      if (isMine(at))
        open.insert(wishOf(at).name.str());
  }

  void run() {
    readHeaders(folder.path);
    for (uint64_t next = 0; !isOver(next); ++next) {
      if (!isMine(next))
        continue;
      if (options.cover && !open.count(wishOf(next).name.str()))
        continue;
      records.push_back(makeCase(options, next));
      compose(records.back(), std::nullopt, folder.path);
      if (records.size() >= (options.stop ? 3 : batch))
        finish();
    }
    finish();
  }

private:
  static constexpr size_t batch = 12;

  bool isOver(uint64_t next) const {
    return Clock::now() >= end || (options.stop && tally.failed()) ||
           (options.cases && next >= options.cases) ||
           (options.cover && open.empty());
  }

  /// Cases of one wish stay with one process.
  bool isMine(uint64_t next) const {
    return next % allTransforms().size() % options.jobs == number;
  }

  void note(const CaseRecord &record) {
    if (record.failed() || record.generated.empty())
      return;
    for (const StepRecord &step : record.steps)
      if (step.fate == StepRecord::Fate::Accepted)
        open.erase(step.step.transform);
  }

  void finish() {
    std::vector<CaseRecord *> runnable;
    for (CaseRecord &record : records)
      if (!record.failed() && !record.generated.empty() &&
          record.needsCompiler())
        runnable.push_back(&record);
    runCases(runnable, options.runner, folder.path);
    for (const CaseRecord &record : records) {
      if (options.stop && tally.failed())
        break;
      tally.add(record);
      note(record);
      if (options.trace)
        print(traced(record));
      if (record.failed())
        report(record);
    }
    records.clear();
    // Renamed, so that nobody reads half of it.
    writeText(total + ".new", tally.serialized());
    (void)llvm::sys::fs::rename(total + ".new", total);
  }

  void report(const CaseRecord &record) {
    CaseRecord small =
        shrink(record, options.runner, folder.path, options.stop ? 3 : 20);
    compileFailure(small, options, folder.path);
    std::string text =
        "FAILED case " + std::to_string(record.number) + ": " +
        described(small) + "again: sparsec-stress -seed " +
        std::to_string(options.seed) + " -case " +
        std::to_string(record.number) +
        (options.className.empty() ? "" : " -class " + options.className) +
        (options.focus.empty() ? "" : " -step " + options.focus) +
        (options.unchecked ? " -unchecked" : "") + "\n";
    print(text);
    if (!options.keep.empty())
      keep(small, options.keep);
  }

  const Options &options;
  unsigned number;
  Clock::time_point end;
  std::string total;
  Folder folder;
  std::deque<CaseRecord> records;
  /// What this process has not seen accepted, of the pairs that are its own.
  std::set<std::string> open;
  Tally tally;
};

} // namespace

/// What all processes have found so far.
static Tally merged(const Options &options, const Folder &folder) {
  Tally all;
  for (unsigned job = 0; job < options.jobs; ++job)
    all.merge(readText(folder.path + "/" + std::to_string(job)));
  return all;
}

static void writeProgress(const Tally &tally, const Options &options,
                          double seconds) {
  std::string text;
  llvm::raw_string_ostream out(text);
  tally.printTable(out);
  tally.printSummary(out, seconds);
  out.flush();
  writeText(options.progress, text);
}

Tally runCampaign(const Options &options) {
  Clock::time_point start = Clock::now(),
                    end = start + std::chrono::milliseconds(
                                      long(options.seconds * 1000));
  Folder folder;
  std::vector<std::thread> waiting;
  std::atomic<unsigned> running = options.jobs;
  for (unsigned job = 0; job < options.jobs; ++job)
    waiting.emplace_back([&, job] {
      runInChild([&] {
        Worker(options, job, end, folder.path + "/" + std::to_string(job))
            .run();
      });
      --running;
    });
  for (unsigned seconds = 1; running && !options.progress.empty(); ++seconds) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    if (seconds % 60 == 0)
      writeProgress(merged(options, folder), options, seconds);
  }
  for (std::thread &each : waiting)
    each.join();
  return merged(options, folder);
}

Tally runSingle(const Options &options) {
  Folder folder;
  CaseRecord record = makeCase(options, *options.only);
  compose(record, std::nullopt, folder.path);
  if (!record.failed() && !record.generated.empty())
    runCases({&record}, options.runner, folder.path);
  llvm::outs() << record.kernel.text(record.name());
  static const char *const fates[] = {"accepted", "no effect", "refused"};
  for (const StepRecord &step : record.steps)
    llvm::outs() << fates[int(step.fate)] << ": " << step.step.text << "\n";
  llvm::outs() << record.why << "\n";
  if (record.failed()) {
    CaseRecord small = shrink(record, options.runner, folder.path, 60);
    compileFailure(small, options, folder.path);
    llvm::outs() << "smaller: " << described(small);
    if (!options.keep.empty())
      keep(small, options.keep);
  }
  llvm::outs().flush();
  Tally tally;
  tally.add(record);
  return tally;
}

} // namespace sparsec::stress
