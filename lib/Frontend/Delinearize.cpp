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
    if (term.chosen) {
      sum = sum.plus(chosenPlace(*term.chosen, range));
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
    requireInside(element, inner, extent[0]);
  }
  return result;
}

/// 0 <= inner < extent: proved, asserted where loops and facts say what that
/// asks of the parameters, or refused.
void AffineBuilder::requireInside(const Designator &element,
                                  const isl::pw_aff &inner,
                                  const std::string &extent) {
  const isl::pw_aff length = poly::parameter(space, extent);
  const isl::pw_aff zero = poly::constant(space, 0);
  const isl::set inside = inner.ge_set(zero).intersect(inner.lt_set(length));
  if (proves(inside))
    return;
  const std::vector<std::string> &iterators = statement.iterators;
  if (const auto bounds = boundsOf(inner)) {
    const auto &[least, most] = *bounds;
    const isl::set isPositive = least.ge_set(zero);
    const isl::set claim = isPositive.intersect(most.lt_set(length)).coalesce();
    std::string text = affineText(most, iterators) + " < " + extent;
    if (!proves(isPositive))
      text = "0 <= " + affineText(least, iterators) + " && " + text;
    if (!claim.intersect(knownInstances()).is_empty()) {
      requireCondition(claim, text, element.range);
      kernel.diagnoser.warn(element.range,
                            "this is an element of rows of length " + extent +
                                " only if " + text +
                                ", which the inspector will assert");
      return;
    }
  }
  const std::string &name = element.object.name;
  kernel.diagnoser.refuse(
      element.range,
      "this subscript cannot be split into dimensions: 0 <= " +
          affineText(inner, iterators) + " < " + extent + " is not known",
      involvesCalls(inner)
          ? "state the range of the index array: '#pragma sparsec "
            "range(ARRAY, 0, " +
                extent + ")'"
          : "declare the array with its extents, '(*" + name + ")[" + extent +
                "]', and write one subscript per dimension");
}

/// The least and the largest \p value, where each is one sum of parameters.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
AffineBuilder::boundsOf(const isl::pw_aff &value) const {
  std::vector<std::string> parameters;
  for (const Parameter &parameter : kernel.program.parameters)
    parameters.push_back(parameter.name);
  const isl::set values =
      value.intersect_domain(knownInstances()).as_map().range();
  // Elements of index arrays are anything that facts say.
  auto bounds = poly::parameterBounds(poly::keepParams(values, parameters), 0);
  if (!bounds)
    return std::nullopt;
  for (isl::pw_aff *bound : {&bounds->first, &bounds->second}) {
    std::vector<isl::pw_aff> pieces;
    bound->foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
      pieces.push_back(poly::onSpace(isl::pw_aff(piece.at(0)), space));
    });
    if (pieces.size() != 1 || !onParametersOnly(pieces.front()))
      return std::nullopt;
    *bound = pieces.front();
  }
  return bounds;
}

} // namespace sparsec
