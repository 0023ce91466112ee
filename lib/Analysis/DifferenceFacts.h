//===- DifferenceFacts.h - facts as difference constraints ------*- C++ -*-===//
///
/// \file
/// A fast, partial twin of the search in CallFacts. Nearly all that is asked of
/// sparse loops are differences of two variables: `index(i) <= k`, `k <
/// index(i + 1)`, `col(k) < i`. Over these, shortest paths decide, and the
/// axioms need only compare: where arguments rise values do, and where values
/// of a monotone array rise strictly arguments do, which often saves a case
/// distinction. Each bound carries the facts that it rests on, so that a proof
/// names its witnesses.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H

#include "DifferencePaths.h"

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
  /// The fact's text.
  std::string text;
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
  /// The texts of facts that suffice for `Empty`; without any one of them the
  /// proof fails. Nothing for another verdict.
  std::optional<std::vector<std::string>> witnesses(const isl::set &points);

private:
  using Node = DifferencePaths::Node;
  using Place = DifferencePaths::Place;
  using State = DifferencePaths;
  static constexpr long unbounded = DifferencePaths::unbounded;

  struct Call {
    std::string function;
    Node value = 0;
    Place argument;
  };
  /// left - right <= bound.
  struct Bound {
    Node left = 0, right = 0;
    long bound = 0;
  };
  /// A conjunction.
  using Part = std::vector<Bound>;
  /// A question: a union of conjunctions, and whether nothing was left out.
  struct Question {
    std::vector<Part> parts;
    bool isExact = true;
  };
  /// What a fact says of an array, with its values as places.
  struct ArrayFact {
    const Fact *fact = nullptr;
    FactSet bit = 0;
    std::optional<Place> lower, upper, at;
  };
  struct Rule {
    std::vector<Node> triggers;
    Part premise, conclusion;
    FactSet bit = 0;
  };
  struct Segment {
    Place row;
    Node begin = 0, end = 0;
    FactSet why = 0;
  };
  /// Cases that are left, and why the others are not.
  struct Cases {
    std::vector<State> left;
    FactSet why = 0;
  };
  /// The search of one proof.
  struct Search {
    unsigned budget;
    /// All facts that the refuted cases rest on.
    FactSet why = 0;
  };

  Node nodeOf(const std::string &variable);
  std::optional<Place> placeOf(const std::optional<isl::pw_aff> &value);
  FactSet bitOf(const std::string &text);
  void addCall(const std::string &name, const UninterpretedCall &call);
  void addRule(const RuleInstance &rule);
  void addFact(const Fact &fact);
  /// Nothing when \p set is not one conjunction of differences.
  std::optional<Part> boundsOf(const isl::set &set);
  Part boundsOf(const poly::Differences &differences);
  Question questionOf(const isl::set &points);

  /// The facts of a proof that no point is left; nothing when there is none.
  std::optional<FactSet> refute(const Question &question) const;
  bool refute(State state, unsigned depth, Search &search) const;
  Cases cases(const State &state, const Call &a, const Call &b,
              Search &search) const;

  bool isUsed(FactSet bit) const { return !(bit & ignored); }
  const std::vector<ArrayFact> &factsAbout(const std::string &function) const;
  static bool isActive(const State &state, const Call &call) {
    return state.isActive(call.value);
  }
  void activate(State &state, Node value, FactSet why) const;
  /// False when the state became empty.
  bool propagate(State &state) const;
  void applyFacts(State &state, const Call &call) const;
  void applyRange(State &state, const Call &call, const ArrayFact &one) const;
  void applyBoundary(State &state, const Call &call,
                     const ArrayFact &one) const;
  void applyTriangular(State &state, const Call &call,
                       const ArrayFact &one) const;
  FactSet strictlySorted(const Fact &triangular) const;
  void applyPair(State &state, const Call &a, const Call &b) const;
  void applyPairFacts(State &state, const Call &a, const Call &b,
                      FactSet why) const;
  void applyOrder(State &state, const Call &low, const Call &high, bool strict,
                  FactSet why) const;
  void applyInverse(State &state, const Call &a, const Call &b) const;
  void applyRules(State &state) const;
  void findSegments();
  std::optional<Segment> segmentOf(const State &state, const Call &call,
                                   const std::string &index) const;
  std::optional<FactSet> shareSegment(const State &state, const Call &a,
                                      const Call &b,
                                      const std::string &index) const;
  std::optional<FactSet> injectivity(const std::string &function) const;
  bool isWorthSplitting(const std::string &function) const;
  long baseOf(const std::string &index) const;

  isl::set context;
  isl::space space;
  std::map<std::string, Node> nodes;
  std::vector<Call> calls;
  std::vector<Rule> rules;
  /// Pointer array => the segments index(r) .. index(r + 1) of its calls.
  std::map<std::string, std::vector<Segment>> segments;
  /// Array => facts about it; pairs of arrays stand under the first.
  std::map<std::string, std::vector<ArrayFact>> facts;
  /// p[q[i]] = i, with their bits.
  std::vector<ArrayFact> inverses;
  /// Bit => text. The last bit stands for all texts from there on.
  std::vector<std::string> texts;
  FactSet ignored = 0;
  /// Everything is a difference.
  bool isComplete = true;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEFACTS_H
