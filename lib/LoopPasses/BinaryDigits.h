//===- BinaryDigits.h - binary digits of a loop's iterator ------*- C++ -*-===//
///
/// \file
/// Which digit of the iterator an expression such as `(32 * c + s >> 3) & 1`
/// is.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_BINARYDIGITS_H
#define SPARSEC_LIB_LOOPPASSES_BINARYDIGITS_H

#include "sparsec/LoopIR/LoopExpr.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sparsec {

/// The binary digits of iterator `name` in [0, 2^count).
class BinaryDigits {
public:
  BinaryDigits(std::string name, unsigned count)
      : name(std::move(name)), count(count) {}

  /// The digits, bit by bit, that \p expr depends on; nothing when it uses the
  /// iterator in another way.
  std::optional<uint64_t> usedBy(const LoopExpr &expr) const;

  /// \p expr, of which usedBy knows the digits, with digit d replaced by
  /// \p valueOf(d), and its computations of numbers done.
  LoopExpr withDigits(const LoopExpr &expr,
                      const std::function<LoopExpr(unsigned)> &valueOf) const;

  /// \p expr with its parts `(value >> k) & 1` replaced by \p nameOf of them.
  static LoopExpr
  withNamedBits(const LoopExpr &expr,
                const std::function<LoopExpr(const LoopExpr &)> &nameOf);

  unsigned size() const { return count; }

private:
  /// What `(value >> places) & 1` is.
  struct Bit {
    enum class Kind { Digit, Invariant, Unknown } kind;
    unsigned digit = 0;
  };
  Bit bitOf(const LoopExpr &value, long place) const;
  std::optional<Bit> matched(const LoopExpr &expr) const;

  std::string name;
  unsigned count;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_BINARYDIGITS_H
