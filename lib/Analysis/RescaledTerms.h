//===- RescaledTerms.h - sums held relative to a maximum --------*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_RESCALEDTERMS_H
#define SPARSEC_LIB_ANALYSIS_RESCALEDTERMS_H

#include "sparsec/IR/Expr.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// `max(before, score)`.
struct RunningMaximum {
  Expr before, score;
  Update join = Update::None;
  /// Whether a NaN among the scores is never taken.
  bool isTotal = true;
};

/// \p value as a maximum of \p before and something else: fmax(m, s), s > m ? s
/// : m, and their mirror images; in types that hold both, so that it is one of
/// them.
std::optional<RunningMaximum> maximumOf(const Expr &value, const Expr &before);

/// What the update \p op of a maximum or minimum is as a call.
std::string chosenBy(Update op);

/// Looks at the sums that go with one maximum.
class RescaledTerms {
public:
  /// \p isFree: says of an expression that iterations carry on nothing in it.
  /// \p mayBeInfinite: of one that it may be so for finite inputs.
  RescaledTerms(const RunningMaximum &maximum,
                std::function<bool(const Expr &)> isFree,
                std::function<bool(const Expr &)> mayBeInfinite)
      : maximum(maximum), isFree(std::move(isFree)),
        mayBeInfinite(std::move(mayBeInfinite)) {}

  /// Whether \p after is `before * g(m - M) + t * g(s - M) + ..`.
  bool isSum(const Expr &before, const Expr &after);
  const std::string &function() const { return name; }
  /// Of what types the calls of it are: the widest.
  const ElementType &functionType() const { return type; }
  /// Whether all that was seen holds for any scores.
  bool isTotal() const { return areTotal; }
  /// Whether it holds for none that may be infinite, and some may.
  bool meetsInfinity() const { return isMet; }

private:
  /// What a factor is where M is -infinity: g as computed, or as said.
  enum class AtLowest { Computed, One, Zero };
  struct Term {
    std::vector<Expr> factors;
    bool isNegated = false, isDivided = false;
  };

  bool isMaximum(const Expr &value) const;
  std::optional<AtLowest> factor(const Expr &value, const Expr &from);
  bool isPower(const Expr &value, const Expr &from);
  bool takeTerm(const Term &term, bool &isCounted);
  bool addTerms(const Expr &value, bool isNegated,
                std::vector<Term> &into) const;
  bool addFactors(const Expr &value, Term &into) const;

  const RunningMaximum maximum;
  const std::function<bool(const Expr &)> isFree, mayBeInfinite;
  std::string name;
  ElementType type;
  bool areTotal = true, isMet = false;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_RESCALEDTERMS_H
