//===- Culprit.h - errors about what a step made ----------------*- C++ -*-===//
#ifndef SPARSEC_IR_CULPRIT_H
#define SPARSEC_IR_CULPRIT_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace sparsec {

/// No code can be made of something in a program. The recipe's step that put
/// it there is the one to change: the last one with a program before it that
/// does not have it.
class CulpritError : public llvm::ErrorInfo<CulpritError> {
public:
  static inline char ID = 0;
  using Test = std::function<bool(const Program &)>;

  /// \p isIn: whether a program has what is at fault.
  CulpritError(std::string message, Test isIn)
      : message(std::move(message)), isIn(std::move(isIn)) {}
  void log(llvm::raw_ostream &out) const override { out << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const std::string message;
  const Test isIn;
};

/// Whether a loop \p loop of the executor is to load vectors of \p array.
CulpritError::Test loadsVectors(const std::string &loop,
                                const std::string &array);

/// \p error, unless it knows its culprit, as one about \p statement.
llvm::Error aboutStatement(llvm::Error error, const std::string &statement);

} // namespace sparsec

#endif // SPARSEC_IR_CULPRIT_H
