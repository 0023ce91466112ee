//===- Type.cpp - the rows of Types.def -----------------------------------===//

#include "sparsec/IR/Type.h"

namespace sparsec {
namespace {

struct TypeRow {
  const char *spelling;
  ElementType::Kind kind;
  unsigned bytes;
  bool isSigned;
  const char *vector;
};

constexpr TypeRow rows[] = {
#define TYPE(SPELLING, KIND, BYTES, SIGNED, VECTOR)                            \
  {SPELLING, ElementType::Kind::KIND, BYTES, SIGNED, VECTOR},
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

std::string cudaVector(const ElementType &type, unsigned width) {
  const TypeRow *row = findRow(type.spelling);
  return row && *row->vector ? row->vector + std::to_string(width) : "";
}

} // namespace sparsec
