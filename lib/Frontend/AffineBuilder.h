//===- AffineBuilder.h - integer C expressions to isl -----------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_AFFINEBUILDER_H
#define SPARSEC_LIB_FRONTEND_AFFINEBUILDER_H

#include "Designator.h"
#include "Kernel.h"
#include "Polynomial.h"

namespace sparsec {

struct PointerTest;

/// Builds affine values, conditions and subscripts over the instances of one
/// statement, whose calls and constraints it fills in. The statement needs its
/// space and iterators first.
class AffineBuilder {
public:
  AffineBuilder(Kernel &kernel, Statement &statement)
      : kernel(kernel), statement(statement), space(statement.space()) {}

  /// `{ S[..] -> [value] }`; refuses what is not affine in iterators,
  /// parameters and elements of index arrays.
  isl::pw_aff value(const clang::Expr *expression, const ScopePtr &scope);
  /// `{ S[..] : expression }`.
  isl::set condition(const clang::Expr *expression, const ScopePtr &scope);
  /// What \p expression is, whatever else is so: of pointers that are null or
  /// not in all instances. Throws PointerSplit where a statement is built and
  /// that is not settled yet.
  std::optional<bool> knownTruth(const clang::Expr *expression,
                                 const ScopePtr &scope);
  /// Restricts the statement to what is settled of pointers.
  void assumePointers();
  /// One affine value per dimension of the array; flat arrays with subscripts
  /// such as `i*n + k` are given their dimensions back.
  std::vector<isl::pw_aff> subscripts(const Designator &element);

  /// Restricts the statement to instances with \p expression (or without it),
  /// conjunct by conjunct.
  void assume(const clang::Expr *expression, const ScopePtr &scope,
              bool negated);
  /// Restricts the statement to the iterations of \p loop.
  void enter(const LoopFrame &loop, unsigned position);
  /// Adds \p set to the affine domain, or to the constraints if it has calls.
  void restrict(const isl::set &set);

  /// Whether \p claim holds for all instances, by the facts and the types.
  bool proves(const isl::set &claim) const;
  bool involvesCalls(const isl::pw_aff &value) const;
  bool onParametersOnly(const isl::pw_aff &value) const;
  const isl::space &statementSpace() const { return space; }
  /// The value of an integer scalar that steers, or of an iterator, at \p
  /// range.
  isl::pw_aff scalarValue(const Object &object, clang::SourceRange range,
                          const ScopePtr &scope);
  /// The sum of \p terms at \p range.
  isl::pw_aff position(const Subscript &terms, clang::SourceRange range) {
    return checkedAffine(subscriptSum(terms, range), range);
  }
  /// The value that \p loop's iterator has in its first iteration.
  isl::pw_aff startOf(const LoopFrame &loop);
  /// How many iterations of \p loop, the last one of the statement's loops,
  /// come before this one.
  isl::pw_aff iterationNumber(const LoopFrame &loop);

private:
  Polynomial polynomial(const clang::Expr *expression, const ScopePtr &scope);
  Polynomial castValue(const clang::CastExpr *cast, const ScopePtr &scope);
  Polynomial load(const clang::Expr *lvalue, const ScopePtr &scope);
  Polynomial scalar(const Object &object, clang::SourceRange range,
                    const ScopePtr &scope);
  Polynomial boundOrData(const Object &object, clang::SourceRange range,
                         const ScopePtr &scope);
  Polynomial bound(const Object &object, clang::SourceRange range,
                   const ScopePtr &scope);
  Polynomial advanced(const Object &object, const Binding &binding,
                      clang::SourceRange range);
  Polynomial advance(const Object &object, const Binding &binding,
                     clang::SourceRange range);
  std::optional<Polynomial> addedOnce(const Binding &binding);
  void requireTrips(const Binding &binding, clang::SourceRange range);
  std::optional<Polynomial> summed(const Binding &binding,
                                   clang::SourceRange range);
  /// `factor` times the difference of `call` in the next iteration and in this
  /// one. `end`: what it is in the next one, where a fact says so.
  struct Telescope {
    long factor;
    UninterpretedCall call;
    std::optional<UninterpretedCall> end = std::nullopt;
  };
  /// What iterations add to one product, the same each time or a difference.
  struct Part {
    Monomial monomial;
    isl::pw_aff steady;
    std::vector<Telescope> moving;
  };
  std::vector<Telescope> telescopes(isl::pw_aff &value, const LoopRange &loop);
  std::optional<long> coefficientOf(const isl::pw_aff &value,
                                    const std::string &param);
  isl::pw_aff telescoped(const Telescope &one, const Binding &binding,
                         const isl::pw_aff &number, clang::SourceRange range);
  isl::pw_aff elementValue(const UninterpretedCall &call);
  bool elementExists(const UninterpretedCall &call,
                     const isl::set &isRead) const;
  void requireElement(const UninterpretedCall &call, const isl::pw_aff &number,
                      clang::SourceRange range);
  bool rowsFollow(const UninterpretedCall &begin, const UninterpretedCall &end,
                  const isl::pw_multi_aff &next) const;
  void takeFollowingRows(isl::pw_aff &value, const isl::pw_multi_aff &next,
                         std::vector<Telescope> &result);
  isl::pw_aff lengthOfRows(const UninterpretedCall &lastEnd,
                           const UninterpretedCall &first,
                           const isl::pw_aff &number, clang::SourceRange range);
  Polynomial chosen(const Object &object, const Binding &binding,
                    clang::SourceRange range);
  [[noreturn]] void refuseChanged(const Object &object, const Binding &binding,
                                  clang::SourceRange range);
  isl::pw_aff tripsOf(const LoopRange &range);
  isl::pw_multi_aff mapTo(const LoopRange &range);
  isl::pw_aff simplified(const isl::pw_aff &value) const;
  Polynomial binary(const clang::BinaryOperator *operation,
                    const ScopePtr &scope);
  Polynomial divisionOrBits(const clang::BinaryOperator *operation,
                            const ScopePtr &scope);
  Polynomial pointerDifference(const clang::BinaryOperator *operation,
                               const ScopePtr &scope);
  Polynomial unary(const clang::UnaryOperator *operation,
                   const ScopePtr &scope);
  Polynomial stepped(const clang::UnaryOperator *step, const ScopePtr &scope);
  Polynomial select(const clang::ConditionalOperator *choice,
                    const ScopePtr &scope);
  Polynomial chosenPlace(const ChosenPlace &place, clang::SourceRange range);
  Polynomial subscriptSum(const Subscript &subscript, clang::SourceRange range);
  Polynomial subscriptSum(const Designator &element, bool keepsSums);
  isl::pw_aff checkedAffine(const Polynomial &sum, clang::SourceRange range);
  isl::set comparison(const clang::BinaryOperator *operation,
                      const ScopePtr &scope);
  std::optional<bool> knownTest(const PointerTest &test, const ScopePtr &scope);
  isl::set pointerTest(const PointerTest &test, const ScopePtr &scope);
  std::optional<Polynomial> timesSum(const Polynomial &left,
                                     const Polynomial &right) const;
  /// An element of a flat array: its subscripts, and the length of the rows
  /// that each but the first one is a place in.
  struct FlatElement {
    std::vector<isl::pw_aff> subscripts, lengths;
  };
  std::vector<isl::pw_aff> split(const Designator &element);
  bool addLevels(FlatShape &shape, const Polynomial &sum) const;
  bool fillGaps(FlatShape &shape, const Polynomial &sum) const;
  std::optional<FlatElement> splitBy(const FlatShape &shape,
                                     Polynomial sum) const;
  isl::set inRow(const isl::pw_aff &inner, const isl::pw_aff &length) const;
  bool isProved(const FlatElement &element) const;
  bool splitsInSums(const Designator &element, bool needsProof);
  void requireInside(const Designator &element, const isl::pw_aff &inner,
                     const isl::pw_aff &length);
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
  boundsOf(const isl::pw_aff &value) const;

