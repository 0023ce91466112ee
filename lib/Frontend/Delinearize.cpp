//===- Delinearize.cpp - `a[i*n + k]` as an access of a[i][k] -------------===//
///
/// \file
/// A flat array whose subscripts multiply by parameters is taken as a
/// multi-dimensional one: `i*n + k` is (i, k) with extents (?, n) wherever
/// 0 <= k < n is proved. The products found in any access of the array fix its
/// strides for all of them.
///
//===----------------------------------------------------------------------===//

#include "AffineBuilder.h"

#include <algorithm>

namespace sparsec {

Polynomial AffineBuilder::subscriptSum(const Subscript &subscript,
                                       clang::SourceRange range) {
  Polynomial sum(poly::constant(space, 0), space);
  for (const SubscriptTerm &term : subscript) {
    if (term.pointer) {
      sum = sum.plus(advance(term.pointer->object, term.pointer->move, range));
      continue;
    }
    Polynomial value = term.expression
                           ? polynomial(term.expression, term.scope)
                           : Polynomial(poly::constant(space, 1), space);
    sum = sum.plus(term.negative ? value.scaled(-1) : value);
  }
  return sum;
}

std::vector<isl::pw_aff> AffineBuilder::subscripts(const Designator &element) {
  if (element.subscripts.size() == 1)
    return split(element, subscriptSum(element.subscripts[0], element.range));
  std::vector<isl::pw_aff> result;
  for (const Subscript &subscript : element.subscripts)
    result.push_back(
        checkedAffine(subscriptSum(subscript, element.range), element.range));
  return result;
}

/// Adds the strides in \p sum to the shape of the element's array, outermost
/// (longest product) first.
const FlatShape &AffineBuilder::noteShape(const Designator &element,
                                          const Polynomial &sum) {
  FlatShape &shape = kernel.shapes[element.object.name];
  for (const Monomial &monomial : sum.nonAffineMonomials())
    if (std::find(shape.begin(), shape.end(), monomial) == shape.end()) {
      shape.push_back(monomial);
      kernel.shapesChanged = true;
    }
  std::sort(shape.begin(), shape.end(),
            [](const Monomial &a, const Monomial &b) {
              return std::pair(b.size(), a) < std::pair(a.size(), b);
            });
  return shape;
}

std::vector<isl::pw_aff> AffineBuilder::split(const Designator &element,
                                              Polynomial sum) {
  const std::string &name = element.object.name;
  const FlatShape &shape = noteShape(element, sum);
  std::vector<isl::pw_aff> result;
  for (size_t level = 0; level < shape.size(); ++level) {
    // The extent of the next dimension: this stride over the next one.
    std::optional<Monomial> extent = quotient(
        shape[level], level + 1 < shape.size() ? shape[level + 1] : Monomial());
    if (!extent || extent->size() != 1)
      kernel.diagnoser.refuse(
          element.range,
          "the subscripts of '" + name + "' multiply by different parameters",
          "declare the array with its extents, '(*" + name +
              ")[m]', and write one subscript per dimension");
    result.push_back(sum.take(shape[level]));
  }
  result.push_back(checkedAffine(sum, element.range));
  for (size_t level = 0; level < shape.size(); ++level) {
    const isl::pw_aff &inner = result[level + 1];
    Monomial extent = *quotient(
        shape[level], level + 1 < shape.size() ? shape[level + 1] : Monomial());
    isl::set inside =
        inner.ge_set(poly::constant(space, 0))
            .intersect(inner.lt_set(poly::parameter(space, extent[0])));
    if (!proves(inside))
      kernel.diagnoser.refuse(
          element.range,
          "this subscript cannot be split into dimensions: 0 <= " +
              affineText(inner, statement.iterators) + " < " + extent[0] +
              " is not known",
          "declare the array with its extents, '(*" + name + ")[" + extent[0] +
              "]', and write one subscript per dimension");
  }
  return result;
}

} // namespace sparsec
