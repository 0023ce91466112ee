//===- KeptTimes.cpp - order that follows from the times ------------------===//
///
/// \file
/// Times are compared from the outermost component on: t - t' is the difference
/// of both instances in the old order, u - u' in the new one. Let the old
/// differences so far be 0, and the new ones as well; otherwise the order is
/// decided.
///
///  * u - u' has the sign of t - t': if that is negative the order is kept; if
///    it is 0 both are, and the next components are compared. So are t + c of
///    shifts, t + f(t..) by loops outside, and t minus a bound that these
///    determine.
///  * u - u' has that sign or is 0, as floor(t/4): if it is 0 the next new
///    component goes on, t mod 4 or t, which now has the sign of t - t'.
///  * u - u' or t - t' is a number: a place in a sequence.
///
//===----------------------------------------------------------------------===//

#include "KeptTimes.h"

#include "sparsec/Poly/Signs.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using poly::Signs;
using Values = std::vector<Signs::Value>;

class TimeComparison {
public:
  TimeComparison(const InstancePair &pair, const View &oldFirst,
                 const View &oldSecond)
      : facts(pair.facts), old(differences(oldFirst, oldSecond)),
        now(differences(pair.first, pair.second)) {}

  bool keepsOrder();

private:
  Values differences(const View &a, const View &b);
  bool equateCalls();
  bool haveEqualArguments(const UninterpretedCall &a,
                          const UninterpretedCall &b);

  const UninterpretedFunctionSolver &facts;
  Signs signs;
  Values old, now;
};

/// The differences of the times of \p a and \p b in their common tree, up to
/// the first sequence that they stand in different places of.
Values TimeComparison::differences(const View &a, const View &b) {
  const std::vector<TimeStep> timeA = timeSteps(a.tree, a.statement);
  const std::vector<TimeStep> timeB = timeSteps(b.tree, b.statement);
  Values result;
  for (size_t k = 0; k < std::min(timeA.size(), timeB.size()); ++k) {
    Signs::Value difference = signs.difference(a.import.value(timeA[k].value),
                                               b.import.value(timeB[k].value));
    const bool isElsewhere =
        !timeA[k].loop && signs.of(difference) != Signs::Sign::Zero;
    if (timeA[k].loop || isElsewhere)
      result.push_back(std::move(difference));
    if (isElsewhere)
      break;
  }
  return result;
}

bool TimeComparison::haveEqualArguments(const UninterpretedCall &a,
                                        const UninterpretedCall &b) {
  // Without arguments a call is an unknown value.
  return a.function == b.function && !a.arguments.empty() &&
         llvm::equal(a.arguments, b.arguments,
                     [&](const isl::pw_aff &one, const isl::pw_aff &other) {
                       return signs.of(signs.difference(one, other)) ==
                              Signs::Sign::Zero;
                     });
}

/// Calls with equal arguments have equal values. Whether there are some that
/// were not known to have.
bool TimeComparison::equateCalls() {
  bool areNew = false;
  for (auto one = facts.calls().begin(); one != facts.calls().end(); ++one)
    for (auto other = std::next(one); other != facts.calls().end(); ++other) {
      if (one->second.function != other->second.function)
        continue;
      const Signs::Value difference =
          signs.difference(one->first, other->first);
      if (signs.of(difference) == Signs::Sign::Zero ||
          !haveEqualArguments(one->second, other->second))
        continue;
      signs.setZero(difference);
      areNew = true;
    }
  return areNew;
}

bool TimeComparison::keepsOrder() {
  size_t then = 0, next = 0;
  while (then < old.size()) {
    const Signs::Sign was = signs.of(old[then]);
    if (was == Signs::Sign::Positive)
      return true; // the first one never ran before the second one
    if (was == Signs::Sign::Zero) {
      ++then;
      continue;
    }
    const Signs::Sign is =
        next < now.size() ? signs.of(now[next]) : Signs::Sign::Unknown;
    if (is == Signs::Sign::Negative)
      return true;
    if (is == Signs::Sign::Zero) {
      ++next;
      continue;
    }
    const Signs::Likeness likeness = next < now.size()
                                         ? signs.compare(now[next], old[then])
                                         : Signs::Likeness::Unknown;
    if (likeness == Signs::Likeness::Unknown) {
      // Once more, where calls turn out to have equal values.
      if (!equateCalls())
        return false;
      continue;
    }
    if (likeness == Signs::Likeness::Same)
      signs.setZero(old[then++]);
    signs.setZero(now[next++]);
  }
  return true; // without an order there is none to keep
}

} // namespace

bool timesKeepOrder(const InstancePair &pair, const View &oldFirst,
                    const View &oldSecond) {
  return TimeComparison(pair, oldFirst, oldSecond).keepsOrder();
}

} // namespace sparsec
