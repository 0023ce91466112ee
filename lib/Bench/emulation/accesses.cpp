/*===- accesses.cpp - loads and stores, as the compiler tells of them -----===*\
|*
|* The generated file is compiled with -fsanitize=thread, but not linked with
|* that sanitizer: the functions that it calls before each load and store are
|* these. Kernels' accesses go to shadow.cpp. The host's are only looked at for
|* memory of the GPU, which a real one would not let it touch.
|*
|* Not compiled that way (-sanitize takes the address sanitizer instead),
nothing
|* is watched.
|*
\*===----------------------------------------------------------------------===*/
#include "emulation.h"

namespace cudaEmulation {
namespace {

/* Not inlined: `code` is where the compiler's call returns to. */
void note(const volatile void *place, size_t bytes, Access::Kind kind,
          const void *code) {
  const Access access = {.place = reinterpret_cast<uintptr_t>(place),
                         .bytes = bytes,
                         .kind = kind,
                         .code = code};
  if (machine.kernel)
    accessed(access);
  else if (!DeviceScope::depth && deviceArray(access.place).bytes)
    failAccess(access, "from the host", "");
}

} // namespace

void atomicAccess(void *place, unsigned bytes, const void *code) {
  if (watching)
    note(place, bytes, Access::Atomic, code);
}

} // namespace cudaEmulation

using namespace cudaEmulation;

#define HERE __builtin_return_address(0)

// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses): the
// names are the compiler's, and TYPE is one.
extern "C" {

void __tsan_init() { watching = true; }
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void **) {}
void __tsan_vptr_update(void **, void *) {}

#define READ_AND_WRITE(SIZE, BYTES)                                            \
  void __tsan_read##SIZE(void *place) {                                        \
    note(place, BYTES, Access::Read, HERE);                                    \
  }                                                                            \
  void __tsan_write##SIZE(void *place) {                                       \
    note(place, BYTES, Access::Write, HERE);                                   \
  }                                                                            \
  void __tsan_volatile_read##SIZE(void *place) {                               \
    note(place, BYTES, Access::VolatileRead, HERE);                            \
  }                                                                            \
  void __tsan_volatile_write##SIZE(void *place) {                              \
    note(place, BYTES, Access::Atomic, HERE);                                  \
  }                                                                            \
  void __tsan_unaligned_read##SIZE(void *place) {                              \
    note(place, BYTES, Access::Read, HERE);                                    \
  }                                                                            \
  void __tsan_unaligned_write##SIZE(void *place) {                             \
    note(place, BYTES, Access::Write, HERE);                                   \
  }
READ_AND_WRITE(1, 1)
READ_AND_WRITE(2, 2)
READ_AND_WRITE(4, 4)
READ_AND_WRITE(8, 8)
READ_AND_WRITE(16, 16)

void __tsan_read_range(void *place, size_t bytes) {
  note(place, bytes, Access::Read, HERE);
}
void __tsan_write_range(void *place, size_t bytes) {
  note(place, bytes, Access::Write, HERE);
}

/* clang's, in place of the C library's. */
void *__tsan_memset(void *to, int value, size_t bytes) {
  note(to, bytes, Access::Write, HERE);
  return std::memset(to, value, bytes);
}
void *__tsan_memcpy(void *to, const void *from, size_t bytes) {
  note(from, bytes, Access::Read, HERE);
  note(to, bytes, Access::Write, HERE);
  return std::memcpy(to, from, bytes);
}
void *__tsan_memmove(void *to, const void *from, size_t bytes) {
  note(from, bytes, Access::Read, HERE);
  note(to, bytes, Access::Write, HERE);
  return std::memmove(to, from, bytes);
}

/* Of -fsanitize=alignment, which comes with a library of its own where the
   address sanitizer is: a vector that does not begin at a multiple of its
   size. GPUs fault. */
#ifndef WITH_ADDRESS_SANITIZER
struct TypeMismatch {
  struct {
    const char *file;
    uint32_t line, column;
  } source;
  const void *type;
  unsigned char logOfAlignment, kind; /* 1: a store */
};
void __ubsan_handle_type_mismatch_v1(TypeMismatch *mismatch, uintptr_t place) {
  failAccess({.place = place,
              .bytes = size_t(1) << mismatch->logOfAlignment,
              .kind = mismatch->kind == 1 ? Access::Write : Access::Read,
              .code = HERE},
             "which does not begin at a multiple of their number", "");
}
#endif

/* What `omp atomic` and std::atomic of host code become. */
#define ATOMIC_FETCH(BITS, TYPE, NAME)                                         \
  TYPE __tsan_atomic##BITS##_fetch_##NAME(volatile TYPE *place, TYPE value,    \
                                          int) {                               \
    return __atomic_fetch_##NAME(place, value, __ATOMIC_SEQ_CST);              \
  }
#define ATOMIC_EXCHANGE(BITS, TYPE, STRENGTH, IS_WEAK)                         \
  bool __tsan_atomic##BITS##_compare_exchange_##STRENGTH(                      \
      volatile TYPE *place, TYPE *expected, TYPE value, int, int) {            \
    return __atomic_compare_exchange_n(place, expected, value, IS_WEAK,        \
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
  }
#define ATOMICS(BITS, TYPE)                                                    \
  TYPE __tsan_atomic##BITS##_load(const volatile TYPE *place, int) {           \
    return __atomic_load_n(place, __ATOMIC_SEQ_CST);                           \
  }                                                                            \
  void __tsan_atomic##BITS##_store(volatile TYPE *place, TYPE value, int) {    \
    __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                          \
  }                                                                            \
  TYPE __tsan_atomic##BITS##_exchange(volatile TYPE *place, TYPE value, int) { \
    return __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST);                \
  }                                                                            \
  TYPE __tsan_atomic##BITS##_compare_exchange_val(                             \
      volatile TYPE *place, TYPE expected, TYPE value, int, int) {             \
    __atomic_compare_exchange_n(place, &expected, value, false,                \
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
    return expected;                                                           \
  }                                                                            \
  ATOMIC_EXCHANGE(BITS, TYPE, strong, false)                                   \
  ATOMIC_EXCHANGE(BITS, TYPE, weak, true)                                      \
  ATOMIC_FETCH(BITS, TYPE, add)                                                \
  ATOMIC_FETCH(BITS, TYPE, sub)                                                \
  ATOMIC_FETCH(BITS, TYPE, and)                                                \
  ATOMIC_FETCH(BITS, TYPE, or)                                                 \
  ATOMIC_FETCH(BITS, TYPE, xor)                                                \
  ATOMIC_FETCH(BITS, TYPE, nand)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int) { __sync_synchronize(); }
void __tsan_atomic_signal_fence(int) {}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)
