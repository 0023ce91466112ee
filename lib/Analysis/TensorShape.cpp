//===- TensorShape.cpp - which products of an instruction count -----------===//
///
/// \file
/// An instruction computes all products of its box, and the loops may want
/// some:
///
///   * those of some rows, some columns and some k: { (row, column, k) } is a
///     product of three sets;
///   * the sums of a diagonal, column == row / s % d. A dot product of d *
///     depth pairs, d rows of a and d columns of b, is the trace of a product;
///     s or rows / (s * d) of them, with one b, have an instruction together.
///     Other sums are made and nobody reads them.
///
/// A lane asks whether an operand is there with the two numbers that it has and
/// one that stands for the third: 0, or what the diagonal says.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TensorShape.h"

#include "sparsec/Poly/Divisions.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class ShapeFinder {
public:
  ShapeFinder(const TensorAtom &atom, const TensorProducts &products)
      : atom(atom), products(products),
        there(poly::withDivisions(products.there)),
        first(there.tuple_dim() - 3) {
    whole = poly::eliminateDims(there, {first, first + 1, first + 2});
    const long sizes[] = {atom.rows, atom.columns, atom.depth};
    for (unsigned at : {0u, 1u, 2u})
      whole = whole.intersect(number(at).ge_set(constant(0)))
                  .intersect(number(at).lt_set(constant(sizes[at])));
  }

  std::optional<TensorShape> run() const {
    if (!there.is_subset(whole))
      return std::nullopt;
    if (whole.is_subset(there) || isProductOfSets())
      return TensorShape();
    for (long diagonal = 2; diagonal <= atom.columns; diagonal *= 2)
      for (long stride = 1; stride * diagonal <= atom.rows; stride *= 2)
        if (const TensorShape shape = {diagonal, stride}; isDiagonal(shape))
          return TensorShape{diagonal, stride, keepsSums(shape)};
    return std::nullopt;
  }

private:
  /// `{ T[..] -> [row] }`, [column] or [k].
  isl::pw_aff number(unsigned at) const {
    return poly::dimension(there.space(), first + at);
  }
  isl::pw_aff constant(long value) const {
    return poly::constant(there.space(), value);
  }
  bool isProductOfSets() const;
  isl::pw_aff columnOfRow(const TensorShape &shape) const {
    return poly::modulo(poly::floorDiv(number(0), shape.stride),
                        shape.diagonal);
  }
  bool isDiagonal(const TensorShape &shape) const;
  bool agreesOn(const TensorShape &shape, const isl::set &sums) const;
  bool keepsSums(const TensorShape &shape) const;

  const TensorAtom &atom;
  const TensorProducts &products;
  const isl::set there;
  const unsigned first; ///< dimension of rows; columns and k follow
  isl::set whole;       ///< the whole boxes of which something is there
};

/// Whether there is all in which row, column and k are there together with 0.
bool ShapeFinder::isProductOfSets() const {
  isl::set product = whole;
  for (unsigned kept : {0u, 1u, 2u}) {
    isl::set part = there;
    std::vector<unsigned> others;
    for (unsigned at : {0u, 1u, 2u}) {
      if (at == kept)
        continue;
      others.push_back(first + at);
      part = part.intersect(number(at).eq_set(constant(0)));
    }
    product = product.intersect(poly::eliminateDims(part, others));
  }
  return product.is_subset(there) && there.is_subset(product);
}

/// Whether a product of one of \p sums, `{ T[..] }` for all k, is there just if
/// that of its column's first row is: then both factors are 0 where it is not.
bool ShapeFinder::agreesOn(const TensorShape &shape,
                           const isl::set &sums) const {
  const isl::set columns = poly::eliminateDims(
      there.intersect(number(0).eq_set(number(1).scale(shape.stride))),
      {first});
  return there.intersect(sums).is_equal(columns.intersect(sums));
}

bool ShapeFinder::isDiagonal(const TensorShape &shape) const {
  const isl::set sums =
      poly::eliminateDims(there.intersect(number(2).eq_set(constant(0))),
                          {first + 2})
          .intersect(whole);
  return there.is_subset(number(1).eq_set(columnOfRow(shape))) &&
         there.is_subset(sums) && agreesOn(shape, sums);
}

/// Sums that there are for some elements of index arrays, in some iteration of
/// the thread's loops.
bool ShapeFinder::keepsSums(const TensorShape &shape) const {
  isl::set sums = there;
  for (const std::string &call : products.calls)
    sums = poly::dropParam(sums, call);
  std::vector<unsigned> free = products.inside;
  free.push_back(first + 2);
  return agreesOn(shape, poly::eliminateDims(sums, free).intersect(whole));
}

} // namespace

std::optional<TensorShape> shapeOf(const TensorAtom &atom,
                                   const TensorProducts &products) {
  return ShapeFinder(atom, products).run();
}

} // namespace sparsec
