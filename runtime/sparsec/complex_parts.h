//===- complex_parts.h - complex numbers and their parts --------*- C++ -*-===//
//
/// \file
/// What <complex.h> has as CMPLX, creal and cimag, without its macro `I`, which
/// callers may use as a name. gcc and clang.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_COMPLEX_PARTS_H
#define SPARSEC_RUNTIME_COMPLEX_PARTS_H

/// re + im i.
static inline double _Complex sparsec_complex_of(double re, double im) {
  double _Complex number = re;
  __imag__ number = im;
  return number;
}

/// The real part.
static inline double sparsec_real_of(double _Complex number) {
  return __real__ number;
}

/// The imaginary part.
static inline double sparsec_imaginary_of(double _Complex number) {
  return __imag__ number;
}

#endif // SPARSEC_RUNTIME_COMPLEX_PARTS_H
