//===- Board.cpp - what a search has tried --------------------------------===//
#include "sparsec/Tune/Board.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::tune {
namespace {

struct OutcomeName {
  Outcome outcome;
  llvm::StringLiteral name;
};
constexpr OutcomeName outcomeNames[] = {{Outcome::Good, "good"},
                                        {Outcome::Wrong, "wrong"},
                                        {Outcome::Unbuilt, "unbuilt"},
                                        {Outcome::TimedOut, "timed out"},
                                        {Outcome::Declined, "declined"}};

} // namespace

std::string nameOf(Outcome outcome) {
  return llvm::find_if(
             outcomeNames,
             [&](const OutcomeName &row) { return row.outcome == outcome; })
      ->name.str();
}

std::optional<Outcome> outcomeNamed(llvm::StringRef name) {
  for (const OutcomeName &row : outcomeNames)
    if (row.name == name)
      return row.outcome;
  return std::nullopt;
}

std::vector<Trial> Board::ranking() const {
  std::vector<Trial> good;
  for (const Trial &trial : done)
    if (trial.outcome == Outcome::Good)
      good.push_back(trial);
  llvm::stable_sort(good, [](const Trial &one, const Trial &other) {
    return one.cost < other.cost;
  });
  return good;
}

bool Board::claim(size_t number) {
  if (!isFree(number))
    return false;
  --free;
  const bool allowed = isAllowed(number);
  states[number] = allowed ? State::Claimed : State::Refused;
  refusals += !allowed;
  return allowed;
}

std::optional<size_t> Board::claimNearest(size_t wished) {
  if (claim(wished))
    return wished;
  const Point center = space.at(wished);
  std::vector<std::pair<size_t, size_t>> order;
  for (size_t number = 0; number < space.size(); ++number)
    if (isFree(number))
      order.emplace_back(space.distance(center, space.at(number)), number);
  llvm::sort(order);
  for (const auto &[distance, number] : order)
    if (claim(number))
      return number;
  return std::nullopt;
}

} // namespace sparsec::tune
