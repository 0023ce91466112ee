//===- Type.h - element types of arrays and scalars -------------*- C++ -*-===//
#ifndef SPARSEC_IR_TYPE_H
#define SPARSEC_IR_TYPE_H

#include <string>

namespace sparsec {

/// The type of an array element or scalar, as the target spells it.
struct ElementType {
  enum class Kind { Void, Integer, Floating, Complex };

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
  bool operator==(const ElementType &) const = default;

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

} // namespace sparsec

#endif // SPARSEC_IR_TYPE_H
