/*===- cuda_atomics.h - atomic updates and small functions ----------------===*/
#ifndef SPARSEC_EMULATION_CUDA_ATOMICS_H
#define SPARSEC_EMULATION_CUDA_ATOMICS_H

#include <type_traits>

namespace cudaEmulation {

/* Tells that `bytes` bytes are read and written in one piece. */
void atomicAccess(void *place, unsigned bytes);

/* Replaces *place and returns what was there. Not seen as an access that could
   race with other atomic updates. */
template <typename T, typename Update>
__attribute__((no_sanitize("thread"), noinline)) T atomicUpdate(T *place,
                                                                Update update) {
  atomicAccess(place, sizeof(T));
  const T old = *place;
  *place = update(old);
  return old;
}

} // namespace cudaEmulation

/* The second argument converts to the type of the first, as in CUDA. */
#define SPARSEC_EMULATION_ATOMIC(NAME, RESULT, TYPES)                          \
  template <typename T>                                                        \
  T NAME(T *place, std::type_identity_t<T> value) {                            \
    static_assert(TYPES, "CUDA has no " #NAME "() of this type");              \
    return cudaEmulation::atomicUpdate(                                        \
        place, [=](T old) __attribute__((no_sanitize("thread"))) -> T {        \
          return RESULT;                                                       \
        });                                                                    \
  }
#define SPARSEC_EMULATION_INTEGER                                              \
  (std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8))
#define SPARSEC_EMULATION_NUMBER                                               \
  (SPARSEC_EMULATION_INTEGER || std::is_same_v<T, float> ||                    \
   std::is_same_v<T, double>)
#define SPARSEC_EMULATION_ADDS                                                 \
  (SPARSEC_EMULATION_NUMBER &&                                                 \
   !(std::is_signed_v<T> && std::is_integral_v<T> && sizeof(T) == 8))
SPARSEC_EMULATION_ATOMIC(atomicAdd, old + value, SPARSEC_EMULATION_ADDS)
SPARSEC_EMULATION_ATOMIC(atomicSub, old - value,
                         std::is_integral_v<T> && sizeof(T) == 4)
SPARSEC_EMULATION_ATOMIC(atomicMin, old < value ? old : value,
                         SPARSEC_EMULATION_INTEGER)
SPARSEC_EMULATION_ATOMIC(atomicMax, old > value ? old : value,
                         SPARSEC_EMULATION_INTEGER)
SPARSEC_EMULATION_ATOMIC(atomicAnd, old &value, SPARSEC_EMULATION_INTEGER)
SPARSEC_EMULATION_ATOMIC(atomicOr, old | value, SPARSEC_EMULATION_INTEGER)
SPARSEC_EMULATION_ATOMIC(atomicXor, old ^ value, SPARSEC_EMULATION_INTEGER)
SPARSEC_EMULATION_ATOMIC(atomicExch, (void(old), value),
                         SPARSEC_EMULATION_NUMBER)
#undef SPARSEC_EMULATION_ADDS
#undef SPARSEC_EMULATION_NUMBER
#undef SPARSEC_EMULATION_INTEGER
#undef SPARSEC_EMULATION_ATOMIC

template <typename T>
T atomicCAS(T *place, std::type_identity_t<T> expected,
            std::type_identity_t<T> value) {
  static_assert(std::is_integral_v<T> && sizeof(T) >= 2,
                "CUDA has no atomicCAS() of this type");
  return cudaEmulation::atomicUpdate(
      place, [=](T old) __attribute__((no_sanitize("thread"))) -> T {
        return old == expected ? value : old;
      });
}

template <typename T>
T __ldg(const T *place) {
  return *place;
}

inline int __popc(unsigned bits) { return __builtin_popcount(bits); }
inline int __popcll(unsigned long long bits) {
  return __builtin_popcountll(bits);
}
inline int __ffs(int bits) { return __builtin_ffs(bits); }
inline int __ffsll(long long bits) { return __builtin_ffsll(bits); }
inline int __clz(int bits) { return bits ? __builtin_clz(unsigned(bits)) : 32; }
inline int __clzll(long long bits) {
  return bits ? __builtin_clzll((unsigned long long)bits) : 64;
}

#endif
