/*===- memory.cpp - the device's memory and its calls ---------------------===*/
#include "emulation.h"

#include <map>
#include <sys/mman.h>
#include <unistd.h>

namespace cudaEmulation {
namespace {

/* What vector loads ask for; a GPU's own alignment is never less. */
constexpr size_t alignment = 16;
constexpr unsigned char freshByte = 0xa5, guardByte = 0xc9;

/* [page | guard bytes, data, guard bytes | page]: the outer pages have no
   access, and less than `alignment` bytes lie between the data's end and the
   second one. */
struct Allocation {
  unsigned char *pages;
  size_t pageBytes;
  size_t bytes;
};

std::map<uintptr_t, Allocation> &allocations() {
  static std::map<uintptr_t, Allocation> all;
  return all;
}

size_t pageSize() {
  static const auto size = size_t(sysconf(_SC_PAGESIZE));
  return size;
}

size_t roundUp(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

bool areGuards(const unsigned char *from, const unsigned char *to) {
  while (from < to && *from == guardByte)
    ++from;
  return from == to;
}

ByteRange pageRange(const Allocation &allocation) {
  const auto start = reinterpret_cast<uintptr_t>(allocation.pages);
  return {.from = start, .to = start + allocation.pageBytes};
}

/* The allocation whose pages hold `place`, by its first byte, or null. */
const std::pair<const uintptr_t, Allocation> *allocationOf(uintptr_t place) {
  auto next = allocations().upper_bound(place);
  if (next != allocations().end() && pageRange(next->second).has(place))
    return &*next;
  if (next == allocations().begin())
    return nullptr;
  --next;
  return pageRange(next->second).has(place) ? &*next : nullptr;
}

uintptr_t address(const void *place) {
  return reinterpret_cast<uintptr_t>(place);
}

/* Ends the program where a copy would leave the array that it starts in. */
void checkRange(const char *call, const void *place, size_t bytes) {
  const auto *found = allocationOf(address(place));
  if (!found)
    return;
  const auto offset = ptrdiff_t(address(place) - found->first);
  if (offset < 0 || size_t(offset) + bytes > found->second.bytes)
    fail("%s %zu bytes at byte %td of an array of %zu bytes", call, bytes,
         offset, found->second.bytes);
}

/* Ends the program where a copy's direction is not that of its pointers. */
void checkOwner(const void *place, bool device) {
  if (device == (allocationOf(address(place)) != nullptr))
    return;
  fail(device ? "cudaMemcpy() takes memory of the host for the GPU's"
              : "cudaMemcpy() takes memory of the GPU for the host's");
}

cudaError_t lastError = cudaSuccess;
bool captures = false;

} // namespace

int DeviceScope::depth = 0;
size_t mostToHost = size_t(-1);

DeviceArray deviceArray(uintptr_t place) {
  const auto *found = allocationOf(place);
  if (!found)
    return {};
  return {.start = found->first, .bytes = found->second.bytes};
}

void setLastError(cudaError_t error) { lastError = error; }

extern "C" long bench_device_arrays(void) { return long(allocations().size()); }

cudaError_t copySymbol(void *symbol, size_t size, const void *from,
                       size_t bytes, size_t offset) {
  if (offset > size || bytes > size - offset)
    return lastError = cudaErrorInvalidValue;
  std::memcpy(static_cast<char *>(symbol) + offset, from, bytes);
  return cudaSuccess;
}

} // namespace cudaEmulation

using namespace cudaEmulation;

extern "C" void cudaEmulateCapture(int captures) {
  cudaEmulation::captures = captures != 0;
}

cudaError_t cudaDeviceSynchronize() {
  if (captures)
    lastError = cudaErrorStreamCaptureUnsupported;
  return lastError;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  *pointer = nullptr;
  if (captures)
    return lastError = cudaErrorStreamCaptureUnsupported;
  if (bytes == 0)
    return cudaSuccess;
  if (bench_allocation_fails && bench_allocation_fails())
    return lastError = cudaErrorMemoryAllocation;
  const size_t page = pageSize();
  const size_t inner = roundUp(roundUp(bytes, alignment), page);
  const size_t all = inner + 2 * page;
  if (all < bytes)
    return lastError = cudaErrorMemoryAllocation;
  void *block = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED)
    return lastError = cudaErrorMemoryAllocation;
  auto *pages = static_cast<unsigned char *>(block);
  mprotect(pages, page, PROT_NONE);
  mprotect(pages + page + inner, page, PROT_NONE);
  unsigned char *data = pages + page + inner - roundUp(bytes, alignment);
  std::memset(pages + page, guardByte, inner);
  std::memset(data, freshByte, bytes);
  const Allocation made = {.pages = pages, .pageBytes = all, .bytes = bytes};
  allocations()[address(data)] = made;
  forget(pageRange(made));
  *pointer = data;
  return cudaSuccess;
}

