//===- LoopType.h - types of the loop IR ------------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_LOOPTYPE_H
#define SPARSEC_LOOPIR_LOOPTYPE_H

#include "sparsec/IR/Type.h"

#include <memory>
#include <string>

namespace sparsec {

/// The type of a local, a parameter or an expression: a row of Types.def, a
/// vector or a class template of such, another class of the runtime or the
/// target, or a pointer to such.
struct LoopType {
  enum class Pointer { No, Plain, Restrict, Constant };
  /// Where the object lies that is declared.
  enum class Storage {
    Automatic,
    Static,
    Shared,        ///< of a block of threads
    GridConstant,  ///< in the constant memory of a launch
    AlignedShared, ///< Shared, at a multiple of 16 bytes
  };
  /// What is made of the element.
  enum class Shape {
    Element,
    Lanes,      ///< the runtime's vector, "sparsec_double8"
    CudaVector, ///< "double2"
    Template,   ///< a class template of the runtime, "sparsec_entry<double>"
  };

  ElementType element;
  Shape shape = Shape::Element;
  /// Elements of a vector, or a template's second argument; 0: it has none.
  unsigned count = 0;
  std::string templateName = ""; ///< Shape::Template
  Pointer pointer = Pointer::No;
  Storage storage = Storage::Automatic;
  bool isConstant = false; ///< what a pointer leads to, or the object itself
  bool isVolatile = false;

  LoopType() = default;
  LoopType(ElementType element) : element(std::move(element)) {}

  static LoopType int32() { return ElementType::int32(); }
  static LoopType int64() { return ElementType::int64(); }
  static LoopType float64() { return ElementType::float64(); }
  static LoopType nothing() {
    return {{ElementType::Kind::Void, 0, true, "void"}};
  }
  /// A class that no row has: "sparsec_view".
  static LoopType opaque(std::string name) {
    return ElementType::opaque(std::move(name));
  }
  static LoopType vector(Shape shape, ElementType element, unsigned lanes);
  /// "sparsec_constant<double, 8>"
  static LoopType ofTemplate(std::string name, ElementType element,
                             unsigned count = 0);
  /// The type with that spelling().
  static LoopType named(llvm::StringRef spelling);
  /// To \p type, which is no pointer; \p isConstant: that it leads to.
  static LoopType pointerTo(LoopType type, bool isConstant = false,
                            Pointer pointer = Pointer::Plain);
  LoopType in(Storage storage) const;
  LoopType constant() const;
  LoopType asVolatile() const;

  bool isPointer() const { return pointer != Pointer::No; }
  bool isVector() const {
    return shape == Shape::Lanes || shape == Shape::CudaVector;
  }
  /// An element, as arithmetic has them.
  bool isPlain() const { return !isPointer() && shape == Shape::Element; }
  bool isInteger() const { return isPlain() && element.isInteger(); }
  /// An integer of 64 bits, of which an int is a part.
  bool isWide() const { return isPlain() && element.isWide(); }
  bool isNone() const { return element.spelling.empty(); }
  bool operator==(const LoopType &) const = default;

  /// "const double *restrict"
  std::string spelling(Language language = Language::C) const;
  /// "const double *restrict x", "int n"
  std::string declare(const std::string &name,
                      Language language = Language::C) const;
};

/// The row of integers that has 64 bits if \p isWide, else 32.
inline LoopType integerType(bool isWide) {
  return isWide ? LoopType::int64() : LoopType::int32();
}

/// A type that copies share, compared by what it is; of casts.
class SharedType {
public:
  SharedType() = default;
  SharedType(LoopType type)
      : type(std::make_shared<const LoopType>(std::move(type))) {}

  const LoopType &operator*() const { return *type; }
  const LoopType *operator->() const { return type.get(); }
  bool operator==(const SharedType &other) const {
    return type == other.type || (type && other.type && *type == *other.type);
  }

private:
  std::shared_ptr<const LoopType> type; ///< null: no cast
};

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOOPTYPE_H
