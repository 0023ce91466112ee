//===- Blocks.h - how bytes stand for a kernel and steps --------*- C++ -*-===//
#ifndef SPARSEC_TEST_FUZZ_BLOCKS_H
#define SPARSEC_TEST_FUZZ_BLOCKS_H

#include <cstddef>

namespace sparsec::fuzz {

/// An input is the choices of a kernel, then a block of choices for each step;
/// the last block may be shorter. So a step keeps its choices when another one
/// comes or goes, or the kernel changes.
constexpr size_t kernelBytes = 48, stepBytes = 16, mostSteps = 6;

} // namespace sparsec::fuzz

#endif // SPARSEC_TEST_FUZZ_BLOCKS_H
