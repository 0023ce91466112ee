//===- Visits.h - the pairs that an inspector would visit -------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_RELATIONS_VISITS_H
#define SPARSEC_TEST_UNIT_RELATIONS_VISITS_H

#include "Concrete.h"

#include "sparsec/Analysis/IterationOrder.h"

#include <set>
#include <utility>

namespace sparsec::test {

/// The visits that stand for what a loop carries, for given index arrays.
class Visits {
public:
  /// Nothing when they are not made of differences, or too dear to be used.
  static std::optional<Visits> make(const Program &program,
                                    const ScheduleTree &loop);

  void run(const Numbers &numbers);
  /// Whether iterations of these values were seen to keep their order.
  bool order(long first, long second) const;
  size_t count() const { return nests.size(); }

private:
  struct Nest {
    std::optional<ConcreteStatement> statement;
    size_t other = 0; ///< the dimension that is met; the own one is 0
    /// Of visits by key: its value.
    std::optional<Reading> key;
  };

  std::vector<Nest> nests;
  long sign = 1; ///< -1: the loop counts down, dimensions are turned
  std::set<std::pair<long, long>> pairs;
  /// Nest and key => iterations.
  std::map<std::pair<size_t, long>, std::set<long>> withKey;
};

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RELATIONS_VISITS_H
