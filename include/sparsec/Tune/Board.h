//===- Board.h - what a search has tried ------------------------*- C++ -*-===//
#ifndef SPARSEC_TUNE_BOARD_H
#define SPARSEC_TUNE_BOARD_H

#include "sparsec/Tune/Space.h"

#include <functional>
#include <optional>

namespace sparsec::tune {

/// How the trial of a combination ended.
enum class Outcome {
  Good,     ///< verified on all inputs, and timed
  Wrong,    ///< a result differs, or it crashed
  Unbuilt,  ///< the compiler refused it
  TimedOut, ///< it took longer than allowed
  Declined  ///< its inspector does not take an input
};
/// "good", "wrong", ..
std::string nameOf(Outcome outcome);
std::optional<Outcome> outcomeNamed(llvm::StringRef name);

struct Trial {
  size_t number = 0; ///< the point's, in the space
  Outcome outcome = Outcome::Good;
  /// Time as a part of the original's, of a good trial.
  double cost = 0;
};

/// The trials of one search, and which combinations are left. What is refused
/// by the recipe is found out only when it is asked for, which takes as long as
/// the recipe, and counts as no trial.
class Board {
public:
  using IsAllowed = std::function<bool(size_t number)>;

  Board(const Space &space, IsAllowed isAllowed)
      : space(space), isAllowed(std::move(isAllowed)),
        states(space.size(), State::Free) {}

  const Space &space;
  const std::vector<Trial> &trials() const { return done; }
  /// The good ones, least cost first; of equal ones the earlier.
  std::vector<Trial> ranking() const;
  size_t refused() const { return refusals; }

  /// Whether the point was neither claimed nor refused yet.
  bool isFree(size_t number) const { return states[number] == State::Free; }
  /// Takes the point for a trial. False: it is not free, or the recipe refuses
  /// it.
  bool claim(size_t number);
  /// Claims the point nearest to \p wished that can be: itself at first, then
  /// those that differ in one parameter by one position, and so on; of several
  /// as near the first.
  std::optional<size_t> claimNearest(size_t wished);
  bool isExhausted() const { return free == 0; }
  void add(const Trial &trial) { done.push_back(trial); }

private:
  enum class State : char { Free, Claimed, Refused };

  IsAllowed isAllowed;
  std::vector<State> states;
  size_t free = states.size(), refusals = 0;
  std::vector<Trial> done;
};

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_BOARD_H
