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

using Values = std::vector<isl::pw_aff>;
using poly::Signs;

/// The differences of the times of \p a and \p b in their common tree, up to
/// the first sequence that they stand in different places of.
Values differences(const View &a, const View &b) {
  const std::vector<TimeStep> timeA = timeSteps(a.tree, a.statement);
  const std::vector<TimeStep> timeB = timeSteps(b.tree, b.statement);
  Values result;
  for (size_t k = 0; k < std::min(timeA.size(), timeB.size()); ++k) {
    isl::pw_aff difference =
        a.import.value(timeA[k].value).sub(b.import.value(timeB[k].value));
    const bool isElsewhere =
        !timeA[k].loop && Signs().of(difference) != Signs::Sign::Zero;
    if (timeA[k].loop || isElsewhere)
      result.push_back(std::move(difference));
    if (isElsewhere)
      break;
  }
  return result;
}

class TimeComparison {
public:
  TimeComparison(const InstancePair &pair, Values old, Values now)
      : facts(pair.facts), old(std::move(old)), now(std::move(now)) {
    for (const auto &entry : facts.calls())
      for (const Values *values : {&this->old, &this->now})
        usesCalls |= llvm::any_of(*values, [&](const isl::pw_aff &value) {
          return poly::involvesParam(value, entry.first);
        });
  }

  bool keepsOrder();

private:
  void equateCalls();
  bool haveEqualArguments(const UninterpretedCall &a,
                          const UninterpretedCall &b);
  void setZero(const isl::pw_aff &value) {
    signs.setZero(value);
    if (usesCalls)
      equateCalls();
  }

  const CallFacts &facts;
  Values old, now;
  bool usesCalls = false;
  Signs signs;
};

bool TimeComparison::haveEqualArguments(const UninterpretedCall &a,
                                        const UninterpretedCall &b) {
  // Without arguments a call is an unknown value.
  return a.function == b.function && !a.arguments.empty() &&
         llvm::equal(a.arguments, b.arguments,
                     [&](const isl::pw_aff &one, const isl::pw_aff &other) {
                       return signs.of(one.sub(other)) == Signs::Sign::Zero;
                     });
}

/// Calls with equal arguments have equal values; nested ones, in the end.
void TimeComparison::equateCalls() {
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (auto one = facts.calls().begin(); one != facts.calls().end(); ++one)
      for (auto other = std::next(one); other != facts.calls().end(); ++other) {
        const isl::pw_aff difference =
            poly::parameter(facts.space(), one->first)
                .sub(poly::parameter(facts.space(), other->first));
        if (signs.of(difference) == Signs::Sign::Zero ||
            !haveEqualArguments(one->second, other->second))
          continue;
        signs.setZero(difference);
        isNew = true;
      }
  }
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
    if (next == now.size())
      return false;
    const Signs::Sign is = signs.of(now[next]);
    if (is == Signs::Sign::Negative)
      return true;
    if (is == Signs::Sign::Zero) {
      ++next;
      continue;
    }
    switch (signs.compare(now[next], old[then])) {
    case Signs::Likeness::Unknown:
      return false;
    case Signs::Likeness::Same:
      setZero(old[then++]);
      break;
    case Signs::Likeness::SameOrZero:
      break;
    }
    setZero(now[next++]);
  }
  return true; // without an order there is none to keep
}

} // namespace

bool timesKeepOrder(const InstancePair &pair, const View &oldFirst,
                    const View &oldSecond) {
  return TimeComparison(pair, differences(oldFirst, oldSecond),
                        differences(pair.first, pair.second))
      .keepsOrder();
}

} // namespace sparsec
