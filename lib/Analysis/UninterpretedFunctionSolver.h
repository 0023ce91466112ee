//===- UninterpretedFunctionSolver.h - calls and their facts ----*- C++ -*-===//
///
/// \file
/// The reasoning about uninterpreted calls that the dependence analysis and
/// the checker share. Calls of one or several statements are brought over to
/// one space; `provesEmpty` then looks for a contradiction between a set over
/// that space and what is known of the index arrays.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_UNINTERPRETEDFUNCTIONSOLVER_H
#define SPARSEC_LIB_ANALYSIS_UNINTERPRETEDFUNCTIONSOLVER_H

#include "DifferenceBoundSolver.h"

#include "sparsec/IR/Program.h"
#include "sparsec/Poly/PullBack.h"
#include "sparsec/Poly/SampledSet.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class Record;

/// Calls over a space P: names are parameters, arguments `{ P -> [value] }`.
class UninterpretedFunctionSolver {
public:
  UninterpretedFunctionSolver(const Program &program, isl::space space);

  /// Renames what a statement says of its own instances to this space.
  class Import {
  public:
    /// `{ S[..] -> [v] }` to `{ P -> [v] }`.
    isl::pw_aff value(const isl::pw_aff &old) const;
    isl::set set(const isl::set &old) const;
    /// `{ S[..] -> T[..] }` to `{ P -> T[..] }`.
    isl::pw_multi_aff map(const isl::pw_multi_aff &old) const;
    /// What the statement's call \p old is called here.
    const std::string &nameOf(const std::string &old) const {
      return names.at(old);
    }

  private:
    friend class UninterpretedFunctionSolver;
    explicit Import(isl::pw_multi_aff toOld) : toOld(std::move(toOld)) {}
    isl::pw_multi_aff toOld;
    /// Call of S => call here.
    poly::Renaming names;
  };

  /// Brings \p calls over through \p toOld, `{ P -> S[..] }`. A call that is
  /// already here with the same arguments keeps its name; another one gets
  /// primes until its name is new: "index(i)'". A call without arguments is an
  /// unknown value of each instance and always gets a new name.
  Import import(const CallTable &calls, const isl::pw_multi_aff &toOld);

  const CallTable &calls() const { return table; }
  const isl::space &space() const { return domain; }

  /// \p points where every call here, mentioned or not, is within its range.
  isl::set withRanges(isl::set points) const;
  /// A superset of the possible points of \p points: what the facts imply
  /// without case distinction is added.
  isl::set refine(isl::set points) const;
  /// True only if no index arrays that satisfy the facts leave a point in
  /// \p points. Makes at most `caseLimit` case distinctions.
  bool provesEmpty(isl::set points) const;

  /// The same calls, with what \p other knows of index arrays.
  UninterpretedFunctionSolver under(const Program &other) const;
  const Program &knowledge() const { return program; }
  /// Texts of facts that suffice to prove \p points empty, and none of which
  /// the proof can do without; nothing when differences alone prove nothing.
  std::optional<std::vector<std::string>>
  differenceWitnesses(const isl::set &points) const;

  /// DifferenceBoundSolver::contains and ::representatives.
  bool contains(const isl::set &points, const Pattern &pattern) const {
    return differenceSolver().contains(points, pattern);
  }
  isl::set representatives(const isl::set &points,
                           const std::vector<bool> &fixed) const {
    return differenceSolver().representatives(points, table, fixed);
  }

  static constexpr unsigned caseLimit = 64;

private:
  friend class Record;
  bool decideEmpty(isl::set points) const;
  /// How the arguments of two calls of one function may compare.
  struct Order {
    bool less = true, equal = true, greater = true;
    bool isDecided() const { return int(less) + equal + greater <= 1; }
  };
  struct Pair {
    std::string first, second;
    Order order;
  };
  /// A set with what has been found out about pairs of calls.
  struct State {
    poly::SampledSet points;
    std::vector<Pair> pairs;
    /// Calls whose ranges are known.
    std::vector<std::string> used;
  };
  /// The row `r` of a position p: index(r) <= p < index(r + 1).
  struct Row {
    isl::pw_aff number, begin, end;
  };

  /// The values of calls and how they compare; one object each.
  struct Values {
    Values(const isl::space &domain, isl::space withParameters)
        : compared(std::move(withParameters)), zero(poly::constant(domain, 0)) {
    }
    poly::Comparisons compared;
    std::map<std::string, isl::pw_aff> calls;
    /// Values of facts, `{ [] -> [v] }`, on the space of the calls.
    std::map<const isl::pw_aff *, isl::pw_aff> facts;
    isl::pw_aff zero;
    /// Of two arguments, whether the second is the first plus 1.
    std::map<std::pair<isl_pw_aff *, isl_pw_aff *>, bool> next;
  };
  using Comparison = poly::Comparison;
  using SampledSet = poly::SampledSet;

