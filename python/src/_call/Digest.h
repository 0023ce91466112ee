//===- Digest.h - whether arrays are what they were -------------*- C++ -*-===//
#ifndef SPARSEC_PYTHON_DIGEST_H
#define SPARSEC_PYTHON_DIGEST_H

#include <nanobind/nanobind.h>

namespace sparsec::python {

/// 64 bytes that tell contents of contiguous arrays apart, with their lengths:
/// no cryptography, but two patterns that meet by chance have the same 512
/// bits.
nanobind::bytes digest(nanobind::handle arrays);

} // namespace sparsec::python

#endif // SPARSEC_PYTHON_DIGEST_H
