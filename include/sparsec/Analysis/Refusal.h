//===- Refusal.h - why a step is illegal ------------------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_REFUSAL_H
#define SPARSEC_ANALYSIS_REFUSAL_H

#include "sparsec/IR/SourceSpan.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

struct Program;
struct ScheduleTree;

/// One end of a dependence.
struct RefusedAccess {
  std::string statement;
  /// "S0[i', j'] updates y[col(j')]".
  std::string text;
  /// Of the access; of its statement where a step made the access.
  SourceSpan span;
};

/// What forbids a step. What would allow it is found by trying
/// (lib/Recipe/Remedies.h), not said here.
struct Refusal {
  std::string why;
  /// The array that both accesses touch; "" when no array is to blame.
  std::string array;
  /// The loop whose iterations the dependence crosses; "" for textual order.
  std::string loop;
  SourceSpan loopSpan = {};
  /// The earlier one, then the later one.
  std::vector<RefusedAccess> accesses = {};
  /// How the source may say the same instead; "" where nobody knows.
  std::string advice = "";
};

/// A Refusal on its way to the user; its message is Refusal::why.
class IllegalStep : public llvm::ErrorInfo<IllegalStep> {
public:
  static char ID;
  explicit IllegalStep(Refusal refusal) : refusal(std::move(refusal)) {}
  void log(llvm::raw_ostream &out) const override { out << refusal.why; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const Refusal refusal;
};

/// How the source may say what \p refusal forbids for \p loop such that its
/// iterations may run at once: of forms whose dependences no command takes
/// apart. "" for others.
std::string sourceAdvice(const Program &program, const ScheduleTree &loop,
                         const Refusal &refusal);

/// The error for \p refusal, with \p prefix in front of the reason.
llvm::Error illegal(Refusal refusal, const llvm::Twine &prefix = "");

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_REFUSAL_H
