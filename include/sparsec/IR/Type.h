//===- Type.h - element types of arrays and scalars -------------*- C++ -*-===//
#ifndef SPARSEC_IR_TYPE_H
#define SPARSEC_IR_TYPE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace sparsec {

/// The type of an array element or scalar.
struct ElementType {
  enum class Kind {
    Void,
    Integer,
    Floating,
    Complex,
    Opaque, ///< a class of the runtime or the target: "sparsec_view"
  };

  Kind kind = Kind::Void;
  unsigned bytes = 0;
  bool isSigned = true;
  /// C spelling, typedefs resolved: "double", "int", "unsigned long".
  std::string spelling;

  bool isInteger() const { return kind == Kind::Integer; }
  /// Real or complex: operations round.
  bool isFloating() const {
    return kind == Kind::Floating || kind == Kind::Complex;
  }
  bool isComplex() const { return kind == Kind::Complex; }
  /// An integer of 64 bits, of which an int is a part.
  bool isWide() const { return isInteger() && bytes > 4 && isSigned; }
  bool isComplex128() const { return isComplex() && bytes == 16; }
  bool isDoubleDouble() const { return *this == doubleDouble(); }
  /// Of two doubles: complex, or a double with what it rounds off.
  bool isPair() const { return isComplex128() || isDoubleDouble(); }
  bool operator==(const ElementType &) const = default;

  /// The row of Types.def that is spelled so; nothing where none is.
  static std::optional<ElementType> named(llvm::StringRef spelling);
  static ElementType opaque(std::string name) {
    return {Kind::Opaque, 0, true, std::move(name)};
  }
  static ElementType int32() { return {Kind::Integer, 4, true, "int"}; }
  static ElementType int64() { return {Kind::Integer, 8, true, "long long"}; }
  static ElementType byte() {
    return {Kind::Integer, 1, false, "unsigned char"};
  }
  static ElementType float64() { return {Kind::Floating, 8, true, "double"}; }
  /// A double and what it rounds off, of scalars only (transformation
  /// `precision`); no name that C knows.
  static ElementType doubleDouble() {
    return {Kind::Floating, 16, true, "sparsec_double_double"};
  }
  static ElementType complex128() {
    return {Kind::Complex, 16, true, "double _Complex"};
  }
};

enum class Language { C, Cxx };

/// As \p language spells it: C++ has no `double _Complex`.
std::string spellingIn(const ElementType &type, Language language);

/// CUDA's vector of \p width elements of \p type, "double2", without regard to
/// its size; "" where it has none of them.
std::string cudaVector(const ElementType &type, unsigned width);
/// What CUDA's vectors hold whose names begin with \p stem, "double".
std::optional<ElementType> elementOfCudaVector(llvm::StringRef stem);

} // namespace sparsec

#endif // SPARSEC_IR_TYPE_H
