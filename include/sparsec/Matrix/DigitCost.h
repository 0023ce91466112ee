//===- DigitCost.h - what a step over binary digits costs -------*- C++ -*-===//
///
/// \file
/// A loop over all numbers of some binary digits computes a sum for each row of
/// a matrix, which depends on the digits of the row's columns, and multiplies
/// all of them. In Gray order the digit at place p changes in every 2^(p+1)th
/// step: then every row of its column is updated, and every row whose lowest
/// place is p or less is multiplied anew (suffix products; see
/// docs/recipes/permanent.md).
///
/// A row may be multiplied less often: for both values of its lowest digit,
/// into a table of two products, each time its second lowest digit changes; or
/// for all values of its t lowest digits into one of 2^t, each time the next
/// one does. Rows with the same lowest digits share a table, and the step picks
/// the element:
///
///     sum over d0 of sign * rest * y(d0) * z(d0)      y0, y1 := y(0), y(1) ..
///                                                  => t0 = y0 * z0, t1 = y1 *
///                                                  z1
///                                                     rest * t0 - rest * t1
///
/// where y and z have no digit next to d0. (Variable elimination within a few
/// digits: the distributive law, with what repeats computed once.)
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_MATRIX_DIGITCOST_H
#define SPARSEC_MATRIX_DIGITCOST_H

#include <cstdint>
#include <span>
#include <vector>

namespace sparsec {

/// Bit p: the digit at place p, 0 for the one that changes most often.
using PlaceSet = uint64_t;

/// Operations per step, on average.
struct DigitCost {
  double additions = 0, multiplications = 0;
  double sum() const { return additions + multiplications; }
};

/// Digits that one table has at most.
constexpr unsigned mostTableDigits = 3;

/// The cheapest way to multiply \p rows, of which `depth` digits are elements
/// of tables already (and not in the sets); digits at places below \p tabled
/// may be, too. Changes the order of \p rows.
DigitCost productCost(std::span<PlaceSet> rows, unsigned depth,
                      unsigned tabled);

/// Whether \p rows, all of lowest place \p place, are cheaper in tables of that
/// digit than without. Changes the order of \p rows.
bool tablePays(std::span<PlaceSet> rows, unsigned place, unsigned depth,
               unsigned tabled);

} // namespace sparsec

#endif // SPARSEC_MATRIX_DIGITCOST_H
