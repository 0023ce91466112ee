//===- DigitOrder.cpp - which digit changes how often ---------------------===//

#include "sparsec/Matrix/DigitOrder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace sparsec {
namespace {

/// Digits from the place 0 on.
using Sequence = std::vector<unsigned>;

Sequence inverse(const Sequence &sequence) {
  Sequence places(sequence.size());
  for (unsigned place = 0; place < sequence.size(); ++place)
    places[sequence[place]] = place;
  return places;
}

/// \p row after the digit at place \p from has moved to \p to, and those
/// between by one.
PlaceSet moved(PlaceSet row, unsigned from, unsigned to) {
  auto below = [](unsigned place) { return (PlaceSet(1) << place) - 1; };
  PlaceSet digit = row >> from & 1;
  PlaceSet rest = (row & below(from)) | (row >> 1 & ~below(from));
  return (rest & below(to)) | digit << to | (rest & ~below(to)) << 1;
}

class Orderer {
public:
  Orderer(const DigitRows &rows, unsigned digits, unsigned tabled)
      : digits(digits), tabled(tabled), columns(digits) {
    for (const std::vector<unsigned> &row : rows) {
      std::set<unsigned> own(row.begin(), row.end());
      for (unsigned digit : own)
        columns[digit].push_back(unsigned(distinct.size()));
      distinct.emplace_back(own.begin(), own.end());
    }
  }

  Sequence source() const {
    Sequence sequence(digits);
    std::iota(sequence.begin(), sequence.end(), 0);
    return sequence;
  }

  Sequence byDegree() const {
    Sequence sequence = source();
    std::stable_sort(sequence.begin(), sequence.end(),
                     [&](unsigned a, unsigned b) {
                       return columns[a].size() < columns[b].size();
                     });
    return sequence;
  }

  /// The next digit is the one with the least `fresh * newRows + degree`, from
  /// \p first on if that is a digit.
  Sequence greedy(double fresh, double degree, unsigned first) const {
    Sequence sequence;
    std::vector<bool> taken(digits), reached(distinct.size());
    while (sequence.size() < digits) {
      unsigned best = digits;
      double least = INFINITY;
      for (unsigned digit = 0; digit < digits; ++digit) {
        if (taken[digit])
          continue;
        double newRows =
            double(std::count_if(columns[digit].begin(), columns[digit].end(),
                                 [&](unsigned row) { return !reached[row]; }));
        double cost = fresh * newRows + degree * double(columns[digit].size());
        if (sequence.empty() && digit == first)
          cost = -1;
        if (cost < least) {
          least = cost;
          best = digit;
        }
      }
      taken[best] = true;
      sequence.push_back(best);
      for (unsigned row : columns[best])
        reached[row] = true;
    }
    return sequence;
  }

  /// Moves one digit at a time to where it makes a step cheapest.
  std::pair<double, Sequence> improved(Sequence sequence) const {
    // Places further up hardly count.
    const unsigned last = std::min(digits, 24u);
    std::vector<PlaceSet> sets = setsOf(sequence);
    double least = costOf(sets);
    for (bool isBetter = true; isBetter;) {
      isBetter = false;
      for (unsigned from = 0; from < digits; ++from)
        for (unsigned to = 0; to < last; ++to) {
          std::vector<PlaceSet> changed = sets;
          for (PlaceSet &row : changed)
            row = moved(row, from, to);
          double cost = costOf(changed);
          if (cost >= least * (1 - 1e-12))
            continue;
          least = cost;
          sets = std::move(changed);
          unsigned digit = sequence[from];
          sequence.erase(sequence.begin() + from);
          sequence.insert(sequence.begin() + to, digit);
          isBetter = true;
        }
    }
    return {least, std::move(sequence)};
  }

  Sequence searched() const {
    constexpr size_t mostImproved = 6;
    std::vector<std::pair<double, Sequence>> starts;
    for (unsigned first = 0; first < digits; ++first) {
      Sequence sequence = greedy(2, 1, first);
      starts.emplace_back(costOf(setsOf(sequence)), std::move(sequence));
    }
    std::sort(starts.begin(), starts.end());
    std::pair<double, Sequence> best = starts.front();
    for (size_t at = 0; at < std::min(mostImproved, starts.size()); ++at)
      best = std::min(best, improved(starts[at].second));
    return best.second;
  }

  /// The rows with digits at the places that \p sequence gives them.
  std::vector<PlaceSet> setsOf(const Sequence &sequence) const {
    std::vector<PlaceSet> sets(distinct.size());
    for (unsigned place = 0; place < sequence.size(); ++place)
      for (unsigned row : columns[sequence[place]])
        sets[row] |= PlaceSet(1) << place;
    return sets;
  }

private:
  double costOf(std::vector<PlaceSet> sets) const {
    return productCost(sets, 0, tabled).sum();
  }

  unsigned digits, tabled;
  DigitRows distinct;
  /// Digit => rows.
  std::vector<std::vector<unsigned>> columns;
};

} // namespace

std::optional<DigitOrder> digitOrderNamed(const std::string &name) {
  if (name == "source")
    return DigitOrder::Source;
  if (name == "degree")
    return DigitOrder::Degree;
  if (name == "new_rows")
    return DigitOrder::NewRows;
  if (name == "search")
    return DigitOrder::Search;
  return std::nullopt;
}

std::string digitOrderNames() {
  return "\"source\", \"degree\", \"new_rows\", \"search\"";
}

std::vector<unsigned> orderDigits(const DigitRows &rows, unsigned digits,
                                  DigitOrder order, unsigned tabled) {
  const Orderer orderer(rows, digits, tabled);
  switch (order) {
  case DigitOrder::Source:
    return orderer.source();
  case DigitOrder::Degree:
    return inverse(orderer.byDegree());
  case DigitOrder::NewRows:
    return inverse(orderer.greedy(1, 0, digits));
  case DigitOrder::Search:
    return inverse(orderer.searched());
  }
  return {};
}

DigitCost costOf(const DigitRows &rows, const std::vector<unsigned> &places,
                 unsigned tabled) {
  const Orderer orderer(rows, unsigned(places.size()), tabled);
  std::vector<PlaceSet> sets = orderer.setsOf(inverse(places));
  return productCost(sets, 0, tabled);
}

} // namespace sparsec
