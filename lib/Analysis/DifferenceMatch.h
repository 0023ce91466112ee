//===- DifferenceMatch.h - one set of points in another ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H

#include "DifferenceFacts.h"

namespace sparsec {

/// One conjunction of a pattern, and the search for values of its dimensions
/// such that all its constraints hold at every point of a state.
class DifferenceMatch {
public:
  using Place = DifferencePaths::Place;
  using State = DifferencePaths;
  /// Variable of the pattern => its value; nothing while it is not known.
  using Values = std::map<std::string, Place>;

  DifferenceMatch(const DifferenceFacts &facts, const CallTable &calls,
                  const poly::Differences &part, unsigned dims);

  /// The pattern's \p variable is \p value.
  void fix(const std::string &variable, Place value) {
    given[variable] = value;
  }
  /// Whether values exist in \p state.
  bool isIn(const State &state) const;

private:
  /// A call of the pattern; its argument is a variable of the pattern.
  struct Call {
    std::string name, function;
    poly::Place argument;
  };

  bool search(const State &state, Values values, unsigned &budget) const;
  bool complete(const State &state, Values &values) const;
  bool callsOf(const State &state, Values &values) const;
  bool equalitiesOf(Values &values) const;
  bool lacksCall(const Values &values) const;
  bool holds(const State &state, const Values &values, bool all) const;

  const DifferenceFacts &facts;
  std::vector<Call> calls;
  std::vector<poly::Difference> bounds;
  /// Dimension = variable + bound.
  std::vector<poly::Difference> equalities;
  unsigned dims;
  Values given;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEMATCH_H
