//===- Memory.cpp - memory that runs out ----------------------------------===//

#include "sparsec/Support/Memory.h"

#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/JsonDiagnostics.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <gmp.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <string>
#include <sys/resource.h>

namespace sparsec {
namespace {

const char *programName = "sparsec";
constexpr uint64_t unlimited = std::numeric_limits<uint64_t>::max();

void onBadAllocation(void *, const char *, bool) { outOfMemory(); }

void *allocateNumber(size_t size) {
  void *block = std::malloc(size);
  return block ? block : (outOfMemory(), nullptr);
}

void *growNumber(void *block, size_t, size_t size) {
  void *grown = std::realloc(block, size);
  return grown ? grown : (outOfMemory(), nullptr);
}

/// The number behind \p key in a file of "key: number kB" lines; unlimited
/// where there is none.
uint64_t kilobytesIn(const char *file, const std::string &key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(key + ":", 0) == 0)
      return 1024 * std::strtoull(line.c_str() + key.size() + 1, nullptr, 10);
  return unlimited;
}

/// The one number in \p file; unlimited for "max" and where there is none.
uint64_t numberIn(const std::string &file) {
  uint64_t number = unlimited;
  std::ifstream stream(file);
  return stream >> number ? number : unlimited;
}

/// What the control group (version 2) of this process has left.
uint64_t leftInGroup() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.rfind("0::", 0) != 0)
      continue;
    const std::string folder = "/sys/fs/cgroup" + line.substr(3) + "/memory.";
    const uint64_t most = numberIn(folder + "max"),
                   used = numberIn(folder + "current");
    if (most != unlimited && used != unlimited)
      return most - std::min(most, used);
  }
  return unlimited;
}

/// What the limit of addresses leaves.
uint64_t leftOfAddresses() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return unlimited;
  const uint64_t used = kilobytesIn("/proc/self/status", "VmSize");
  return limit.rlim_cur - std::min<uint64_t>(limit.rlim_cur, used);
}

} // namespace

void outOfMemory() {
  exitWithMessage(programName, "error", "out of memory", ExitUserError);
}

void exitWhenOutOfMemory(const char *program) {
  programName = program;
  std::set_new_handler(outOfMemory);
  llvm::install_bad_alloc_error_handler(onBadAllocation);
  mp_set_memory_functions(allocateNumber, growNumber, nullptr);
}

uint64_t availableMemory() {
  return std::min({kilobytesIn("/proc/meminfo", "MemAvailable"), leftInGroup(),
                   leftOfAddresses()});
}

llvm::Error checkMemory(uint64_t bytes, const llvm::Twine &what) {
  const uint64_t available = availableMemory();
  if (bytes <= available)
    return llvm::Error::success();
  std::string message;
  llvm::raw_string_ostream(message)
      << what
      << llvm::format(" takes %.1f GB of memory; %.1f GB are available",
                      1e-9 * double(bytes), 1e-9 * double(available));
  return llvm::createStringError(
      std::make_error_code(std::errc::not_enough_memory), message);
}

} // namespace sparsec
