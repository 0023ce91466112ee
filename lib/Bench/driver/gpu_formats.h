/*===- gpu_formats.h - matrix formats for the libraries compared with -----===*\
|*
|* Conversions from CSR on the host, one thread, as a library would write them.
|*
\*===----------------------------------------------------------------------===*/
#ifndef BENCH_GPU_FORMATS_H
#define BENCH_GPU_FORMATS_H

#include <algorithm>
#include <stdint.h>
#include <vector>

/* The rows of the kernel's matrix; indices are read one by one because their
   type is the kernel's. */
struct CsrView {
  int64_t rows, columns, entries;
  const unsigned char *pointer, *column;
  int pointer_bytes, column_bytes;
  int64_t base; /* of both */

  static int64_t read(const unsigned char *from, int bytes, int64_t k) {
    return bytes == 8 ? ((const int64_t *)(const void *)from)[k]
                      : ((const int32_t *)(const void *)from)[k];
  }
  int64_t start(int64_t row) const {
    return read(pointer, pointer_bytes, row) - base;
  }
  int64_t at(int64_t entry) const {
    return read(column, column_bytes, entry) - base;
  }
};

template <typename T>
struct Blocks { /* row-major, columns ascending */
  int64_t size = 0, rows = 0, columns = 0;
  std::vector<int> pointer, column;
  std::vector<T> value;
};

/* The number of size x size blocks that hold something. */
inline int64_t count_blocks(const CsrView &a, int64_t size) {
  std::vector<int64_t> last((size_t)((a.columns + size - 1) / size), -1);
  int64_t count = 0;
  for (int64_t r = 0; r < a.rows; ++r)
    for (int64_t e = a.start(r); e < a.start(r + 1); ++e) {
      int64_t &row = last[(size_t)(a.at(e) / size)];
      count += row != r / size;
      row = r / size;
    }
  return count;
}

/* The order of blocks whose storage takes the fewest bytes among those that
   divide the matrix and hold at most `fill` elements per entry; 0 if none. */
inline int64_t best_block(const CsrView &a, double value_bytes, double fill) {
  int64_t best = 0;
  double least = 0;
  for (int64_t size : {2, 3, 4, 5, 6, 7, 8, 16}) {
    if (a.rows % size || a.columns % size)
      continue;
    const double count = (double)count_blocks(a, size),
                 stored = count * (double)(size * size),
                 bytes = stored * value_bytes + 4 * count;
    if (stored > fill * (double)a.entries || (best && bytes >= least))
      continue;
    best = size;
    least = bytes;
  }
  return best;
}

template <typename T>
Blocks<T> to_blocks(const CsrView &a, const T *value, int64_t size) {
  Blocks<T> b;
  b.size = size;
  b.rows = a.rows / size;
  b.columns = a.columns / size;
  b.pointer.assign(1, 0);
  std::vector<int64_t> place((size_t)b.columns, -1);
  for (int64_t row = 0; row < b.rows; ++row) {
    const size_t first = b.column.size();
    const int64_t begin = a.start(row * size), end = a.start((row + 1) * size);
    for (int64_t e = begin; e < end; ++e) {
      int64_t &at = place[(size_t)(a.at(e) / size)];
      if (at < (int64_t)first)
        b.column.push_back((int)(a.at(e) / size));
      at = (int64_t)first;
    }
    std::sort(b.column.begin() + (long)first, b.column.end());
    for (size_t k = first; k < b.column.size(); ++k)
      place[(size_t)b.column[k]] = (int64_t)k;
    b.value.resize(b.column.size() * (size_t)(size * size), T(0));
    for (int64_t r = row * size; r < (row + 1) * size; ++r)
      for (int64_t e = a.start(r); e < a.start(r + 1); ++e) {
        const int64_t block = place[(size_t)(a.at(e) / size)];
        b.value[(size_t)((block * size + r % size) * size + a.at(e) % size)] +=
            value[e];
      }
    b.pointer.push_back((int)b.column.size());
  }
  return b;
}

template <typename T>
struct Slices { /* column-major in slices of 32 rows */
  static constexpr int64_t height = 32;
  std::vector<int> pointer, column;
  std::vector<T> value;
};

/* Number of elements that slices store. */
inline int64_t slice_elements(const CsrView &a, int64_t height) {
  int64_t total = 0;
  for (int64_t first = 0; first < a.rows; first += height) {
    int64_t width = 0;
    for (int64_t r = first; r < std::min(a.rows, first + height); ++r)
      width = std::max(width, a.start(r + 1) - a.start(r));
    total += width * height;
  }
  return total;
}

template <typename T>
Slices<T> to_slices(const CsrView &a, const T *value, int64_t elements) {
  Slices<T> s;
  const int64_t height = Slices<T>::height;
  s.pointer.assign(1, 0);
  s.column.assign((size_t)elements, -1);
  s.value.assign((size_t)elements, T(0));
  for (int64_t first = 0; first < a.rows; first += height) {
    const int64_t from = s.pointer.back();
    int64_t width = 0;
    for (int64_t r = first; r < std::min(a.rows, first + height); ++r) {
      int64_t at = from + r - first;
      for (int64_t e = a.start(r); e < a.start(r + 1); ++e, at += height) {
        s.column[(size_t)at] = (int)a.at(e);
        s.value[(size_t)at] = value[e];
      }
      width = std::max(width, a.start(r + 1) - a.start(r));
    }
    s.pointer.push_back((int)(from + width * height));
  }
  return s;
}

#endif
