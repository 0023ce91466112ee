//===- DifferenceMatch.h - one set of points in another ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H

#include "DifferenceBoundSolver.h"

namespace sparsec {

/// One conjunction of a pattern, and the search for values of its dimensions
/// such that all its constraints hold at every point of a state.
class DifferenceMatch {
public:
  using Place = DifferencePaths::Place;
  using State = DifferencePaths;

  DifferenceMatch(const DifferenceBoundSolver &facts, const CallTable &calls,
                  const poly::Differences &part, unsigned dims);

  /// The pattern's dimension \p dim is \p value.
  void fix(unsigned dim, Place value) { given[variableOf(dim)] = value; }
  /// Whether values exist in \p state.
  bool isIn(const State &state) const;

private:
  /// Of the pattern: 0 is zero, then come the dimensions, parameters and calls.
  using Variable = unsigned;
  /// Variable => its value; nothing while it is not known.
  using Values = std::vector<std::optional<Place>>;
  /// left - right <= bound
  struct Bound {
    Variable left, right;
    long bound;
    unsigned constraint; ///< all that have this number say the same; 0: none
  };
  /// A call of the pattern.
  struct Call {
    Variable value, argument;
    long offset; ///< of the argument
    bool isBounded = false;
    std::vector<const DifferenceBoundSolver::Call *>
        others; ///< of its function
  };

  /// One whose arguments are sums.
  struct OtherCall {
    Variable value;
    std::vector<std::pair<std::vector<std::pair<Variable, long>>, long>>
        arguments; ///< multiples of variables, and a constant
    bool isBounded = false;
    std::vector<const DifferenceBoundSolver::OtherCall *> others;
  };

  /// A sum that bounds take for a variable.
  struct Sum {
    Variable value;
    std::vector<std::pair<Variable, long>> factors;
  };

  static Variable variableOf(unsigned dim) { return dim + 1; }
  Variable variableOf(const std::string &name);
  void addCall(const std::string &name, const UninterpretedCall &call);
  void addOther(const std::string &name, const UninterpretedCall &call);
  bool isBounded(Variable value) const;
  void addParameters(const CallTable &table);
  bool search(const State &state, Values values, unsigned &budget) const;
  bool complete(const State &state, Values &values) const;
  bool callsOf(const State &state, Values &values) const;
  bool areKnown(const OtherCall &call, const Values &values) const;
  bool areEqual(const State &state, const OtherCall &call, const Values &values,
                const DifferenceBoundSolver::OtherCall &other) const;
  bool othersOf(const State &state, Values &values) const;
  bool equalitiesOf(Values &values) const;
  bool sumsOf(const State &state, Values &values) const;
  bool lacksCall(const Values &values) const;
  bool holds(const State &state, const Values &values, bool all) const;
  bool holds(const State &state, const Values &values, const Bound &one) const;

  const DifferenceBoundSolver &facts;
  std::map<std::string, Variable> variables;
  std::vector<Call> calls;
  std::vector<OtherCall> otherCalls;
  std::vector<Bound> bounds;
  /// Dimension = variable + bound.
  std::vector<Bound> equalities;
  std::vector<Sum> sums;
  unsigned dims;
  Values given;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H
