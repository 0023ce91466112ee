//===- complex.h - complex numbers of CUDA output ---------------*- C++ -*-===//
//
/// \file
/// `double _Complex` in C++ and on GPUs. In memory both are two doubles, as
/// CUDA's cuDoubleComplex is. Products are those of the textbook: where parts
/// are infinite C's may be others (C11, annex G.5.1).
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_COMPLEX_H
#define SPARSEC_RUNTIME_COMPLEX_H

/// re + im i.
struct sparsec_complex {
  double re, im;
  sparsec_complex() = default;
  __host__ __device__ sparsec_complex(double re, double im = 0)
      : re(re), im(im) {}
  __host__ __device__ friend sparsec_complex operator+(sparsec_complex a,
                                                       sparsec_complex b) {
    return sparsec_complex(a.re + b.re, a.im + b.im);
  }
  __host__ __device__ friend sparsec_complex operator+(sparsec_complex a,
                                                       double b) {
    return sparsec_complex(a.re + b, a.im);
  }
  __host__ __device__ friend sparsec_complex operator+(double a,
                                                       sparsec_complex b) {
    return sparsec_complex(a + b.re, b.im);
  }
  __host__ __device__ friend sparsec_complex operator-(sparsec_complex a,
                                                       sparsec_complex b) {
    return sparsec_complex(a.re - b.re, a.im - b.im);
  }
  __host__ __device__ friend sparsec_complex operator-(sparsec_complex a,
                                                       double b) {
    return sparsec_complex(a.re - b, a.im);
  }
  __host__ __device__ friend sparsec_complex operator-(double a,
                                                       sparsec_complex b) {
    return sparsec_complex(a - b.re, -b.im);
  }
  __host__ __device__ friend sparsec_complex operator*(sparsec_complex a,
                                                       sparsec_complex b) {
    return sparsec_complex(a.re * b.re - a.im * b.im,
                           a.re * b.im + a.im * b.re);
  }
  __host__ __device__ friend sparsec_complex operator*(sparsec_complex a,
                                                       double b) {
    return sparsec_complex(a.re * b, a.im * b);
  }
  __host__ __device__ friend sparsec_complex operator*(double a,
                                                       sparsec_complex b) {
    return sparsec_complex(a * b.re, a * b.im);
  }
  __host__ __device__ friend sparsec_complex operator+(sparsec_complex a) {
    return a;
  }
  __host__ __device__ friend sparsec_complex operator-(sparsec_complex a) {
    return sparsec_complex(-a.re, -a.im);
  }
  template <typename T>
  __host__ __device__ sparsec_complex &operator+=(T b) {
    return *this = *this + b;
  }
  template <typename T>
  __host__ __device__ sparsec_complex &operator-=(T b) {
    return *this = *this - b;
  }
  template <typename T>
  __host__ __device__ sparsec_complex &operator*=(T b) {
    return *this = *this * b;
  }
  /// cuda.h's: both parts move.
  __device__ friend sparsec_complex sparsec_shuffle_down(unsigned group,
                                                         sparsec_complex value,
                                                         int distance,
                                                         int lanes) {
    return sparsec_complex(__shfl_down_sync(group, value.re, distance, lanes),
                           __shfl_down_sync(group, value.im, distance, lanes));
  }
  __device__ friend sparsec_complex sparsec_shuffle_xor(unsigned group,
                                                        sparsec_complex value,
                                                        int distance,
                                                        int lanes) {
    return sparsec_complex(__shfl_xor_sync(group, value.re, distance, lanes),
                           __shfl_xor_sync(group, value.im, distance, lanes));
  }
  /// cuda.h's, of sums only: each part is added atomically.
  template <typename U, typename Sum>
  __device__ friend void sparsec_update(sparsec_complex *target, U value, Sum) {
    const sparsec_complex number = value;
    atomicAdd(&target->re, number.re);
    atomicAdd(&target->im, number.im);
  }
};

#endif // SPARSEC_RUNTIME_COMPLEX_H
