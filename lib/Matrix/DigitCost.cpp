//===- DigitCost.cpp - what a step over binary digits costs ---------------===//

#include "sparsec/Matrix/DigitCost.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sparsec {
namespace {

using Rows = std::span<PlaceSet>;

/// How often, per step, the digit at \p place or one further out changes.
double rateOf(unsigned place) { return std::ldexp(1.0, -int(place)); }

/// How often a digit of \p row changes: the sum of 2^-(place + 1).
double changesOf(PlaceSet row) {
  double changes = 0;
  for (; row; row &= row - 1)
    changes += rateOf(unsigned(std::countr_zero(row)) + 1);
  return changes;
}

/// \p rows multiplied in 2^depth versions each time a digit of them changes.
DigitCost flatCost(Rows rows, unsigned depth) {
  const double versions = double(1u << depth);
  DigitCost cost;
  for (PlaceSet row : rows) {
    if (!row)
      continue;
    double rate = rateOf(unsigned(std::countr_zero(row)));
    cost.additions += changesOf(row) + (versions - 1) * rate;
    cost.multiplications += versions * rate;
  }
  return cost;
}

DigitCost operator+(const DigitCost &a, const DigitCost &b) {
  return {a.additions + b.additions, a.multiplications + b.multiplications};
}

/// \p rows, all with \p place, with tables of that digit, and picking from
/// them.
DigitCost tableCost(Rows rows, unsigned place, unsigned depth,
                    unsigned tabled) {
  const PlaceSet bit = PlaceSet(1) << place;
  for (PlaceSet &row : rows)
    row &= ~bit;
  DigitCost cost = productCost(rows, depth + 1, tabled);
  for (PlaceSet &row : rows)
    row |= bit;
  cost.multiplications += double(1u << depth) * rateOf(place);
  return cost;
}

} // namespace

bool tablePays(Rows rows, unsigned place, unsigned depth, unsigned tabled) {
  if (depth >= mostTableDigits || place >= tabled)
    return false;
  return tableCost(rows, place, depth, tabled).sum() <
         flatCost(rows, depth).sum();
}

DigitCost productCost(Rows rows, unsigned depth, unsigned tabled) {
  DigitCost total;
  Rows rest = rows;
  for (unsigned place = 0;
       depth < mostTableDigits && place < tabled && !rest.empty(); ++place) {
    auto others = std::partition(rest.begin(), rest.end(), [&](PlaceSet row) {
      return row && unsigned(std::countr_zero(row)) == place;
    });
    Rows group(rest.begin(), others);
    rest = Rows(others, rest.end());
    if (group.empty())
      continue;
    DigitCost flat = flatCost(group, depth),
              table = tableCost(group, place, depth, tabled);
    total = total + (table.sum() < flat.sum() ? table : flat);
  }
  return total + flatCost(rest, depth);
}

} // namespace sparsec
