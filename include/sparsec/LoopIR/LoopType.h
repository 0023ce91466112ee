//===- LoopType.h - types of the loop IR ------------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_LOOPTYPE_H
#define SPARSEC_LOOPIR_LOOPTYPE_H

#include "sparsec/IR/Type.h"

#include <string>

namespace sparsec {

/// The type of a local, a parameter or an expression: a row of Types.def, a
/// class of the runtime or the target, or a pointer to such.
struct LoopType {
  enum class Pointer { No, Plain, Restrict };

  ElementType element; ///< what a pointer leads to, or the type itself
  Pointer pointer = Pointer::No;
  bool isConstant = false; ///< what a pointer leads to

  LoopType() = default;
  LoopType(ElementType element) : element(std::move(element)) {}

  static LoopType int32() { return ElementType::int32(); }
  static LoopType int64() { return ElementType::int64(); }
  static LoopType float64() { return ElementType::float64(); }
  /// A class that no row has: "sparsec_view".
  static LoopType opaque(std::string name) {
    return ElementType::opaque(std::move(name));
  }
  /// The type with that spelling().
  static LoopType named(llvm::StringRef spelling);
  static LoopType pointerTo(ElementType element, bool isConstant = false,
                            Pointer pointer = Pointer::Plain);

  bool isPointer() const { return pointer != Pointer::No; }
  bool isInteger() const { return !isPointer() && element.isInteger(); }
  /// An integer of 64 bits, of which an int is a part.
  bool isWide() const { return !isPointer() && element.isWide(); }
  bool isNone() const { return element.spelling.empty(); }
  bool operator==(const LoopType &) const = default;

  /// "const double *restrict"
  std::string spelling() const;
  /// "const double *restrict x", "int n"
  std::string declare(const std::string &name) const;
};

/// The row of integers that has 64 bits if \p isWide, else 32.
inline LoopType integerType(bool isWide) {
  return isWide ? LoopType::int64() : LoopType::int32();
}

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOOPTYPE_H
