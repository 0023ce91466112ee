/*===- cuda_atomics.h - atomic updates and small functions ----------------===*/
#ifndef SPARSEC_EMULATION_CUDA_ATOMICS_H
#define SPARSEC_EMULATION_CUDA_ATOMICS_H

#include <type_traits>

namespace cudaEmulation {

template <typename T, typename... Types>
constexpr bool isOneOf = (std::is_same_v<T, Types> || ...);

/* Tells that `bytes` bytes are read and written in one piece, at `code`. */
void atomicAccess(void *place, unsigned bytes, const void *code);

/* Replaces *place and returns what was there. Not seen as an access that could
   race with other atomic updates. */
template <typename T, typename Update>
__attribute__((no_sanitize("thread"), noinline)) T atomicUpdate(T *place,
                                                                Update update) {
  atomicAccess(place, sizeof(T), __builtin_return_address(0));
  const T old = *place;
  *place = update(old);
  return old;
}

} // namespace cudaEmulation

/* The second argument converts to the type of the first, as in CUDA; behind
   RESULT the types that CUDA has. */
#define SPARSEC_EMULATION_ATOMIC(NAME, RESULT, ...)                            \
  template <typename T>                                                        \
  T NAME(T *place, std::type_identity_t<T> value) {                            \
    static_assert(cudaEmulation::isOneOf<T, __VA_ARGS__>,                      \
                  "CUDA has no " #NAME "() of this type");                     \
    return cudaEmulation::atomicUpdate(                                        \
        place, [=](T old) __attribute__((no_sanitize("thread"))) -> T {        \
          return RESULT;                                                       \
        });                                                                    \
  }
SPARSEC_EMULATION_ATOMIC(atomicAdd, old + value, int, unsigned,
                         unsigned long long, float, double)
SPARSEC_EMULATION_ATOMIC(atomicSub, old - value, int, unsigned)
SPARSEC_EMULATION_ATOMIC(atomicMin, old < value ? old : value, int, unsigned,
                         long long, unsigned long long)
SPARSEC_EMULATION_ATOMIC(atomicMax, old > value ? old : value, int, unsigned,
                         long long, unsigned long long)
SPARSEC_EMULATION_ATOMIC(atomicAnd, old bitand value, int, unsigned,
                         unsigned long long)
SPARSEC_EMULATION_ATOMIC(atomicOr, old | value, int, unsigned,
                         unsigned long long)
SPARSEC_EMULATION_ATOMIC(atomicXor, old ^ value, int, unsigned,
                         unsigned long long)
SPARSEC_EMULATION_ATOMIC(atomicExch, (void(old), value), int, unsigned,
                         unsigned long long, float)
#undef SPARSEC_EMULATION_ATOMIC

template <typename T>
T atomicCAS(T *place, std::type_identity_t<T> expected,
            std::type_identity_t<T> value) {
  static_assert(cudaEmulation::isOneOf<T, int, unsigned, unsigned short,
                                       unsigned long long>,
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
