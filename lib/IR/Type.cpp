//===- Type.cpp - the rows of Types.def -----------------------------------===//

#include "sparsec/IR/Type.h"

namespace sparsec {
namespace {

struct TypeRow {
  const char *spelling;
  ElementType::Kind kind;
  unsigned bytes;
  bool isSigned;
  const char *vector, *inCxx;
};

constexpr TypeRow rows[] = {
#define TYPE(SPELLING, KIND, BYTES, SIGNED, VECTOR, CXX)                       \
  {SPELLING, ElementType::Kind::KIND, BYTES, SIGNED, VECTOR, CXX},
#include "sparsec/IR/Types.def"
};

const TypeRow *findRow(llvm::StringRef spelling) {
  for (const TypeRow &row : rows)
    if (spelling == row.spelling)
      return &row;
  return nullptr;
}

} // namespace

std::optional<ElementType> ElementType::named(llvm::StringRef spelling) {
  const TypeRow *row = findRow(spelling);
  if (!row)
    return std::nullopt;
  return ElementType{row->kind, row->bytes, row->isSigned, row->spelling};
}

std::optional<ElementType> elementOfCudaVector(llvm::StringRef stem) {
  for (const TypeRow &row : rows)
    if (!stem.empty() && stem == row.vector)
      return ElementType::named(row.spelling);
  return std::nullopt;
}

std::string spellingIn(const ElementType &type, Language language) {
  const TypeRow *row =
      language == Language::Cxx ? findRow(type.spelling) : nullptr;
  return row && *row->inCxx ? row->inCxx : type.spelling;
}

std::string cudaVector(const ElementType &type, unsigned width) {
  const TypeRow *row = findRow(type.spelling);
  // CUDA's have up to 4 elements, the runtime's as many as go by one load.
  const bool isOfRuntime =
      type.kind == ElementType::Kind::Floating && type.bytes == 2;
  return row && *row->vector && (width <= 4 || isOfRuntime)
             ? row->vector + std::to_string(width)
             : "";
}

} // namespace sparsec
