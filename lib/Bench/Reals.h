//===- Reals.h - cells as real numbers --------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_REALS_H
#define SPARSEC_LIB_BENCH_REALS_H

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/Interpreter/Interpreter.h"

#include <cstring>

namespace sparsec::bench {

/// Real numbers of the elements of an array; of complex ones two each.
struct Reals {
  explicit Reals(Cells &cells)
      : cells(cells), parts(cells.type.isComplex() ? 2 : 1),
        bytes(cells.type.bytes / parts) {}

  size_t count() const { return cells.count() * parts; }
  double get(size_t pos) const {
    double number = 0;
    float shorter = 0;
    if (bytes == sizeof number) {
      std::memcpy(&number, cells.bytes.data() + pos * bytes, bytes);
      return number;
    }
    if (const StorageFormat *format = smallFloat(cells.type)) {
      unsigned short bits = 0;
      std::memcpy(&bits, cells.bytes.data() + pos * bytes, bytes);
      return format->numberOf(bits);
    }
    std::memcpy(&shorter, cells.bytes.data() + pos * bytes, bytes);
    return shorter;
  }
  void set(size_t pos, double number) {
    const float shorter = float(number);
    const StorageFormat *format = smallFloat(cells.type);
    const unsigned short bits = format ? format->bitsOf(number) : 0;
    const void *from = &shorter;
    if (format)
      from = &bits;
    else if (bytes == sizeof number)
      from = &number;
    std::memcpy(cells.bytes.data() + pos * bytes, from, bytes);
  }

  Cells &cells;
  size_t parts, bytes;
};

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_REALS_H
