//===- LoopType.cpp - types of the loop IR --------------------------------===//

#include "sparsec/LoopIR/LoopType.h"

namespace sparsec {

LoopType LoopType::pointerTo(ElementType element, bool isConstant,
                             Pointer pointer) {
  LoopType type(std::move(element));
  type.isConstant = isConstant;
  type.pointer = pointer;
  return type;
}

LoopType LoopType::named(llvm::StringRef spelling) {
  LoopType type;
  if (spelling.consume_back(" *restrict"))
    type.pointer = Pointer::Restrict;
  else if (spelling.consume_back(" *"))
    type.pointer = Pointer::Plain;
  type.isConstant = type.isPointer() && spelling.consume_front("const ");
  type.element = ElementType::named(spelling).value_or(
      ElementType::opaque(spelling.str()));
  if (spelling.empty())
    type.element = {};
  return type;
}

std::string LoopType::spelling() const {
  const char *const stars[] = {"", " *", " *restrict"};
  return (isConstant ? "const " : "") + element.spelling +
         stars[unsigned(pointer)];
}

std::string LoopType::declare(const std::string &name) const {
  return spelling() + (pointer == Pointer::Plain ? "" : " ") + name;
}

} // namespace sparsec