cudaError_t cudaFree(void *pointer) {
  if (!pointer)
    return cudaSuccess;
  if (captures)
    return lastError = cudaErrorStreamCaptureUnsupported;
  auto *data = static_cast<unsigned char *>(pointer);
  auto found = allocations().find(address(data));
  if (found == allocations().end())
    fail("cudaFree() of what cudaMalloc() did not return");
  const Allocation freed = found->second;
  const size_t page = pageSize();
  if (!areGuards(freed.pages + page, data) ||
      !areGuards(data + freed.bytes, freed.pages + freed.pageBytes - page))
    fail("write outside of an array of %zu bytes, found by cudaFree()",
         freed.bytes);
  forget(pageRange(freed));
  allocations().erase(found);
  munmap(freed.pages, freed.pageBytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind) {
  if (captures)
    return lastError = cudaErrorStreamCaptureUnsupported;
  return cudaMemcpyAsync(to, from, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t) {
  if (bytes == 0)
    return cudaSuccess;
  if (kind != cudaMemcpyDefault && kind != cudaMemcpyDeviceToDevice) {
    checkOwner(to, kind == cudaMemcpyHostToDevice);
    checkOwner(from, kind == cudaMemcpyDeviceToHost);
  }
  if (bytes > mostToHost && allocationOf(address(from)) &&
      !allocationOf(address(to)))
    fail("cudaMemcpy() brings %zu bytes to the host; what runs on the GPU may "
         "bring no more than %zu",
         bytes, mostToHost);
  checkRange("cudaMemcpy() to", to, bytes);
  checkRange("cudaMemcpy() from", from, bytes);
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes) {
  if (captures)
    return lastError = cudaErrorStreamCaptureUnsupported;
  return cudaMemsetAsync(to, value, bytes);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t) {
  checkRange("cudaMemset()", to, bytes);
  std::memset(to, value, bytes);
  return cudaSuccess;
}

cudaError_t cudaPeekAtLastError() { return lastError; }

cudaError_t cudaGetLastError() {
  const cudaError_t error = lastError;
  lastError = cudaSuccess;
  return error;
}

const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return "no error";
  case cudaErrorInvalidValue:
    return "invalid argument";
  case cudaErrorMemoryAllocation:
    return "out of memory";
  case cudaErrorInvalidConfiguration:
    return "invalid configuration argument";
  case cudaErrorStreamCaptureUnsupported:
    return "operation not permitted when stream is capturing";
  }
  return "unrecognized error code";
}

/* The numbers of an H200. */
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
  case cudaDevAttrMaxThreadsPerBlock:
    *value = 1024;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    *value = 48 << 10;
    break;
  case cudaDevAttrTotalConstantMemory:
    *value = 64 << 10;
    break;
  case cudaDevAttrWarpSize:
    *value = 32;
    break;
  case cudaDevAttrMultiProcessorCount:
    *value = 132;
    break;
  case cudaDevAttrL2CacheSize:
    *value = 50 << 20;
    break;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = 2048;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = 9;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *value = 0;
    break;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    *value = 228 << 10;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 227 << 10;
    break;
  default:
    return lastError = cudaErrorInvalidValue;
  }
  return cudaSuccess;
}
