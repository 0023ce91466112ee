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

#include "sparsec/Poly/Linear.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <utility>

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

/// The only subscript of \p element, with sums as factors if it \p keepsSums.
Polynomial AffineBuilder::subscriptSum(const Designator &element,
                                       bool keepsSums) {
  // Subscripts inside are those of other arrays.
  const bool before = std::exchange(kernel.keepsSums, keepsSums);
  Polynomial sum = subscriptSum(element.subscripts[0], element.range);
  kernel.keepsSums = before;
  return sum;
}

std::vector<isl::pw_aff> AffineBuilder::subscripts(const Designator &element) {
  if (element.subscripts.size() == 1)
    return split(element);
  std::vector<isl::pw_aff> result;
  for (const Subscript &subscript : element.subscripts)
    result.push_back(
        checkedAffine(subscriptSum(subscript, element.range), element.range));
  return result;
}

/// Adds the products in \p sum to \p shape, outermost (longest) first, and what
/// is known of their coefficients. Whether that changes the shape.
bool AffineBuilder::addLevels(FlatShape &shape, const Polynomial &sum) const {
  bool hasChanged = false;
  for (const Monomial &monomial : sum.nonAffineMonomials()) {
    auto place = llvm::find_if(shape, [&](const FlatLevel &level) {
      return level.monomial == monomial;
    });
    if (place != shape.end()) {
      place->isGuess = false;
      continue;
    }
    std::erase_if(shape, [](const FlatLevel &level) { return level.isGuess; });
    shape.push_back({monomial});
    hasChanged = true;
  }
  std::sort(shape.begin(), shape.end(),
            [](const FlatLevel &a, const FlatLevel &b) {
              return std::pair(b.monomial.size(), a.monomial) <
                     std::pair(a.monomial.size(), b.monomial);
            });
  hasChanged |= fillGaps(shape, sum);
  for (FlatLevel &level : shape) {
    const long factor = std::gcd(
        level.factor, poly::commonFactor(Polynomial(sum).take(level.monomial)));
    hasChanged |= factor != level.factor && (level.factor || factor != 1);
    level.factor = factor;
  }
  return hasChanged;
}

/// `i*n*m + j` is (i, 0, j): in rows of the one of n and m that j is below.
bool AffineBuilder::fillGaps(FlatShape &shape, const Polynomial &sum) const {
  Polynomial rest = sum;
  for (const FlatLevel &level : shape)
    (void)rest.take(level.monomial);
  const std::optional<isl::pw_aff> inner = rest.affine();
  bool hasChanged = false;
  for (size_t level = 0; level < shape.size(); ++level) {
    const bool isLast = level + 1 == shape.size();
    Monomial below = isLast ? Monomial() : shape[level + 1].monomial;
    const std::optional<Monomial> gap = quotient(shape[level].monomial, below);
    if (!gap || gap->size() < 2)
      continue;
    ParameterSum chosen = gap->front();
    for (const ParameterSum &one : *gap)
      if (isLast && inner && proves(inRow(*inner, one.value(space)))) {
        chosen = one;
        break;
      }
    below.push_back(chosen);
    std::sort(below.begin(), below.end());
    shape.insert(shape.begin() + long(level) + 1, {below, 0, true});
    hasChanged = true;
    --level; // The gap above it may be another one.
  }
  return hasChanged;
}

/// None where \p shape is none, or the rest has products of its own.
std::optional<AffineBuilder::FlatElement>
AffineBuilder::splitBy(const FlatShape &shape, Polynomial sum) const {
  const std::vector<long> factors = factorsOf(shape);
  std::optional<std::vector<isl::pw_aff>> lengths = rowLengths(shape, space);
  if (!lengths)
    return std::nullopt;
  FlatElement result{{}, std::move(*lengths)};
  for (size_t level = 0; level < shape.size(); ++level) {
    const isl::pw_aff index = sum.take(shape[level].monomial);
    result.subscripts.push_back(
        factors[level] == 1 ? index : poly::floorDiv(index, factors[level]));
  }
  const std::optional<isl::pw_aff> last = sum.affine();
  if (!last)
    return std::nullopt;
  result.subscripts.push_back(last->coalesce());
  return result;
}

isl::set AffineBuilder::inRow(const isl::pw_aff &inner,
                              const isl::pw_aff &length) const {
  return inner.ge_set(poly::constant(space, 0)).intersect(inner.lt_set(length));
}

bool AffineBuilder::isProved(const FlatElement &element) const {
  for (size_t level = 0; level < element.lengths.size(); ++level)
    if (!proves(inRow(element.subscripts[level + 1], element.lengths[level])))
      return false;
  return true;
}

/// Whether \p element is one of rows that are as long as the sums that it
/// multiplies by, `i*(n + 2) + j`, and known to be if it \p needsProof.
bool AffineBuilder::splitsInSums(const Designator &element, bool needsProof) {
  const Polynomial sum = subscriptSum(element, true);
  FlatShape shape;
  (void)addLevels(shape, sum);
  const std::optional<FlatElement> parts = splitBy(shape, sum);
  return !shape.empty() && parts && (!needsProof || isProved(*parts));
}

std::vector<isl::pw_aff> AffineBuilder::split(const Designator &element) {
  const std::string &name = element.object.name;
  FlatArray &flat = kernel.shapes[name];
  const Polynomial sum = subscriptSum(element, flat.keepsSums);
  kernel.shapesChanged |= addLevels(flat.levels, sum);
  if (flat.levels.empty())
    return {checkedAffine(sum, element.range)};
  const std::optional<FlatElement> parts = splitBy(flat.levels, sum);
  if (!flat.keepsSums && !(parts && isProved(*parts)) &&
      splitsInSums(element, parts.has_value())) {
    flat = {{}, true};
    kernel.shapesChanged = true;
  }
  // All of it is asked again, with what was found.
  if (kernel.shapesChanged)
    return parts ? parts->subscripts : std::vector{poly::constant(space, 0)};
  if (!parts)
    kernel.diagnoser.refuse(element.range,
                            "the subscripts of '" + name +
                                "' multiply by different parameters",
                            "declare the array with its extents, '(*" + name +
                                ")[m]', and write one subscript per dimension");
  for (size_t level = 0; level < parts->lengths.size(); ++level)
    requireInside(element, parts->subscripts[level + 1], parts->lengths[level]);
  return parts->subscripts;
}

/// 0 <= inner < extent: proved, asserted where loops and facts say what that
/// asks of the parameters, or refused.
void AffineBuilder::requireInside(const Designator &element,
                                  const isl::pw_aff &inner,
                                  const isl::pw_aff &length) {
  if (proves(inRow(inner, length)))
    return;
  const isl::pw_aff zero = poly::constant(space, 0);
  const std::vector<std::string> &iterators = statement.iterators;
  const std::string extent = affineText(length, iterators);
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
