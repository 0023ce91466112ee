//===- LoopType.cpp - types of the loop IR --------------------------------===//

#include "sparsec/LoopIR/LoopType.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Shape = LoopType::Shape;
using Storage = LoopType::Storage;

namespace {

// By Pointer and by Storage.
constexpr llvm::StringLiteral stars[] = {"", " *", " *restrict", " *const"};
constexpr llvm::StringLiteral places[] = {"", "static ", "__shared__ ",
                                          "__grid_constant__ ",
                                          "__shared__ __align__(16) "};

/// `sparsec_double8`, `double2`, `sparsec_entry<double>`.
std::optional<LoopType> shaped(llvm::StringRef name) {
  if (name.ends_with(">")) {
    auto [of, rest] = name.drop_back().split('<');
    auto [element, number] = rest.split(", ");
    unsigned count = 0;
    std::optional<ElementType> type = ElementType::named(element);
    if (type && (number.empty() || !number.getAsInteger(10, count)))
      return LoopType::ofTemplate(of.str(), *type, count);
    return std::nullopt;
  }
  unsigned lanes = 0;
  const llvm::StringRef stem = name.rtrim("0123456789");
  if (stem == name || name.substr(stem.size()).getAsInteger(10, lanes))
    return std::nullopt;
  if (std::optional<ElementType> type = elementOfCudaVector(stem))
    return LoopType::vector(Shape::CudaVector, *type, lanes);
  llvm::StringRef element = stem;
  if (element.consume_front("sparsec_"))
    if (std::optional<ElementType> type = ElementType::named(element))
      return LoopType::vector(Shape::Lanes, *type, lanes);
  return std::nullopt;
}

std::string nameOf(const LoopType &type, Language language) {
  const std::string element = spellingIn(type.element, language);
  switch (type.shape) {
  case Shape::Element:
    break;
  case Shape::Lanes:
    return "sparsec_" + element + std::to_string(type.count);
  case Shape::CudaVector:
    return cudaVector(type.element, type.count);
  case Shape::Template:
    return type.templateName + "<" + element +
           (type.count ? ", " + std::to_string(type.count) : "") + ">";
  }
  return element;
}

} // namespace

LoopType LoopType::vector(Shape shape, ElementType element, unsigned lanes) {
  LoopType type(std::move(element));
  type.shape = shape;
  type.count = lanes;
  return type;
}

LoopType LoopType::ofTemplate(std::string name, ElementType element,
                              unsigned count) {
  LoopType type = vector(Shape::Template, std::move(element), count);
  type.templateName = std::move(name);
  return type;
}

LoopType LoopType::pointerTo(LoopType type, bool isConstant, Pointer pointer) {
  type.isConstant = isConstant;
  type.pointer = pointer;
  return type;
}

LoopType LoopType::in(Storage storage) const {
  LoopType type = *this;
  type.storage = storage;
  return type;
}

LoopType LoopType::constant() const {
  LoopType type = *this;
  type.isConstant = true;
  return type;
}

LoopType LoopType::asVolatile() const {
  LoopType type = *this;
  type.isVolatile = true;
  return type;
}

LoopType LoopType::named(llvm::StringRef spelling) {
  LoopType type;
  Pointer pointer = Pointer::No;
  for (unsigned kind = unsigned(Pointer::Plain); kind < std::size(stars);
       ++kind)
    if (spelling.consume_back(stars[kind]))
      pointer = Pointer(kind);
  Storage storage = Storage::Automatic;
  // The longest first: one is how another begins.
  for (unsigned place = std::size(places);
       storage == Storage::Automatic && place-- > unsigned(Storage::Static);)
    if (spelling.consume_front(places[place]))
      storage = Storage(place);
  const bool isConstant = spelling.consume_front("const "),
             isVolatile = spelling.consume_front("volatile ");
  if (std::optional<ElementType> row = ElementType::named(spelling))
    type = *row;
  else if (std::optional<LoopType> made = shaped(spelling))
    type = *made;
  else if (spelling == "void")
    type = nothing();
  else if (!spelling.empty())
    type = opaque(spelling.str());
  type.pointer = pointer;
  type.storage = storage;
  type.isConstant = isConstant;
  type.isVolatile = isVolatile;
  return type;
}

std::string LoopType::spelling(Language language) const {
  return places[unsigned(storage)].str() + (isConstant ? "const " : "") +
         (isVolatile ? "volatile " : "") + nameOf(*this, language) +
         stars[unsigned(pointer)].str();
}

std::string LoopType::declare(const std::string &name,
                              Language language) const {
  return spelling(language) + (pointer == Pointer::Plain ? "" : " ") + name;
}

} // namespace sparsec
