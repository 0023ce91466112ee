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

/// How the loops after a step run through a matrix, and where values stand; of
/// a program without a matrix, when its loops come to elements of arrays.
struct StepPictures {
  /// Why there are none; "" where there are.
  std::string whyNone;
  /// They are those after the step of this number, 0 being the source; then
  /// nothing else is here.
  std::optional<size_t> sameAs = std::nullopt;
  /// How many rows and columns of the matrix are one in the picture.
  int64_t group = 1;
  /// They are of the matrix's first rows and columns, so many; 0: of all.
  int64_t firstRows = 0;
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
  /// Whether numbers of storages, not their pictures, are of the whole matrix.
  bool isCounted = false;
  /// A parallel loop within one that is not: each value of that, such as a
  /// wave, is a column, and from top to bottom is what runs at one time.
  struct Rounds {
    std::string outer, inner;
    long long first = 0, last = 0; ///< values of the outer loop
    size_t tasks = 0;              ///< of the inner one, the most of a round
    size_t reads = 0;              ///< the most values that a task reads
    Raster raster;                 ///< light: many

    bool operator==(const Rounds &) const = default;
  };
  std::optional<Rounds> rounds;
  /// An argument of a program without a matrix, and when its elements are
  /// reached first. Where it has one extent, from left to right, time goes from
  /// top to bottom.
  struct Reach {
    std::string array;
    size_t rows = 0, columns = 0; ///< one row: it has one extent
    Raster raster;

    bool operator==(const Reach &) const = default;
  };
  std::vector<Reach> reaches;

  bool operator==(const StepPictures &) const = default;
};

/// A drawing with what it shows.
struct Figure {
  const char *kind; ///< "order", "storage", "rounds" or "reach"
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