  void enterBound(const LoopFrame &loop, const isl::pw_aff &start,
                  const clang::Expr *condition);
  ElementType iteratorType(const LoopFrame &loop) const;
  isl::pw_aff testedSide(const LoopFrame &loop, const clang::Expr *side);
  bool ensureOrdered(const isl::pw_aff &low, const isl::pw_aff &high,
                     clang::SourceRange range, const std::string &what);
  void requireOrdered(const isl::pw_aff &low, const isl::pw_aff &high,
                      clang::SourceRange range);
  bool declareOrdered(isl::pw_aff low, isl::pw_aff high,
                      clang::SourceRange range, const std::string &what);
  bool declareMonotone(const isl::pw_aff &low, const isl::pw_aff &high,
                       clang::SourceRange range);
  void requireIteratorFits(const LoopFrame &loop, const isl::pw_aff &bound,
                           bool isStrict, clang::SourceRange range);

  /// The values that fit \p type: proved, asserted at run time when they depend
  /// on parameters only, or refused.
  void requireFits(const isl::pw_aff &value, const ElementType &type,
                   clang::SourceRange range, bool warns);
  /// \p value, which ends a loop, is at least (or at most) what \p type holds.
  void requireReachable(const isl::pw_aff &value, const ElementType &type,
                        bool isLow, clang::SourceRange range);
  struct FitCheck {
    clang::SourceRange range;
    std::string type;
    bool warns;
  };
  void require(const isl::set &claim, const std::string &text,
               const isl::pw_aff &value, const FitCheck &check);
  void requireCondition(const isl::set &claim, const std::string &text,
                        clang::SourceRange range);
  isl::set typeContext() const;
  isl::set knownInstances() const;
  isl::set inRange(const isl::pw_aff &value, const ElementType &type) const;

  Kernel &kernel;
  Statement &statement;
  isl::space space;
};

/// Whether every value of \p from is one of \p to.
bool contains(const ElementType &to, const ElementType &from);

/// The iterations of \p loop in each of \p instances, `{ loop[outer..] }`.
LoopRange rangeOf(Kernel &kernel, const LoopFrame &loop,
                  const Statement &instances);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_AFFINEBUILDER_H
