//===- Signs.h - signs of affine values -------------------------*- C++ -*-===//
///
/// \file
/// Whether a value is positive, negative or 0, or has the sign of another one,
/// where some values are known to be 0. Linear algebra over dimensions,
/// parameters and floors: isl does nothing for it. Unknown where a value has
/// pieces.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_POLY_SIGNS_H
#define SPARSEC_POLY_SIGNS_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

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

  /// What values over one space, or two of them, make when they are read.
  struct Value {
    /// Variable => factor, times a positive number; nothing where it has
    /// pieces.
    std::optional<std::map<std::string, long>> sum;
  };
  Value read(const isl::pw_aff &value);
  Value difference(const isl::pw_aff &value, const isl::pw_aff &other);
  /// Of two parameters.
  Value difference(const std::string &name, const std::string &other) const;

  /// From now on \p value is 0.
  void setZero(const Value &value);
  Sign of(const Value &value);
  /// How the sign of \p value follows from that of \p other: j - j' from
  /// i - i' where j - i and j' - i' are the same, floor(i/4) - floor(i'/4) from
  /// i - i'.
  Likeness compare(const Value &value, const Value &other);

private:
  class Algebra;
  std::unique_ptr<Algebra> algebra;
};

} // namespace sparsec::poly

#endif // SPARSEC_POLY_SIGNS_H
