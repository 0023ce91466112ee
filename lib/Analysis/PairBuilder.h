//===- PairBuilder.h - visits of two iterations that meet -------*- C++ -*-===//
///
/// \file
/// From one relation between instances to pairs of iterations, and to the nest
/// that visits them (IterationOrder.cpp); where that is dear, to one that
/// visits what both sides have in common (SharedKeys.cpp).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_PAIRBUILDER_H
#define SPARSEC_LIB_ANALYSIS_PAIRBUILDER_H

#include "InstancePair.h"
#include "RelationCost.h"

#include "sparsec/Analysis/IterationOrder.h"
#include "sparsec/Analysis/Relations.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

class PairBuilder {
public:
  PairBuilder(const Program &program, const CarriedRelation &relation)
      : program(program), relation(relation),
        source(program.statement(relation.source)),
        sink(program.statement(relation.sink)) {
    findDimensions();
  }

  /// \p points, `{ [S -> T] }`, as pairs of iterations.
  IterationPairs over(const isl::set &points) const;
  PairVisit visit() const;

private:
  void findDimensions();
  void findTwins(const std::vector<std::optional<unsigned>> &places);
  isl::set without(const isl::set &points, const CallTable &calls,
                   unsigned dim) const;
  /// A visit before it is a nest.
  struct Plan {
    VisitingOrder order;
    std::vector<unsigned> left;
    isl::set points;
  };
  /// Costs more than a product of two sparse matrices.
  static bool isDear(const Plan &plan) { return Cost{2, -1} < plan.order.cost; }
  Plan cheapest(const IterationPairs &pairs, unsigned own,
                std::vector<unsigned> left = {},
                const std::vector<unsigned> &kept = {}) const;
  Plan simplified(const IterationPairs &pairs, unsigned own, Plan plan,
                  const std::vector<unsigned> &kept = {},
                  const std::string &key = "") const;
  std::vector<unsigned> neededBy(const CallTable &calls,
                                 const std::string &name) const;
  bool isFree(const isl::set &points, const CallTable &calls,
              unsigned dim) const;
  std::optional<PairVisit> chain(const InstancePair &pair,
                                 const IterationPairs &pairs) const;
  bool areEqual(const InstancePair &pair, const std::string &first,
                const std::string &second) const;
  bool isWithin(const IterationPairs &pairs, const Plan &part,
                const Plan &whole, bool isSink) const;
  std::map<std::string, std::string>
  twinCalls(const CallTable &calls, const isl::pw_multi_aff &map,
            const std::vector<unsigned> &dims) const;
  bool needsOnly(const CallTable &calls, const std::string &name,
                 const std::vector<unsigned> &dims) const;
  struct Link {
    Plan plan;
    unsigned own;
    std::string key;
  };
  std::optional<Link> link(const IterationPairs &pairs, const std::string &name,
                           const std::string &other) const;
  std::vector<unsigned> dimsOf(bool ofSink) const;
  bool meetsItself() const;
  PairVisit visitOf(const IterationPairs &pairs, const Plan &plan) const;

  const Program &program;
  const CarriedRelation &relation;
  const Statement &source, &sink;
  std::vector<std::string> names; ///< of the dimensions
  unsigned firstOfSink = 2;       ///< of the dimensions after u and v
  /// Dimension of the sink => the one of the source that it may stand for.
  std::map<unsigned, unsigned> twins;
  /// `{ [u, v, ..] -> [S -> T] }`.
  std::optional<isl::pw_multi_aff> toPair;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_PAIRBUILDER_H
