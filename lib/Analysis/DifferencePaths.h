//===- DifferencePaths.h - shortest paths with reasons ----------*- C++ -*-===//
///
/// \file
/// Bounds of differences of variables, closed under addition, and of each bound
/// the facts that it rests on.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H

#include <cstdint>
#include <vector>

namespace sparsec {

/// A set of facts; which bit stands for which is up to the owner.
using FactSet = uint64_t;

/// `{ (x_0, .., x_m) : x_i - x_j <= bound(i, j) }`; variable 0 is zero.
class DifferencePaths {
public:
  using Node = unsigned;
  static constexpr long unbounded = 1L << 60;

  /// A variable plus a constant.
  struct Place {
    Node node = 0;
    long offset = 0;
  };
  /// The least and greatest value of a difference, and why.
  struct Range {
    long least, most;
    FactSet whyLeast, whyMost;

    bool isZero() const { return least == 0 && most == 0; }
    /// -1, 0, 1: always below, not decided, always above zero.
    int sign() const { return most < 0 ? -1 : least > 0 ? 1 : 0; }
    FactSet whySign() const { return most < 0 ? whyMost : whyLeast; }
    FactSet why() const { return whyLeast | whyMost; }
  };

  explicit DifferencePaths(Node nodes);

  /// The least known bound of x - y.
  long bound(Node x, Node y) const { return paths[x * count + y]; }
  FactSet why(Node x, Node y) const { return reasons[x * count + y]; }
  /// The values of x - y.
  Range range(Place x, Place y) const;

  /// left - right <= bound, because of \p why.
  void add(Node left, Node right, long bound, FactSet why);
  void equate(Place a, Place b, FactSet why);
  /// a + b <= c + d, as far as bounds of differences can say it.
  void addSum(Place a, Place b, Place c, Place d, FactSet why);
  /// All that follows holds because of \p why.
  void rely(FactSet why) { common |= why; }

  /// Nothing is left, because of \p why.
  void fail(FactSet why) {
    empty = true;
    common |= why;
  }
  bool isEmpty() const { return empty; }
  /// The facts that made it empty.
  FactSet conflict() const { return common; }

  /// Whether the variable is known to exist, and why.
  bool isActive(Node node) const { return active[node]; }
  FactSet whyActive(Node node) const { return activeReasons[node]; }
  void activate(Node node, FactSet why);

  /// Whether anything was learnt since the last call.
  bool takeGrown();

private:
  Node count;
  std::vector<long> paths;
  std::vector<FactSet> reasons, activeReasons;
  std::vector<bool> active;
  FactSet common = 0;
  bool empty = false, grown = false;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H
