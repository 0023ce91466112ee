//===- Widths.h - values that an int cannot hold ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_WIDTHS_H
#define SPARSEC_IR_WIDTHS_H

#include "sparsec/IR/Program.h"

#include <functional>
#include <optional>
#include <string>

namespace sparsec {

/// Whether \p type is _Bool: what is stored there becomes 0 or 1.
bool isTruth(const ElementType &type);
/// Whether integers of type \p to can have all values of those of \p from.
bool holdsAll(const ElementType &to, const ElementType &from);

/// Sizes, counts and index values that are ints are taken to be further from
/// INT_MAX than this: `i + 2` and `(n + 511) / 512` stay ints.
constexpr long maxOffset = 1 << 20;

/// The type of the values that parameter \p name of a set stands for.
using TypeOf = std::function<std::optional<ElementType>(const std::string &)>;

/// Types of the program's parameters and of the calls \p calls.
TypeOf typesIn(const Program &program, const CallTable &calls);

/// Whether dimension \p pos of \p set, `{ S[..] }`, may have values that an int
/// cannot hold, whatever its parameters are within their types.
bool mayExceedInt(const isl::set &set, unsigned pos, const TypeOf &typeOf);

} // namespace sparsec

#endif // SPARSEC_IR_WIDTHS_H
