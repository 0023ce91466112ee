//===- Product.h - kernels that multiply a matrix by a vector ---*- C++ -*-===//
#ifndef SPARSEC_BENCH_PRODUCT_H
#define SPARSEC_BENCH_PRODUCT_H

#include "sparsec/Bench/Kernel.h"

namespace sparsec::bench {

/// The slots of y = A x or y += A x, by which a library's product can stand
/// next to the kernel's.
struct Product {
  unsigned pointer = 0, column = 0, value = 0, x = 0, y = 0;
  long base = 0;             ///< of the row starts and of the columns
  bool adds = false;         ///< y += A x
  bool isTransposed = false; ///< A's rows run over x: y += A^T x
};

/// Finds the product in what \p program, as the frontend made it, declares and
/// does: one matrix in compressed rows, one vector read by its columns, one
/// written by its rows (or the other way round), and the sum of their products,
/// which takes each entry of the matrix once and starts from 0 or from what is
/// there. Names mean nothing. Fails with what \p kernel does besides.
llvm::Expected<Product> findProduct(const Program &program,
                                    const Kernel &kernel);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_PRODUCT_H
