//===- DifferenceFacts.h - facts as difference constraints ------*- C++ -*-===//
///
/// \file
/// A fast, partial twin of the search in CallFacts. Nearly all that is asked of
/// sparse loops are differences of two variables: `index(i) <= k`, `k <
/// index(i + 1)`, `col(k) < i`. Over these, shortest paths decide, and the
/// axioms need only compare: where arguments rise values do, and where values
/// of a monotone array rise strictly arguments do, which often saves a case
/// distinction.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/Poly/Differences.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A user's rule at certain values of its variables, over the pair's space.
struct RuleInstance {
  /// Calls that it speaks of and that were here before it.
  std::vector<std::string> triggers;
  isl::set premise, conclusion;
};

class DifferenceFacts {
public:
  enum class Verdict {
    Empty,    ///< no index arrays that satisfy the facts leave a point
    Possible, ///< none of the facts excludes all points
    Unknown,  ///< something is not a difference
  };

  /// \p space is that of the arguments of \p calls.
  DifferenceFacts(const Program &program, isl::space space,
                  const CallTable &calls,
                  const std::vector<RuleInstance> &rules);

  /// What becomes of \p points, over the space of the calls.
  Verdict decide(const isl::set &points);

private:
  using Node = unsigned;
  static constexpr long unbounded = 1L << 60;

  struct Call {
    std::string function;
    Node value = 0;
    Node argument = 0; ///< plus offset
    long offset = 0;
  };
  /// left - right <= bound.
  struct Bound {
    Node left = 0, right = 0;
    long bound = 0;
  };
  struct Place {
    Node node = 0;
    long offset = 0;
  };
  /// What a fact says of an array, with its values as places.
  struct ArrayFact {
    const Fact *fact = nullptr;
    std::optional<Place> lower, upper, at;
  };
  struct Rule {
    std::vector<Node> triggers;
    std::vector<Bound> premise, conclusion;
  };
  /// Shortest paths: `at(x, y)` is the least known bound of x - y.
  struct State {
    std::vector<long> paths;
    std::vector<bool> active; ///< calls that are known to be made
    bool isEmpty = false, grown = false;
  };
  struct Segment {
    Node row = 0;
    long offset = 0;
    Node begin = 0, end = 0;
  };

  Node nodeOf(const std::string &variable);
  std::optional<Place> placeOf(const std::optional<isl::pw_aff> &value);
  void addCall(const std::string &name, const UninterpretedCall &call);
  void addRule(const RuleInstance &rule);
  void addFact(const Fact &fact);
  /// Nothing when \p set is not one conjunction of differences.
  std::optional<std::vector<Bound>> boundsOf(const isl::set &set);
  std::vector<Bound> boundsOf(const poly::Differences &differences);

  long at(const State &state, Node x, Node y) const {
    return state.paths[x * nodes.size() + y];
  }
  void add(State &state, Node left, Node right, long bound) const;
  /// The bounds of (x + offset) - (y + other): the least and greatest value.
  std::pair<long, long> rangeOf(const State &state, Place x, Place y) const;
  void equate(State &state, Place a, Place b) const;
  void activate(State &state, Node value) const;
  bool isActive(const State &state, const Call &call) const {
    return state.active[call.value];
  }

  /// False when the state became empty.
  bool propagate(State &state) const;
  void applyFacts(State &state, const Call &call) const;
  void applyTriangular(State &state, const Call &call, const Fact &fact) const;
  void applyPair(State &state, const Call &a, const Call &b) const;
  void applyOrder(State &state, const Call &a, const Call &b,
                  bool strict) const;
  void applyInverse(State &state, const Call &a, const Call &b) const;
  void applyRules(State &state) const;
  std::optional<Segment> segmentOf(const State &state, const Call &call,
                                   const std::string &index) const;
  bool shareSegment(const State &state, const Call &a, const Call &b,
                    const std::string &index) const;
  bool isInjective(const std::string &function) const;
  bool isWorthSplitting(const std::string &function) const;
  long baseOf(const std::string &index) const;
  bool refute(State state, unsigned depth, unsigned &budget) const;
  std::vector<State> survivors(const State &state, const Call &a, const Call &b,
                               unsigned &budget) const;

  const Program &program;
  isl::space space;
  std::map<std::string, Node> nodes;
  std::vector<Call> calls;
  std::vector<Rule> rules;
  /// Array => facts about it; pairs of arrays stand under the first.
  std::map<std::string, std::vector<ArrayFact>> facts;
  /// Everything is a difference.
  bool isComplete = true;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H
