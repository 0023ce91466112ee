/*===- copies.cpp - copies that threads do not wait for -------------------===*/
#include "emulation.h"

#include "cuda_pipeline_primitives.h"

#include <vector>

namespace cudaEmulation {
namespace {

/* All bits set: no number as a floating value, out of every array as an
   index. */
constexpr int nothingYet = 0xff;

struct Copy {
  void *to;
  const void *from;
  size_t bytes;
  size_t group; /* of the thread, counted from 0 */
  const void *code;
};

/* What the threads of the running block have started and not waited for, in
   order, and how many groups each has made. */
struct Copies {
  std::vector<Copy> started;
  size_t groups = 0;
};
Copies copies[mostThreads];

Copies &ofThisThread() {
  if (!machine.kernel)
    fail("a copy to shared memory is started by the host");
  return copies[machine.current];
}

Access accessTo(const void *place, const Copy &copy, Access::Kind kind) {
  return {.place = reinterpret_cast<uintptr_t>(place),
          .bytes = copy.bytes,
          .kind = kind,
          .code = copy.code};
}

void checkCopy(const Copy &copy) {
  if (copy.bytes != 4 && copy.bytes != 8 && copy.bytes != 16)
    failThread("copies %zu bytes by one asynchronous copy; GPUs know 4, 8, 16",
               copy.bytes);
  const Access write = accessTo(copy.to, copy, Access::Write),
               read = accessTo(copy.from, copy, Access::Read);
  for (const Access &access : {write, read})
    if (access.place % copy.bytes)
      failAccess(access, "which does not begin at a multiple of their number",
                 "");
  if (!isSharedMemory(write.place))
    failAccess(write, "which is not in shared memory, by an asynchronous copy",
               "");
  if (isSharedMemory(read.place) || onStack(read.place))
    failAccess(read, "which is not in global memory, by an asynchronous copy",
               "");
}

} // namespace

/* Noted twice, when it starts and when it has arrived: it is made at some time
   in between. */
[[gnu::noinline]] void startCopy(void *to, const void *from, size_t bytes) {
  Copies &own = ofThisThread();
  const Copy copy = {.to = to,
                     .from = from,
                     .bytes = bytes,
                     .group = own.groups,
                     .code = __builtin_return_address(0)};
  checkCopy(copy);
  if (watching) {
    accessed(accessTo(from, copy, Access::Read));
    accessed(accessTo(to, copy, Access::Start));
  }
  std::memset(to, nothingYet, bytes);
  own.started.push_back(copy);
}

void commitCopies() { ++ofThisThread().groups; }

void waitForCopies(size_t pending) {
  Copies &own = ofThisThread();
  std::vector<Copy> left;
  for (const Copy &copy : own.started) {
    if (copy.group + pending >= own.groups) {
      left.push_back(copy);
      continue;
    }
    if (watching) {
      accessed(accessTo(copy.from, copy, Access::Read));
      accessed(accessTo(copy.to, copy, Access::Write));
    }
    std::memcpy(copy.to, copy.from, copy.bytes);
  }
  own.started = std::move(left);
}

void forgetCopies() {
  for (unsigned t = 0; t < machine.threads; ++t)
    copies[t] = {};
}

} // namespace cudaEmulation
