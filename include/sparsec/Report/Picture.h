//===- Picture.h - iterations and storage, as colours of cells --*- C++ -*-===//
#ifndef SPARSEC_REPORT_PICTURE_H
#define SPARSEC_REPORT_PICTURE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A picture of at most 128 by 128 cells.
struct Raster {
  static constexpr size_t most = 128;
  static constexpr signed char nothing = -1, padding = -2;
  static constexpr int shades = 16;

  size_t width = 0, height = 0;
  /// Row by row: a shade from 0 on, or one of the above.
  std::vector<signed char> cells;

  bool operator==(const Raster &) const = default;
};

/// How the loops after a step run through a matrix, and where values stand.
struct StepPictures {
  /// Why there are none; "" where there are.
  std::string whyNone;
  /// They are those after the step of this number, 0 being the source; then
  /// nothing else is here.
  std::optional<size_t> sameAs = std::nullopt;
  /// How many rows and columns of the matrix are one in the picture.
  int64_t group = 1;
  /// Entries where the matrix has them, by a loop's value.
  Raster order;
  /// By what entries are coloured: of each statement's loops the outermost one
  /// with several values.
  struct Shading {
    std::string loop;
    long long first = 0, last = 0; ///< its values

    bool operator==(const Shading &) const = default;
  };
  std::vector<Shading> shadings;
  std::string values;     ///< the arguments that have the matrix's values
  bool isChanged = false; ///< the matrix, as facts ask
  size_t visits = 0, padded = 0; ///< assignments, those of padding only
  /// An array of a plan with copies of values, as it lies in memory.
  struct Storage {
    std::string array;
    size_t places = 0, padding = 0;
    size_t rowLength = 0; ///< elements side by side
    Raster raster;

    bool operator==(const Storage &) const = default;
  };
  std::vector<Storage> storages;

  bool operator==(const StepPictures &) const = default;
};

/// A drawing with what it shows.
struct Figure {
  const char *kind; ///< "order" or "storage"
  std::string caption, svg;
};

/// Those of \p pictures, on the matrix of that name; none where there are none,
/// or the same as of another step.
std::vector<Figure> figuresOf(const StepPictures &pictures,
                              const std::string &matrix);

/// `<svg>`, a file of its own or a part of a page: \p label says what it shows
/// to those who do not see it.
std::string svgOf(const Raster &raster, const std::string &label);

} // namespace sparsec

#endif // SPARSEC_REPORT_PICTURE_H
