//===- Conflicts.h - the conflicts that really occur ------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_RELATIONS_CONFLICTS_H
#define SPARSEC_TEST_UNIT_RELATIONS_CONFLICTS_H

#include "Concrete.h"

#include "sparsec/Analysis/Relations.h"

#include <set>
#include <utility>

namespace sparsec::test {

/// The relations that a loop carries, to be compared with the conflicts of
/// given index arrays.
class LoopUnderTest {
public:
  /// Nothing when the program is not made of differences.
  static std::optional<LoopUnderTest> make(const Program &program,
                                           const ScheduleTree &loop);

  /// "" or what the analysis says that these arrays refute.
  std::string contradiction(const Numbers &numbers);
  /// Pairs of iterations in conflict, by the loop's values, the earlier first.
  std::set<std::pair<long, long>> conflicting(const Numbers &numbers) const;

  const std::vector<CarriedRelation> &relations() const { return carried; }
  /// Pairs of instances in conflict that were compared so far.
  size_t conflictCount() const { return conflicts; }

private:
  LoopUnderTest(const Program &program, const ScheduleTree &loop)
      : program(program), loop(loop) {}

  struct Touching {
    std::string array;
    bool isWrite = false;
    bool isPrivate = false;
    std::vector<Reading> subscripts;
  };
  struct Side {
    std::optional<ConcreteStatement> statement;
    Reading time;
    std::vector<Touching> touches;
  };
  struct Event {
    Point instance;
    long time = 0;
    std::vector<Point> elements; ///< one for each touch
  };
  using Events = std::vector<Event>;
  /// What one relation relates.
  struct Found {
    std::set<std::pair<Point, Point>> instances;
    /// The same by pairs of iterations of the loop.
    std::map<std::pair<long, long>, std::vector<std::pair<Point, Point>>>
        iterations;
  };

  /// The set of a kept relation.
  struct Refined {
    std::optional<PlacedCalls> calls;
    std::optional<isl::set> set;
    std::vector<poly::Differences> parts;
    /// Of the set by which the cost is reckoned.
    std::vector<poly::Differences> representatives;
  };

  bool addSide(const std::string &name);
  Events eventsOf(const Side &side, const Numbers &numbers) const;
  void compare(const std::string &source, const std::string &sink,
               const std::map<std::string, Events> &events,
               std::vector<Found> &found) const;
  std::vector<Found> conflictsOf(const Numbers &numbers) const;
  std::string complaint(const std::vector<Found> &found, size_t number,
                        const Numbers &numbers) const;
  Refined refine(const CarriedRelation &relation) const;
  static bool isWithin(const Refined &refined, const Found &found,
                       const Numbers &numbers);
  static bool isRepresented(const Refined &refined, const Found &found,
                            const Numbers &numbers);

  const Program &program;
  const ScheduleTree &loop;
  std::vector<CarriedRelation> carried;
  std::vector<Refined> refined;
  std::map<std::string, Side> sides;
  size_t conflicts = 0;
};

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RELATIONS_CONFLICTS_H