  DifferenceBoundSolver &differenceSolver() const;
  Values &values() const;
  const Comparison &compare(Comparison::Kind kind, const isl::pw_aff &left,
                            const isl::pw_aff &right) const {
    return values().compared.get(kind, left, right);
  }
  const Comparison &less(const isl::pw_aff &a, const isl::pw_aff &b) const {
    return compare(Comparison::Kind::Less, a, b);
  }
  const Comparison &equal(const isl::pw_aff &a, const isl::pw_aff &b) const {
    return compare(Comparison::Kind::Equal, a, b);
  }
  const Comparison &atMost(const isl::pw_aff &a, const isl::pw_aff &b) const {
    return compare(Comparison::Kind::LessEqual, a, b);
  }
  isl::pw_aff valueOf(const std::string &call) const;
  isl::pw_aff argument(const std::string &call) const;
  isl::pw_aff here(const isl::pw_aff &onParameters) const;
  bool has(const std::string &function, Fact::Kind kind) const;
  bool isStrictlyMonotonic(const std::string &function) const;
  bool isInjective(const std::string &function) const;
  long baseOf(const std::string &index) const;

  void addProgramCalls();
  isl::set contextFor(const isl::set &points) const;
  State plainState(const isl::set &points) const;
  State start(isl::set points) const;
  void complete(State &state) const;
  Order orderOf(const std::string &first, const std::string &second) const;
  bool isContradiction(const State &state) const;
  std::optional<State> stateOf(isl::set points) const;
  isl::set rangeOf(const std::string &call) const;
  void addBoundary(SampledSet &points, const std::string &call) const;
  void addRanges(SampledSet &points, std::vector<std::string> &used) const;
  bool addAll(State &state) const;
  bool propagate(State &state) const;
  void addConsequences(SampledSet &points, Pair &pair) const;
  isl::set sameArguments(const Pair &pair) const;
  isl::set argumentsBefore(const std::string &one,
                           const std::string &other) const;
  bool isWithinRows(const SampledSet &points, const std::string &name) const;
  void addOfSeveral(SampledSet &points, Pair &pair) const;
  void addMonotone(SampledSet &points, const Pair &pair) const;
  bool isNext(const isl::pw_aff &value, const isl::pw_aff &next) const;
  void addRowFacts(SampledSet &points) const;
  void addTriangular(SampledSet &points, const std::string &call,
                     const Fact &fact) const;
  void addInverse(SampledSet &points) const;
  void addWithinRow(SampledSet &points, const Pair &pair) const;
  bool areInOneRow(const SampledSet &points, const Pair &pair,
                   const std::string &index) const;
  void addRising(SampledSet &points, const Pair &pair, bool strict) const;
  void addDistinct(SampledSet &points, const Pair &pair) const;
  std::optional<Row> rowOf(const SampledSet &points,
                           const isl::pw_aff &position,
                           const std::string &index) const;
  /// A rule and the texts of the facts that say it.
  struct NamedRule {
    Fact::Rule rule;
    std::vector<std::string> texts;
  };
  void instantiateRules();
  std::vector<NamedRule> diagonalRules(const Fact &fact,
                                       const isl::pw_aff &rows) const;
  void instantiate(const NamedRule &named);
  void applyRules(SampledSet &points) const;
  bool hasModel(const State &state) const;
  bool isModel(const State &state, const SampledSet &sample) const;
  bool findsModel(const State &state) const;
  bool refuteByCases(State state, unsigned &budget) const;
  // OrderFacts.cpp
  using Orders = std::vector<const Fact *>;
  /// `{ P -> [v] }`, and the same as a variable plus a constant.
  struct Valued {
    isl::pw_aff value;
    std::optional<DifferenceBoundSolver::Place> place;
  };
  /// A value of a permutation and its place: value = perm(place).
  struct Placed {
    Valued place, value;
  };
  class Region;
  bool excludedByOrders(const isl::set &unbounded,
                        DifferenceBoundSolver::Known known,
                        std::optional<State> state) const;
  std::vector<Placed> placedBy(const std::string &perm,
                               const std::set<std::string> &calls) const;
  bool excludedByOrder(const Region &points, const Orders &orders,
                       const Placed &first, const Placed &second) const;
  bool cannotRun(const Region &points, const Orders &orders,
                 const Placed &first, const Placed &second) const;
  bool cannotPrecede(const Region &points, const Fact &fact,
                     const Placed &first, const Placed &second) const;
  std::vector<State> split(const State &state, size_t pair) const;

  const Program &program;
  isl::space domain;
  CallTable table;
  std::vector<RuleInstance> rules;
  /// Calls that rules brought in: they trigger no others.
  std::set<std::string> madeByRules;
  bool isInstantiating = false;
  /// Made when the first question is asked; calls that come in drop it.
  mutable std::shared_ptr<DifferenceBoundSolver> differences;
  mutable std::shared_ptr<Values> compared;
  /// Where proofs are written down; null: nowhere.
  Record *record = nullptr;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_UNINTERPRETEDFUNCTIONSOLVER_H
