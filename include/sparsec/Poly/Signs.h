//===- Signs.h - signs of affine values -------------------------*- C++ -*-===//
///
/// \file
/// Whether a value is positive, negative or 0, or has the sign of another one,
/// where some values are known to be 0. Linear algebra over dimensions,
/// parameters and floors, without a question to isl; unknown where a value has
/// pieces.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_POLY_SIGNS_H
#define SPARSEC_POLY_SIGNS_H

#include "sparsec/Poly/Isl.h"

#include <memory>

namespace sparsec::poly {

class Signs {
public:
  enum class Sign { Unknown, Negative, Zero, Positive };
  enum class Likeness {
    Unknown,
    Same,       ///< both are negative, 0 or positive
    SameOrZero, ///< the same, or 0 where the other one is not
  };

  Signs();
  ~Signs();
  Signs(const Signs &) = delete;
  Signs &operator=(const Signs &) = delete;

  /// From now on \p value is 0. All values are over one space.
  void setZero(const isl::pw_aff &value);
  Sign of(const isl::pw_aff &value);
  /// How the sign of \p value follows from that of \p other: j - j' from
  /// i - i' where j - i and j' - i' are the same, floor(i/4) - floor(i'/4) from
  /// i - i'.
  Likeness compare(const isl::pw_aff &value, const isl::pw_aff &other);

private:
  class Algebra;
  std::unique_ptr<Algebra> algebra;
};

} // namespace sparsec::poly

#endif // SPARSEC_POLY_SIGNS_H
