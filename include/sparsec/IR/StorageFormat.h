//===- StorageFormat.h - floating values in fewer bits ----------*- C++ -*-===//
///
/// \file
/// How a plan may store floating values that loops compute with in another
/// type: transformation `encode`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_STORAGEFORMAT_H
#define SPARSEC_IR_STORAGEFORMAT_H

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/IR/Type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>

namespace sparsec {

struct StorageFormat {
  llvm::StringRef name; ///< "bfloat16"
  /// Bits of a number's digits, the first one included: it is rounded by at
  /// most 2^-digits of its magnitude.
  int digits;
  /// Of an element.
  ElementType type;
  /// What makes an element, and a float of it; null where C converts.
  const RuntimeHelper *make, *value;

  /// C's type of such numbers where it has one: "_Float16".
  llvm::StringRef inC;

  double relativeError() const;
  /// Of a format with bits: the number that they are, and those of the number
  /// nearest to \p value.
  float numberOf(unsigned short bits) const;
  unsigned short bitsOf(double value) const;
};

/// All of them, those with most digits first.
llvm::ArrayRef<StorageFormat> storageFormats();
/// Null when there is none called \p name.
const StorageFormat *findStorageFormat(llvm::StringRef name);

/// The format whose numbers elements of C's \p type are, which is one of 16
/// bits; null for others. What arithmetic on two of them rounds to depends on
/// the machine: they are stored, and computed with as floats.
const StorageFormat *smallFloat(const ElementType &type);

/// What a generated file says of the caller's arrays whose values its plan
/// stores rounded: `// Rounded in the plan:`, then for each
/// `//   a, by up to 2^-24`.
std::string roundedLines(const std::map<std::string, double> &roundedBy);
/// The same, read from the text of such a file.
std::map<std::string, double> readRoundedLines(llvm::StringRef text);

} // namespace sparsec

#endif // SPARSEC_IR_STORAGEFORMAT_H
