//===- DifferenceBoundSolver.h - facts as difference constraints *- C++ -*-===//
///
/// \file
/// A fast, partial twin of the search in UninterpretedFunctionSolver. Nearly
/// all that is asked of sparse loops are differences of two variables:
/// `index(i) <= k`, `k < index(i + 1)`, `col(k) < i`. Over these, shortest
/// paths decide, and the axioms need only compare: where arguments rise values
/// do, and where values of a monotone array rise strictly arguments do, which
/// often saves a case distinction. Each bound carries the facts that it rests
/// on, so that a proof names its witnesses.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEBOUNDSOLVER_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEBOUNDSOLVER_H

#include "DifferencePaths.h"

#include "sparsec/IR/Program.h"
#include "sparsec/Poly/Differences.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class DifferenceMatch;

/// A user's rule at certain values of its variables, over the pair's space.
struct RuleInstance {
  /// Calls that it speaks of and that were here before it.
  std::vector<std::string> triggers;
  isl::set premise, conclusion;
  /// Texts of the facts that say it.
  std::vector<std::string> texts;
};

/// A set of points over a space of its own, asked for in another set.
struct Pattern {
  const CallTable &calls;
  isl::set points;
  /// Values of a point of the pattern and of the set that must be equal.
  std::vector<std::pair<isl::pw_aff, isl::pw_aff>> same;
};

class DifferenceBoundSolver {
public:
  enum class Verdict {
    Empty,    ///< no index arrays that satisfy the facts leave a point
    Possible, ///< none of the facts excludes all points
    Unknown,  ///< something is not a difference
  };

  using Place = DifferencePaths::Place;
  /// What is known of a union of conjunctions: of those that may hold a point,
  /// all that follows.
  struct Known {
    std::vector<DifferencePaths> parts;
    bool isExact = true; ///< nothing was left out
  };
  /// index(row) <= .. < index(row + 1)
  struct Segment {
    Place row;
    DifferencePaths::Node begin = 0, end = 0;
    std::string call; ///< index(row)
  };

  /// \p space is that of the arguments of \p calls.
  DifferenceBoundSolver(const Program &program, isl::space space,
                        const CallTable &calls,
                        const std::vector<RuleInstance> &rules);
  DifferenceBoundSolver(const DifferenceBoundSolver &) = delete;
  DifferenceBoundSolver &operator=(const DifferenceBoundSolver &) = delete;

  /// What becomes of \p points, over the space of the calls.
  Verdict decide(const isl::set &points);
  /// The texts of facts that suffice for `Empty`; without any one of them the
  /// proof fails. Nothing for another verdict.
  std::optional<std::vector<std::string>> witnesses(const isl::set &points);
  /// True only if for each of \p points there is one of the pattern with the
  /// same values. Each dimension of the pattern is looked for among the
  /// variables and calls of \p points, whatever they are called
  /// (DifferenceMatch.cpp).
  bool contains(const isl::set &points, const Pattern &pattern);
  bool contains(const Known &known, const Pattern &pattern) const;

  /// \p value as a variable of the calls plus a constant, if it is one.
  std::optional<Place> findPlace(const isl::pw_aff &value) const;
  /// Of points over the space of the calls: no part means that no index arrays
  /// that satisfy the facts leave a point.
  Known knownOf(const isl::set &points);
  /// \p known, where \p a - \p b <= \p bound holds, too.
  static Known with(const Known &known, Place a, Place b, long bound);
  /// Whether no index arrays that satisfy the facts leave a point.
  bool isRefuted(const Known &known) const;
  /// A segment of \p index that holds \p position everywhere in \p known.
  const Segment *segmentOf(const Known &known, Place position,
                           const std::string &index) const;
  /// \p points less those that differ from others only in dimensions that are
  /// not \p fixed, as far as that is seen: { [i, j] : j >= i } becomes
  /// { [i, i] } when i is fixed. What facts make equal is made explicit.
  isl::set representatives(isl::set points, const CallTable &table,
                           const std::vector<bool> &fixed);

private:
  using Node = DifferencePaths::Node;
  using State = DifferencePaths;

  /// A sum of multiples of variables and a constant.
  struct Sum {
    std::vector<std::pair<Node, long>> terms;
    long constant = 0;
  };
  /// A call of which the axioms here say less: it has several arguments, or one
  /// that is no place. Equal arguments give equal values.
  struct OtherCall {
    std::string function;
    Node value = 0;
    std::vector<Sum> arguments;
  };
  struct ArrayFact;
  /// A segment, and why it is the one.
  struct Found {
    const Segment *segment;
    FactSet why;
  };
  /// What is said of one array, and its segments if it holds pointers.
  struct About {
    std::vector<ArrayFact> facts;
    /// index(r) .. index(r + 1) of the calls.
    std::vector<Segment> segments;
    /// Where positions and values start to count.
    long base = 0;
  };
  struct Call {
    std::string name, function;
    Node value = 0;
    Place argument;
    /// Of the function: calls of one function share it.
    const About *about = nullptr;
    /// Calls that facts relate to it: later ones of the function, and of the
    /// functions that its own one inverts.
    std::vector<size_t> pairs = {}, inverted = {};
    /// The variables whose differences its axioms ask for. Those of a pair ask
    /// for the variables of both.
    NodePairs::Nodes asked = {};
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
    /// Of the second array, if there is one.
    const About *second = nullptr;
  };
  /// Sums that differ in one variable: left - right = factor * (a - b).
  struct Multiple {
    Node left = 0, right = 0, a = 0, b = 0;
    long factor = 1;
  };
  struct Rule {
    std::vector<Node> triggers;
    Part premise, conclusion;
    /// The facts that say it.
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
    /// All that follows from the state is asked for, should it not be refuted.
    bool keepsState = false;
    /// All facts that the refuted cases rest on.
    FactSet why = 0;
  };

