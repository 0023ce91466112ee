//===- Number.cpp - values of interpreted expressions ---------------------===//

#include "Number.h"

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/IR/Widths.h"
#include "sparsec/LoopIR/Typing.h"

#include "llvm/ADT/StringSwitch.h"

#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace sparsec {

Cells Cells::make(ElementType type, size_t count, bool areZero) {
  Cells cells;
  cells.bytes.assign(count * type.bytes, 0);
  cells.isSet.assign(count, areZero);
  cells.type = std::move(type);
  return cells;
}

Cells Cells::of(ElementType type, const std::vector<long> &values) {
  Cells cells = make(std::move(type), values.size());
  for (size_t pos = 0; pos < values.size(); ++pos)
    Number::of((long long)values[pos]).store(cells, pos);
  return cells;
}

Cells Cells::of(ElementType type, const std::vector<double> &values) {
  const size_t parts = type.isComplex() ? 2 : 1;
  Cells cells = make(std::move(type), values.size() / parts);
  for (size_t pos = 0; pos < cells.count(); ++pos) {
    Number number = Number::of(values[pos * parts]);
    if (parts == 2) {
      number.type = cells.type;
      number.complex = {values[2 * pos], values[2 * pos + 1]};
    }
    number.store(cells, pos);
  }
  return cells;
}

Number Number::of(long long value, bool isWide) {
  Number number;
  number.type = isWide ? ElementType::int64() : ElementType::int32();
  number.integer = value;
  return number;
}

Number Number::of(double value) {
  Number number;
  number.type = ElementType::float64();
  number.real = value;
  return number;
}

Number Number::literal(llvm::StringRef text) {
  const auto limit = llvm::StringSwitch<std::optional<long long>>(text)
                         .Cases("LLONG_MAX", "LONG_MAX", LLONG_MAX)
                         .Cases("LLONG_MIN", "LONG_MIN", LLONG_MIN)
                         .Default(std::nullopt);
  if (limit)
    return of(*limit);
  if (text.contains("INFINITY") || text.contains("NAN")) {
    const double magnitude = text.contains("NAN") ? NAN : INFINITY;
    return of(text.starts_with("-") ? -magnitude : magnitude)
        .as(typeOf("float"));
  }
  const bool isHex = text.contains("0x") || text.contains("0X");
  if (text.find_first_of(isHex ? ".pP" : ".eE") == llvm::StringRef::npos) {
    const LoopType type = typeOfLiteral(text.str());
    llvm::StringRef digits = text.rtrim("uUlL");
    const bool isNegative = digits.consume_front("-");
    unsigned long long value = 0;
    if (type.isNone() || digits.getAsInteger(0, value))
      throw Unknown("'" + text.str() + "'");
    Number number = of((long long)(isNegative ? 0 - value : value));
    return number.as(type.element);
  }
  const bool isFloat = !isHex && (text.ends_with("f") || text.ends_with("F"));
  const bool isLong = text.ends_with("l") || text.ends_with("L");
  Number number = of(0.0);
  const std::string digits = text.str();
  number.real = isLong    ? std::strtold(digits.c_str(), nullptr)
                : isFloat ? (long double)std::strtof(digits.c_str(), nullptr)
                          : (long double)std::strtod(digits.c_str(), nullptr);
  number.type = typeOf(isLong ? "long double" : isFloat ? "float" : "double");
  return number;
}

template <typename Type>
static Type get(const unsigned char *from) {
  Type value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename Type>
static void put(unsigned char *to, Type value) {
  std::memcpy(to, &value, sizeof value);
}

template <typename Signed, typename Unsigned>
static long long getInteger(bool isSigned, const unsigned char *from) {
  if (isSigned)
    return get<Signed>(from);
  return (long long)get<Unsigned>(from);
}

static long long loadInteger(const ElementType &type,
                             const unsigned char *from) {
  switch (type.bytes) {
  case 1:
    return getInteger<int8_t, uint8_t>(type.isSigned, from);
  case 2:
    return getInteger<int16_t, uint16_t>(type.isSigned, from);
  case 4:
    return getInteger<int32_t, uint32_t>(type.isSigned, from);
  }
  return get<int64_t>(from);
}

Number Number::load(const Cells &cells, size_t position) {
  Number number;
  number.type = cells.type;
  number.isSet = cells.isSet[position];
  const unsigned char *from = cells.at(position);
  if (cells.type.isInteger())
    number.integer = loadInteger(cells.type, from);
  else if (cells.type.isComplex() && cells.type.bytes == 16)
    number.complex = get<std::complex<double>>(from);
  else if (cells.type.isComplex())
    number.complex = std::complex<double>(get<std::complex<float>>(from));
  else if (const StorageFormat *format = smallFloat(cells.type))
    number.real = format->numberOf(get<unsigned short>(from));
  else
    number.real = withReal(cells.type.bytes, [&](auto zero) -> long double {
      return get<decltype(zero)>(from);
    });
  return number;
}

void Number::store(Cells &cells, size_t position) const {
  const Number value = as(cells.type);
  unsigned char *to = cells.at(position);
  cells.isSet[position] = isSet;
  if (cells.type.isInteger())
    std::memcpy(to, &value.integer, cells.type.bytes); // little endian
  else if (cells.type.isComplex() && cells.type.bytes == 16)
    put(to, value.complex);
  else if (cells.type.isComplex())
    put(to, std::complex<float>(value.complex));
  else if (const StorageFormat *format = smallFloat(cells.type))
    put(to, format->bitsOf(double(value.real)));
  else
    withReal(cells.type.bytes,
             [&](auto zero) { put(to, decltype(zero)(value.real)); });
}

/// \p value as an integer of \p type holds it.
static long long cut(long long value, const ElementType &type) {
  unsigned char bytes[sizeof value];
  put(bytes, value);
  return loadInteger(type, bytes);
}

/// \p value as a real of \p type holds it.
static long double rounded(long double value, const ElementType &type) {
  if (const StorageFormat *format = smallFloat(type))
    return format->numberOf(format->bitsOf(double(value)));
  return withReal(type.bytes, [&](auto zero) -> long double {
    return decltype(zero)(value);
  });
}

Number Number::as(const ElementType &to) const {
  Number result;
  result.type = to;
  result.isSet = isSet;
  const long double own =
      type.isInteger()
          ? (type.isSigned ? (long double)integer
                           : (long double)(unsigned long long)integer)
      : type.isComplex() ? (long double)complex.real()
                         : real;
  if (isTruth(to))
    result.integer = isTrue();
  else if (to.isInteger())
    result.integer = cut(type.isInteger() ? integer : (long long)own, to);
  else if (to.isComplex())
    result.complex =
        type.isComplex() ? complex : std::complex<double>(double(own));
  else
    result.real = rounded(own, to);
  return result;
}

bool Number::isTrue() const {
  return type.isInteger()   ? integer != 0
         : type.isComplex() ? complex != std::complex<double>()
                            : real != 0;
}

long long Number::toInteger() const {
  if (!type.isInteger())
    throw Unknown("an index that is no integer");
  return integer;
}

ElementType valueType(const LoopType &type) {
  if (!type.isPlain())
    throw Unknown("the type '" + type.spelling() + "'");
  return typeOf(type.element.spelling);
}

ElementType typeOf(llvm::StringRef spelling) {
  spelling.consume_front("const ");
  spelling = spelling.trim();
  // Numbers of two doubles have the digits of a long double here.
  if (std::optional<ElementType> type = ElementType::named(spelling))
    return *type;
  throw Unknown("the type '" + spelling.str() + "'");
}

} // namespace sparsec
