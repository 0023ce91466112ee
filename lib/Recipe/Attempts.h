//===- Attempts.h - the refused step, tried on other programs ---*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_ATTEMPTS_H
#define SPARSEC_LIB_RECIPE_ATTEMPTS_H

#include "Remedies.h"

namespace sparsec::recipe {

/// What a search for remedies may try, as often and as long as it may.
class Attempts {
protected:
  explicit Attempts(const RefusedStep &refused) : refused(refused) {}

  bool isExhausted() const;
  unsigned count() const { return attempts; }
  bool isAccepted(const Program &program, const Arguments &arguments);
  bool isAccepted(const Program &program) {
    return isAccepted(program, refused.arguments);
  }
  std::optional<Program> resultOf(const TransformSpec &spec,
                                  const Program &program,
                                  const Arguments &arguments);
  /// \p loops without those that a text of the refused step speaks of: a step
  /// that gives one other values would give the text another meaning.
  std::vector<std::string> unspoken(std::vector<std::string> loops) const;
  /// A sentence that offers the step, of \p statement, elsewhere in the recipe,
  /// or waves in its place; none where neither is legal.
  std::vector<std::string> elsewhere(const std::string &statement);
  /// \p program with \p fact, if that fact is a sensible one.
  std::optional<Program> with(const Program &program, const std::string &fact);

  const RefusedStep &refused;

private:
  /// Operations of isl that are left for a part of the search, and the most for
  /// one attempt, so that a slow one leaves some to others: an answer without a
  /// remedy is better than one that comes late. No clock, which would make the
  /// answer depend on what else the machine does.
  struct Budget {
    unsigned long left, once;
  };
  /// To find attempts that are accepted, and to make code of these: of each
  /// about a second. A format in blocks takes 450'000 for an accepted attempt.
  static constexpr Budget stepBudget{1'000'000, 600'000};
  static constexpr Budget codeBudget{2'600'000, 1'300'000};

  /// What \p body returns, an optional; nothing where \p budget ended before.
  template <typename Body>
  auto within(Budget &budget, Body body) -> decltype(body());
  bool isCodeAsBefore(const Program &after);
  /// A sentence that tells before which earlier step this one, of \p statement,
  /// is legal; none where it is before none of the last few.
  std::vector<std::string> takenEarlier(const std::string &statement);
  /// A sentence that offers waves in place of `parallel`, where they are legal.
  std::vector<std::string> inWaves(const std::string &statement);
  /// Whether \p spec is legal in \p program, of the budget for other places.
  bool isLegalElsewhere(const TransformSpec &spec, const Program &program,
                        const Arguments &arguments);

  /// Of isLegalElsewhere: what takes long there leaves the other attempts
  /// theirs.
  static constexpr Budget earlierBudget{1'500'000, 1'200'000};
  Budget steps = stepBudget, code = codeBudget, earlier = earlierBudget;
  unsigned attempts = 0;
  /// Whether there was code before the step: later ones may be to make it.
  std::optional<bool> hadCode;
};

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_ATTEMPTS_H
