//===- DifferencePaths.h - shortest paths with reasons ----------*- C++ -*-===//
///
/// \file
/// Bounds of differences of variables, closed under addition, and of each bound
/// the facts that it rests on.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H
#define SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparsec {

/// A set of facts; which bit stands for which is up to the owner.
using FactSet = uint64_t;

/// Pairs of variables.
class NodePairs {
public:
  using Node = unsigned;
  /// Variables, a bit each.
  using Nodes = std::vector<uint64_t>;

  explicit NodePairs(Node count)
      : words(wordsFor(count)), bits(std::size_t(count) * words), rows(words) {}

  static void insert(Nodes &nodes, Node node) {
    nodes[node / 64] |= uint64_t(1) << node % 64;
  }
  static std::size_t wordsFor(Node count) {
    return (std::size_t(count) + 63) / 64;
  }

  void insert(Node x, Node y) {
    bits[x * words + y / 64] |= uint64_t(1) << y % 64;
    insert(rows, x);
  }
  void clear();
  bool isEmpty() const;
  /// Whether there is a pair of variables that are both in \p a or \p b, which
  /// are of one size and know no variable that this does not.
  bool hasAmong(const Nodes &a, const Nodes &b) const;

private:
  std::size_t words;
  /// x => its y, and the x that have any.
  Nodes bits, rows;
};

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

  /// Variables are the numbers below it.
  Node size() const { return count; }
  /// The least known bound of x - y.
  long bound(Node x, Node y) const { return paths[x * count + y]; }
  FactSet why(Node x, Node y) const { return reasons[x * count + y]; }
  /// The values of x - y.
  Range range(Place x, Place y) const {
    long shift = x.offset - y.offset;
    long most = bound(x.node, y.node), least = bound(y.node, x.node);
    return {least >= unbounded ? -unbounded : shift - least,
            most >= unbounded ? unbounded : shift + most, why(y.node, x.node),
            why(x.node, y.node)};
  }

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

  /// What follows is drawn in rounds. Begins one, if anything was learnt since
  /// the last one began.
  bool beginRound();
  /// Whether anything was learnt of the differences or the existence of the
  /// variables in \p a and \p b since the round before this one began: else
  /// what follows of them was drawn in that round.
  bool isNews(const NodePairs::Nodes &a, const NodePairs::Nodes &b) const {
    return news.hasAmong(a, b) || earlierNews.hasAmong(a, b);
  }

private:
  Node count;
  std::vector<long> paths;
  std::vector<FactSet> reasons, activeReasons;
  std::vector<bool> active;
  FactSet common = 0;
  bool empty = false;
  /// Learnt in this round and in the one before; (x, x) that x exists.
  NodePairs news, earlierNews;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_DIFFERENCEPATHS_H
