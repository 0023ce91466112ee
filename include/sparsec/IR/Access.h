//===- Access.h - what statements read and write ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_ACCESS_H
#define SPARSEC_IR_ACCESS_H

#include "sparsec/IR/SourceSpan.h"
#include "sparsec/Poly/Isl.h"

#include <string>
#include <vector>

namespace sparsec {

/// One access of a statement: `{ S[..] -> array[subscripts] }`.
struct Access {
  std::string array;
  std::vector<isl::pw_aff> subscripts;
  bool isWrite = false;
  bool isRead = false;
  /// Any element; `subscripts` says nothing.
  bool isWhole = false;
  /// Updates of one operator commute: they may be reordered, not run at once
  /// (unless atomic). "" when their order matters.
  std::string reduction = "";
  /// Several threads may do it at once.
  bool isAtomic = false;
  /// Gives the array its memory.
  bool isMade = false;
  bool isAwaited = false; ///< Expr::isAwaited
  SourceSpan span = {};

  static Access read(std::string array, std::vector<isl::pw_aff> subscripts);
  static Access update(std::string array, std::vector<isl::pw_aff> subscripts,
                       std::string reduction = "");
  /// Reads and writes any element.
  static Access whole(std::string array, bool isWrite);
};

/// Access::reduction of updates that are no operator's, but whose order does
/// not show: who appends to a list, and who is the first of equal records.
inline constexpr const char *anyOrder = "in";

} // namespace sparsec

#endif // SPARSEC_IR_ACCESS_H
