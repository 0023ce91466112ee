//===- GrayRun.cpp - a sum in slices, on several workers ------------------===//

#include "sparsec/Permanent/GrayRun.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <cinttypes>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

namespace sparsec::permanent {
namespace {

/// The finished slices of a run, in a file of each part. One line is written at
/// a time, and a last line without an end, as of a program that was killed or
/// is writing, does not count.
class Checkpoint {
public:
  using Sums = SliceSums;

  Checkpoint(const Slices &slices, const std::string &folder) : folder(folder) {
    if (folder.empty())
      return;
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      throw Refused{"cannot make the folder '" + folder +
                    "': " + error.message()};
    prefix = slices.key + "-" + std::to_string(slices.count) + "-";
    own = folder + "/" + prefix + std::to_string(slices.part) + ".sums";
    const size_t whole = take(own, nullptr);
    file = std::fopen(own.c_str(), "ab");
    if (!file || ftruncate(fileno(file), off_t(whole)) != 0)
      throw Refused{"cannot write '" + own + "'"};
  }
  ~Checkpoint() {
    if (file)
      std::fclose(file);
  }

  /// Takes over what all parts have done.
  void load(Sums &sums) const {
    if (folder.empty())
      return;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator at(folder, error), end;
         at != end && !error; at.increment(error))
      if (llvm::sys::path::filename(at->path()).starts_with(prefix))
        take(at->path(), &sums);
  }

  void save(uint64_t slice, const WideSum &sum) {
    if (!file)
      return;
    if (std::fprintf(file, "%" PRIu64 " %a %a\n", slice, sum.high, sum.low) <
            0 ||
        std::fflush(file) != 0)
      throw Refused{"cannot write '" + own + "'"};
  }

private:
  std::string folder, prefix, own;
  std::FILE *file = nullptr;

  /// The length of the whole lines of a file.
  static size_t take(const std::string &name, Sums *sums) {
    size_t whole = 0;
    auto buffer = llvm::MemoryBuffer::getFile(name);
    if (!buffer)
      return 0;
    llvm::StringRef rest = (*buffer)->getBuffer();
    for (size_t end; (end = rest.find('\n')) != rest.npos;
         rest = rest.drop_front(end + 1)) {
      if (sums)
        takeLine(name, rest.take_front(end).str(), *sums);
      whole += end + 1;
    }
    return whole;
  }

  static void takeLine(const std::string &name, const std::string &line,
                       Sums &sums) {
    uint64_t slice = 0;
    WideSum sum;
    if (std::sscanf(line.c_str(), "%" SCNu64 " %la %la", &slice, &sum.high,
                    &sum.low) != 3 ||
        slice >= sums.size())
      throw Refused{"'" + name + "' is no checkpoint of this run: '" + line +
                    "'; remove it to begin anew"};
    sums[slice] = sum;
  }
};

/// Workers that take the next slice, while the caller's thread tells progress.
class Run {
public:
  Run(const Slices &slices, const std::string &checkpoint)
      : slices(slices), checkpoint(slices, checkpoint), sums(slices.count) {
    this->checkpoint.load(sums);
    for (const auto &sum : sums)
      finished += sum.has_value();
  }

  WideSum all(const Progress &progress) {
    std::vector<std::thread> threads;
    running = slices.workers;
    for (int worker = 0; worker < slices.workers; ++worker)
      threads.emplace_back([this, worker] { work(worker); });
    bool stopped = !watch(progress);
    for (std::thread &thread : threads)
      thread.join();
    if (!failure.empty())
      throw Refused{failure};
    if (stopped)
      throw Stopped();
    if (slices.exchange)
      slices.exchange(sums);
    else if (slices.parts > 1)
      checkpoint.load(sums); // what the others have done meanwhile
    WideSum total;
    for (const auto &sum : sums) {
      if (!sum)
        throw PartDone{"part " + std::to_string(slices.part + 1) + " of " +
                       std::to_string(slices.parts) +
                       " is done, others are not; the last one, or a run "
                       "without -part, prints the value"};
      total.add(*sum);
    }
    return total;
  }

private:
  const Slices &slices;
  Checkpoint checkpoint;
  SliceSums sums;
  std::mutex mutex; // of all below
  std::condition_variable changed;
  uint64_t next = 0, finished = 0;
  int running = 0;
  bool stop = false;
  std::string failure;

  void work(int worker) {
    std::unique_lock lock(mutex);
    while (!stop) {
      while (next < slices.count &&
             (sums[next] || next % slices.parts != slices.part))
        ++next;
      if (next >= slices.count)
        break;
      const uint64_t slice = next++;
      lock.unlock();
      llvm::Expected<WideSum> sum = slices.compute(worker, slice);
      lock.lock();
      if (sum)
        keep(slice, *sum);
      else
        give_up(llvm::toString(sum.takeError()));
    }
    --running;
    changed.notify_all();
  }

  void keep(uint64_t slice, const WideSum &sum) {
    sums[slice] = sum;
    ++finished;
    changed.notify_all();
    try {
      checkpoint.save(slice, sum);
    } catch (const Refused &refused) {
      give_up(refused.reason);
    }
  }

  void give_up(const std::string &reason) {
    failure = failure.empty() ? reason : failure;
    stop = true;
  }

  /// Until all workers are done; false if \p progress said stop.
  bool watch(const Progress &progress) {
    std::unique_lock lock(mutex);
    bool goesOn = true;
    while (running > 0) {
      changed.wait(lock);
      if (!progress || stop)
        continue;
      const double share =
          std::min(1.0, double(finished) * slices.parts / double(slices.count));
      lock.unlock();
      goesOn = progress(share);
      lock.lock();
      stop |= !goesOn;
    }
    return goesOn;
  }
};

} // namespace

WideSum sumOf(const Slices &slices, const std::string &checkpoint,
              const Progress &progress) {
  return Run(slices, checkpoint).all(progress);
}

} // namespace sparsec::permanent