  Node nodeOf(const std::string &variable);
  void addSum(const std::string &name, const poly::Terms &terms);
  void applyMultiples(State &state) const;
  const std::string &nameOf(Node node) const {
    return llvm::find_if(nodes,
                         [&](const auto &one) { return one.second == node; })
        ->first;
  }
  std::optional<Place> placeOf(const std::optional<isl::pw_aff> &value);
  std::optional<Place> placeOfSum(const isl::pw_aff &value);
  FactSet bitOf(const std::string &text);
  void addCall(const std::string &name, const UninterpretedCall &call);
  void addOther(const std::string &name, const UninterpretedCall &call);
  void addRule(const RuleInstance &rule);
  void addFact(const Fact &fact);
  void addShifts(const Program &program, const Fact &order);
  bool isShift(const poly::Terms &sum) const;
  /// Nothing when \p set is not one conjunction of differences.
  std::optional<Part> boundsOf(const isl::set &set);
  Part boundsOf(const poly::Differences &differences);
  Question questionOf(const isl::set &points);

  /// The facts of a proof that no point is left; nothing when there is none.
  std::optional<FactSet> refute(const Question &question) const;
  /// Leaves what follows without case distinctions in \p state.
  bool refute(State &state, unsigned depth, Search &search) const;
  /// Whether orders of all arguments, chosen one by one, contradict nothing: a
  /// search by cases then does not refute \p state, of which all is known that
  /// follows without cases. False says nothing.
  bool hasModel(State state) const;
  bool isOpen(const State &state, const Call &a, const Call &b) const;
  static std::array<Part, 3> orders(const Call &a, const Call &b);
  State with(State state, const Part &bounds) const;
  bool decideOrder(State &state, const Call &a, const Call &b) const;
  /// Tries cases and keeps to those that are alone left. What remains of the
  /// best case distinction; nothing when there is none or nothing is left.
  std::optional<Cases> narrow(State &state, Search &search) const;
  State stateOf(const Part &part) const;
  Cases cases(const State &state, const Call &a, const Call &b,
              Search &search) const;

  friend class DifferenceMatch;
  bool finds(State state, const std::vector<DifferenceMatch> &patterns,
             unsigned depth) const;
  std::optional<std::vector<DifferenceMatch>>
  matchesOf(const Pattern &pattern) const;
  isl::set withEqualities(isl::set points);
  isl::set withEqual(const isl::set &points, unsigned dim, Node other,
                     long offset) const;
  bool dependsOn(Node value, Node on) const;
  /// Whether \p node stands for several variables, or a multiple of one.
  bool isSum(Node node) const {
    auto found = sums.find(node);
    return found != sums.end() && !found->second.empty() &&
           found->second != std::map<Node, long>{{node, 1}};
  }
  isl::set keepRepresentative(const isl::set &points, const CallTable &table,
                              unsigned dim);
  std::vector<State> statesOf(const Question &question) const;

  bool isUsed(FactSet bit) const { return !(bit & ignored); }
  static bool isActive(const State &state, const Call &call) {
    return state.isActive(call.value);
  }
  void activate(State &state, Node value, FactSet why) const;
  /// False when the state became empty.
  bool propagate(State &state) const;
  void applyAxioms(State &state, const Call &call) const;
  void applyFacts(State &state, const Call &call) const;
  void applyRange(State &state, const Call &call, const ArrayFact &one) const;
  void applyBoundary(State &state, const Call &call,
                     const ArrayFact &one) const;
  void applyTriangular(State &state, const Call &call,
                       const ArrayFact &one) const;
  FactSet strictlySorted(const Call &call, const ArrayFact &triangular) const;
  bool isNews(const State &state, const Call &low, const Call &high,
              bool strict) const;
  bool isNews(const State &state, const Call &a, const Call &b,
              const Fact &fact) const;
  void applyPair(State &state, const Call &a, const Call &b) const;
  void applyPairFacts(State &state, const Call &a, const Call &b,
                      FactSet why) const;
  void applyOrder(State &state, const Call &low, const Call &high, bool strict,
                  FactSet why) const;
  bool inverts(const ArrayFact &one, const Call &outer,
               const Call &inner) const;
  void applyInverse(State &state, const Call &a, const Call &b) const;
  void applyRules(State &state) const;
  void findSegments();
  std::optional<Found> segmentOf(const State &state, const Call &call,
                                 const About &index) const;
  std::optional<FactSet> shareSegment(const State &state, const Call &a,
                                      const Call &b, const About &index) const;
  std::optional<FactSet> injectivity(const Call &call) const;
  bool isWorthSplitting(const Call &call) const;
  void findBases();
  void findPairs();
  void findAsked();

  /// What holds for the parameters, and its conjunctions.
  isl::set context;
  std::vector<Part> contexts;
  bool isContextExact = true;
  isl::space space;
  std::map<std::string, Node> nodes;
  std::vector<Call> calls;
  std::vector<OtherCall> others;
  /// Variables that are sums of others, and how they differ.
  std::map<Node, std::map<Node, long>> sums;
  std::vector<Multiple> multiples;
  std::vector<Rule> rules;
  /// Array => facts about it; pairs of arrays stand under the first.
  std::map<std::string, About> arrays;
  std::set<std::string> shifts;
  /// p[q[i]] = i, with their bits.
  std::vector<ArrayFact> inverses;
  /// Bit => text. The last bit stands for all texts from there on.
  std::vector<std::string> texts;
  FactSet ignored = 0;
  /// Everything is a difference.
  bool isComplete = true;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEBOUNDSOLVER_H
