//===- ArrayLengths.h - how many elements arrays have -----------*- C++ -*-===//
#ifndef SPARSEC_IR_ARRAYLENGTHS_H
#define SPARSEC_IR_ARRAYLENGTHS_H

#include "sparsec/IR/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Nothing tells how long an array is.
class UnknownLength : public llvm::ErrorInfo<UnknownLength> {
public:
  static inline char ID = 0;

  UnknownLength(std::string array, std::string message)
      : array(std::move(array)), message(std::move(message)) {}
  void log(llvm::raw_ostream &out) const override { out << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const std::string array, message;
};

/// The same for \p arrays, of which there is one at least, with the facts that
/// would tell, and the length that each probably has. UnknownLength::array is
/// the first one.
llvm::Error unknownLengths(const Program &program,
                           llvm::ArrayRef<const Array *> arrays);
llvm::Error unknownLength(const Program &program, const Array &array);

/// The declared extent of dimension 0 of \p array, or one after the last
/// element touched, defined where one is.
llvm::Expected<isl::pw_aff> touchedExtent(const Program &program,
                                          const Array &array);
/// The same, 0 where the loops touch nothing. That of an array of the caller's
/// follows from what the source accesses and names nothing that a plan counts,
/// unless the plan measures that (Analysis/MeasuredRanges.h).
llvm::Expected<isl::pw_aff> firstExtent(const Program &program,
                                        const Array &array);

/// Whether the user says how long \p array is. Else a step derived it from what
/// is touched, and facts may name elements beyond: `p[0] = 0`, of no rows.
bool isLengthDeclared(const Program &program, const Array &array);

/// The program whose accesses tell the length of \p array.
const Program &accessesTo(const Program &program, const Array &array);
/// Whether data subscripts \p array somewhere.
bool isSubscriptedByData(const Program &program, const std::string &array);

/// The caller's index arrays whose values decide which elements of dimension 0
/// of \p array the loops touch, those in its subscripts first.
std::vector<std::string> tellingArrays(const Program &program,
                                       const Array &array);

} // namespace sparsec

#endif // SPARSEC_IR_ARRAYLENGTHS_H
