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
  /// cuda.h's for complex numbers: both parts move.
  template <int lanes, typename Op>
  __device__ friend sparsec_complex sparsec_combine_lanes(sparsec_complex value,
                                                          Op op) {
    const unsigned thread =
        threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned group = lanes == 32 ? 0xffffffffu
                                       : ((1u << (lanes % 32)) - 1u)
                                             << (thread % 32 / lanes * lanes);
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
      const double re = __shfl_down_sync(group, value.re, distance, lanes);
      const double im = __shfl_down_sync(group, value.im, distance, lanes);
      value = op(value, sparsec_complex(re, im));
    }
    return value;
  }
  /// The parts lie apart: g++, which emulates CUDA, guards arrays of objects
  /// with constructors in shared memory.
  template <int threads, typename Op>
  __device__ friend sparsec_complex sparsec_combine_block(sparsec_complex value,
                                                          Op op) {
    __shared__ double re[threads / 32], im[threads / 32];
    value = sparsec_combine_lanes<32>(value, op);
    if (threadIdx.x % 32 == 0) {
      re[threadIdx.x / 32] = value.re;
      im[threadIdx.x / 32] = value.im;
    }
    __syncthreads();
    if (threadIdx.x == 0)
      for (int warp = 1; warp < threads / 32; warp++)
        value = op(value, sparsec_complex(re[warp], im[warp]));
    __syncthreads();
    return value;
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
