//===- StorageFormat.cpp - floating values in fewer bits ------------------===//

#include "sparsec/IR/StorageFormat.h"

#include "sparsec/small_floats.h"

#include <cmath>
#include <cstdio>

namespace sparsec {

double StorageFormat::relativeError() const { return std::ldexp(1.0, -digits); }

float StorageFormat::numberOf(unsigned short bits) const {
  return value == &runtime::half_value ? sparsec_half_value(bits)
                                       : sparsec_bfloat16_value(bits);
}

unsigned short StorageFormat::bitsOf(double value) const {
  return make == &runtime::half_of ? sparsec_half_of(value)
                                   : sparsec_bfloat16_of(value);
}

llvm::ArrayRef<StorageFormat> storageFormats() {
  static const ElementType word = {ElementType::Kind::Integer, 2, false,
                                   "unsigned short"};
  static const StorageFormat all[] = {
      {"float",
       24,
       {ElementType::Kind::Floating, 4, true, "float"},
       nullptr,
       nullptr,
       "float"},
      {"half", 11, word, &runtime::half_of, &runtime::half_value, "_Float16"},
      {"bfloat16", 8, word, &runtime::bfloat16_of, &runtime::bfloat16_value,
       "__bf16"}};
  return all;
}

const StorageFormat *findStorageFormat(llvm::StringRef name) {
  for (const StorageFormat &format : storageFormats())
    if (format.name == name)
      return &format;
  return nullptr;
}

const StorageFormat *smallFloat(const ElementType &type) {
  if (type.kind != ElementType::Kind::Floating || type.bytes != 2)
    return nullptr;
  for (const StorageFormat &format : storageFormats())
    if (format.inC == type.spelling)
      return &format;
  return nullptr;
}

static constexpr llvm::StringLiteral title = "// Rounded in the plan:\n";
static constexpr llvm::StringLiteral middle = ", by up to ";

/// "2^-24"; two arrays that are made of one another round twice.
static std::string errorText(double error) {
  int exponent = 0;
  if (std::frexp(error, &exponent) == 0.5)
    return "2^" + std::to_string(exponent - 1);
  char text[32];
  snprintf(text, sizeof text, "%.17g", error);
  return text;
}

static double errorOf(llvm::StringRef text) {
  int exponent = 0;
  double error = 0;
  if (text.consume_front("2^"))
    return text.getAsInteger(10, exponent) ? 0 : std::ldexp(1.0, exponent);
  return text.getAsDouble(error) ? 0 : error;
}

std::string roundedLines(const std::map<std::string, double> &roundedBy) {
  std::string text = roundedBy.empty() ? "" : title.str();
  for (const auto &[array, error] : roundedBy)
    text += "//   " + array + middle.str() + errorText(error) + "\n";
  return text;
}

std::map<std::string, double> readRoundedLines(llvm::StringRef text) {
  std::map<std::string, double> result;
  const size_t at = text.find(title);
  if (at == llvm::StringRef::npos)
    return result;
  text = text.drop_front(at + title.size());
  while (text.consume_front("//   ")) {
    const auto [line, rest] = text.split('\n');
    const auto [array, error] = line.split(middle);
    result[array.str()] = errorOf(error);
    text = rest;
  }
  return result;
}

} // namespace sparsec
