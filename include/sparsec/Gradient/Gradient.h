//===- Gradient.h - derivatives of loops that add up products ---*- C++ -*-===//
///
/// \file
/// For loops that compute y from x, y[..] += product of reads, and dL/dy of any
/// number L: loops that compute dL/dx over the same iterations. Both arrays are
/// named by `gradientName`. The result is source, which a recipe transforms
/// like any other.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_GRADIENT_GRADIENT_H
#define SPARSEC_GRADIENT_GRADIENT_H

#include "sparsec/IR/Program.h"
#include "sparsec/Support/GeneratedText.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// Why a statement has no derivative, and where it stands.
class GradientError : public llvm::ErrorInfo<GradientError> {
public:
  static char ID;
  GradientError(SourceSpan span, std::string location, std::string text)
      : span(span), location(std::move(location)), text(std::move(text)) {}
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  SourceSpan span;      ///< in SourceFunction::fileText, if it is known
  std::string location; ///< "spmv.c:4:7", also of headers
  std::string text;
};

/// "grad_x"
std::string gradientName(const std::string &array);

/// \p program as the frontend made it, with the loops that add dL/d\p array up
/// in place of its own. A GradientError where what is computed is no sum of
/// products in \p array.
llvm::Expected<Program> gradientProgram(const Program &program,
                                        const std::string &array);

/// That program as a C function `NAME_grad_ARRAY`, behind what the file has in
/// front of its own function; not laid out yet (Frontend/Format.h). It takes
/// what the loops read, `grad_y` of each `y` that the function writes and
/// whose gradient they use, and in the end `grad_ARRAY`, which they add to.
llvm::Expected<GeneratedText> emitGradient(const Program &program,
                                           const std::string &array);

} // namespace sparsec

#endif // SPARSEC_GRADIENT_GRADIENT_H
