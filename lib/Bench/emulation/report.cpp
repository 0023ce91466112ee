/*===- report.cpp - the words of errors -----------------------------------===*/
#include "emulation.h"

#include <cstdarg>
#include <cstdio>
#include <link.h>
#include <unistd.h>

namespace cudaEmulation {
namespace {

/* The driver's report so far is not lost. */
void startError() {
  std::fflush(nullptr);
  std::fprintf(stderr, "error: CUDA emulation: ");
  if (machine.kernel)
    std::fprintf(stderr, "kernel '%s', block (%u,%u,%u): ", machine.kernel,
                 machine.block.x, machine.block.y, machine.block.z);
}

[[noreturn]] void endError() {
  std::fflush(nullptr);
  std::abort();
}

int findBase(dl_phdr_info *program, size_t, void *base) {
  *static_cast<uintptr_t *>(base) = program->dlpi_addr;
  return 1; /* the program is the first one */
}

/* "  at FILE:LINE", the innermost place outside of this emulation; nothing
   where binutils or line numbers are missing. */
void printLine(const void *code) {
  uintptr_t base = 0;
  dl_iterate_phdr(findBase, &base);
  char command[160], line[1024];
  std::snprintf(command, sizeof command,
                "addr2line -i -e /proc/%ld/exe 0x%zx 2>/dev/null",
                long(getpid()), size_t(code) - size_t(base) - 1);
  FILE *lines = popen(command, "r");
  while (lines && std::fgets(line, sizeof line, lines))
    if (line[0] != '?' && !std::strstr(line, "/cuda_")) {
      std::fprintf(stderr, "  at %s", line);
      break;
    }
  if (lines)
    pclose(lines);
}

void printThread(unsigned thread) {
  const dim3 index = machine.index[thread];
  std::fprintf(stderr, "thread (%u,%u,%u) ", index.x, index.y, index.z);
}

void printPlace(uintptr_t place) {
  const DeviceArray array = deviceArray(place);
  if (array.bytes)
    std::fprintf(stderr, "at byte %td of an array of %zu bytes",
                 ptrdiff_t(place - array.start), array.bytes);
  else
    std::fprintf(stderr,
                 isSharedMemory(place) ? "of shared memory" : "at address %#zx",
                 size_t(place));
}

bool waitAlike(const Thread &a, const Thread &b) {
  return a.state == b.state &&
         (a.state != State::Waiting ||
          (a.exchange.kind == b.exchange.kind &&
           a.exchange.mask == b.exchange.mask && sameSite(a.site, b.site)));
}

void describe(unsigned first, unsigned last) {
  std::fprintf(stderr, first == last ? "  thread %u " : "  threads %u-%u ",
               first, last);
  const Thread &thread = machine.thread[first];
  const char *verb = first == last ? "waits" : "wait";
  if (thread.state == State::Returned)
    std::fprintf(stderr, "returned\n");
  else if (thread.exchange.kind == Collective::SyncThreads)
    std::fprintf(stderr, "%s at __syncthreads() in %s:%u\n", verb,
                 thread.site.file_name(), unsigned(thread.site.line()));
  else
    std::fprintf(stderr, "%s at %s(0x%08x) in %s:%u\n", verb,
                 nameOf(thread.exchange.kind), thread.exchange.mask,
                 thread.site.file_name(), unsigned(thread.site.line()));
}

} // namespace

void fail(const char *format, ...) {
  startError();
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "\n");
  endError();
}

void failThread(const char *format, ...) {
  startError();
  printThread(machine.current);
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "\n");
  endError();
}

void failAccess(const Access &access, const char *what, const char *details) {
  static const char *const verbs[] = {"reads", "writes", "updates atomically",
                                      "reads", "writes"};
  startError();
  if (machine.kernel)
    printThread(machine.current);
  else
    std::fprintf(stderr, "the host ");
  std::fprintf(stderr, "%s %zu bytes ", verbs[access.kind], access.bytes);
  printPlace(access.place);
  std::fprintf(stderr, ", %s%s\n", what, details);
  printLine(access.code);
  endError();
}

void failUnpublished() {
  failThread("waits for a value that no thread before it publishes");
}

void failStuck() {
  startError();
  std::fprintf(stderr, machine.atBarrier
                           ? "not all threads come to one __syncthreads():\n"
                           : "a warp waits for lanes that do not come:\n");
  unsigned first = 0;
  for (unsigned t = 1; t <= machine.threads; ++t)
    if (t == machine.threads ||
        !waitAlike(machine.thread[first], machine.thread[t])) {
      describe(first, t - 1);
      first = t;
    }
  endError();
}

} // namespace cudaEmulation
