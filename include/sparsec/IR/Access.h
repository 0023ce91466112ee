//===- Access.h - what statements read and write ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_ACCESS_H
#define SPARSEC_IR_ACCESS_H

#include "sparsec/IR/Operators.h"
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
  /// Updates of one kind commute: they may be reordered, not run at once
  /// (unless atomic). None when their order matters; Add also for `-=`.
  Update reduction = Update::None;
  /// Several threads may do it at once.
  bool isAtomic = false;
  /// Gives the array its memory.
  bool isMade = false;
  bool isAwaited = false; ///< Expr::isAwaited
  SourceSpan span = {};

  static Access read(std::string array, std::vector<isl::pw_aff> subscripts);
  static Access update(std::string array, std::vector<isl::pw_aff> subscripts,
                       Update reduction = Update::None);
  /// Reads and writes any element.
  static Access whole(std::string array, bool isWrite);
};

} // namespace sparsec

#endif // SPARSEC_IR_ACCESS_H
