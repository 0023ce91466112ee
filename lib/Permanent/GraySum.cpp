//===- GraySum.cpp - a kernel's sum, shared out ---------------------------===//
///
/// \file
/// In a team, rank 0 has made the kernel and sends the job: a length and the
/// bytes of matrix and layout; length 0 is the end. Of N ranks the R-th
/// computes the slices s with s % N = R, all of the same size, and sends their
/// sums back. Rank 0 adds them up in the order of the slices, as if it had been
/// alone.
///
//===----------------------------------------------------------------------===//

#include "GraySum.h"
#include "sparsec/Permanent/Team.h"

#include <algorithm>
#include <cstring>

namespace sparsec::permanent {
namespace {

/// Numbers and arrays, one after the other.
class Bytes {
public:
  template <typename T>
  void put(const T *data, size_t count) {
    const auto *begin = reinterpret_cast<const char *>(data);
    bytes.insert(bytes.end(), begin, begin + count * sizeof(T));
  }
  template <typename T>
  std::vector<T> take(size_t count) {
    std::vector<T> result(count);
    std::memcpy(result.data(), bytes.data() + at, count * sizeof(T));
    at += count * sizeof(T);
    return result;
  }
  std::vector<char> bytes;

private:
  size_t at = 0;
};

void send(Team &team, const GrayJob &job) {
  Bytes text;
  const uint64_t head[] = {
      uint64_t(job.rows.size()),  job.rows.a.size(), job.layout.lanes,
      job.layout.digits,          job.together,      job.isForGpus,
      job.layout.precision.size()};
  text.put(head, std::size(head));
  text.put(job.rows.index.data(), job.rows.index.size());
  text.put(job.rows.col.data(), job.rows.col.size());
  text.put(job.rows.a.data(), job.rows.a.size());
  text.put(job.layout.precision.data(), job.layout.precision.size());
  uint64_t length = text.bytes.size();
  team.isBusy = true;
  team.broadcast(&length, sizeof length);
  team.broadcast(text.bytes.data(), length);
}

/// False at the end.
bool receive(Team &team, GrayJob &job) {
  uint64_t length = 0;
  team.broadcast(&length, sizeof length);
  if (length == 0)
    return false;
  Bytes text;
  text.bytes.resize(length);
  team.broadcast(text.bytes.data(), length);
  const std::vector<uint64_t> head = text.take<uint64_t>(7);
  job.rows.index = text.take<int>(head[0] + 1);
  job.rows.col = text.take<int>(head[1]);
  job.rows.a = text.take<double>(head[1]);
  job.layout = {"", unsigned(head[2]), unsigned(head[3])};
  const std::vector<char> precision = text.take<char>(head[6]);
  job.layout.precision.assign(precision.begin(), precision.end());
  job.together = head[4];
  job.isForGpus = head[5] != 0;
  return true;
}

/// Sums of this rank's slices to rank 0: a number, and the two parts.
void exchange(Team &team, const Slices &slices, SliceSums &sums) {
  std::vector<double> mine;
  for (uint64_t slice = slices.part; slice < sums.size(); slice += slices.parts)
    if (sums[slice])
      mine.insert(mine.end(),
                  {double(slice), sums[slice]->high, sums[slice]->low});
  const std::vector<double> all = team.gather(mine);
  for (size_t at = 0; at + 2 < all.size(); at += 3)
    sums[uint64_t(all[at])] = WideSum{all[at + 1], all[at + 2]};
  team.isBusy = false;
}

/// The share of one rank other than 0.
void takePart(GrayJob job, const Resources &resources) {
  std::string reason;
  std::vector<Gpu> gpus;
  if (job.isForGpus) {
    gpus = usableGpus(resources, reason);
    if (gpus.empty())
      throw Refused{reason + ", but rank 0 has one"};
    job.layout.architecture = gpus.front().architecture;
  }
  llvm::Expected<GrayKernel> kernel =
      GrayKernel::make(job.rows, job.layout, cacheOf(resources));
  if (!kernel)
    throw Refused{llvm::toString(kernel.takeError())};
  sumOf(job, *kernel, gpus, resources, {});
}

} // namespace

std::string cacheOf(const Resources &resources) {
  return resources.cache.empty() ? defaultCache() : resources.cache;
}

std::vector<Gpu> usableGpus(const Resources &resources, std::string &reason) {
  std::vector<Gpu> gpus = findGpus(resources.gpus);
  if (gpus.empty()) {
    reason = resources.gpus == 0 ? "-gpus 0" : "no GPU was found";
    return gpus;
  }
  if (compilerFor(true).empty()) {
    reason = "nvcc was not found, NVCC may name it";
    return {};
  }
  if (!resources.team || resources.team->localRanks() == 1)
    return gpus;
  // Each rank takes every N-th one; more ranks than GPUs share them.
  const auto rank = size_t(resources.team->localRank());
  std::vector<Gpu> own;
  for (size_t i = rank % gpus.size(); i < gpus.size();
       i += size_t(resources.team->localRanks()))
    own.push_back(gpus[i]);
  return own;
}

WideSum sumOf(const GrayJob &job, const GrayKernel &kernel,
              const std::vector<Gpu> &gpus, const Resources &resources,
              const Progress &progress) {
  Team *team = resources.team;
  Slices slices;
  slices.key = kernel.key();
  slices.count = job.layout.groups(job.rows.size()) / job.together;
  slices.workers = std::max(1, static_cast<int>(gpus.size()));
  slices.part = team ? unsigned(team->rank()) : resources.part;
  slices.parts = team ? unsigned(team->ranks()) : resources.parts;
  if (team)
    slices.exchange = [&](SliceSums &sums) { exchange(*team, slices, sums); };
  slices.compute = [&](int worker, uint64_t slice) -> llvm::Expected<WideSum> {
    const int where = job.isForGpus ? gpus[worker].device
                                    : static_cast<int>(resources.threads);
    llvm::Expected<std::vector<double>> sums =
        kernel.run(where, slice * job.together, static_cast<int>(job.together));
    if (!sums)
      return sums.takeError();
    WideSum sum;
    for (size_t at = 0; at + 1 < sums->size(); at += 2)
      sum.add(WideSum{(*sums)[at], (*sums)[at + 1]});
    return sum;
  };
  if (team && team->rank() == 0)
    send(*team, job);
  return sumOf(slices, resources.checkpoint, progress);
}

void serveTeam(const Resources &resources) {
  for (GrayJob job; receive(*resources.team, job);)
    try {
      takePart(job, resources);
    } catch (const PartDone &) { // as always: rank 0 has the whole
    }
}

void dismissTeam(Team &team) {
  uint64_t end = 0;
  team.broadcast(&end, sizeof end);
}

} // namespace sparsec::permanent
