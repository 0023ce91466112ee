//===- SampledSet.cpp - a set and some of its points ----------------------===//

#include "sparsec/Poly/SampledSet.h"

#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/STLExtras.h"

#include <isl/aff.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

namespace sparsec::poly {

/// More cost more than they answer.
static constexpr size_t mostSamples = 8;

static isl::set setOf(Comparison::Kind kind, const isl::pw_aff &left,
                      const isl::pw_aff &right) {
  switch (kind) {
  case Comparison::Kind::Less:
    return left.lt_set(right);
  case Comparison::Kind::LessEqual:
    return left.le_set(right);
  case Comparison::Kind::Equal:
    break;
  }
  return left.eq_set(right);
}

Comparison::Comparison(Kind kind, isl::pw_aff left, isl::pw_aff right)
    : kind(kind), holds(setOf(kind, left, right)), left(std::move(left)),
      right(std::move(right)),
      parameters(paramNames(dropUnusedParams(holds).space())) {}

static isl::val valueAt(const isl::pw_aff &value, const isl::point &point) {
  return isl::manage(isl_pw_aff_eval(value.copy(), point.copy()));
}

static bool isIn(const isl::set &set, const isl::point &point) {
  return isl::set(point).is_subset(set);
}

bool Comparison::holdsAt(const isl::point &point) const {
  if (!isAligned)
    return isIn(holds, point);
  const isl::val a = valueAt(left, point), b = valueAt(right, point);
  if (a.is_nan() || b.is_nan())
    return false;
  switch (kind) {
  case Kind::Less:
    return a.lt(b);
  case Kind::LessEqual:
    return a.le(b);
  case Kind::Equal:
    break;
  }
  return a.eq(b);
}

static size_t paramCount(const isl::space &space) {
  return size_t(isl_space_dim(space.get(), isl_dim_param));
}

static size_t paramCount(const isl::pw_aff &value) {
  return size_t(isl_pw_aff_dim(value.get(), isl_dim_param));
}

const Comparison &Comparisons::get(Comparison::Kind kind,
                                   const isl::pw_aff &left,
                                   const isl::pw_aff &right) {
  auto [place, isNew] =
      made.try_emplace(std::tuple(kind, left.get(), right.get()),
                       Made<std::unique_ptr<Comparison>>{left, right, nullptr});
  if (isNew) {
    auto aligned = [&](const isl::pw_aff &value) {
      return isl::manage(isl_pw_aff_align_params(
          isl_pw_aff_drop_unused_params(value.copy()), space.copy()));
    };
    std::unique_ptr<Comparison> one(new Comparison(kind, left, right));
    one->left = aligned(left);
    one->right = aligned(right);
    one->isAligned = paramCount(one->left) == paramCount(space) &&
                     paramCount(one->right) == paramCount(space);
    place->second.value = std::move(one);
  }
  return *place->second.value;
}

const isl::pw_aff &Comparisons::difference(const isl::pw_aff &left,
                                           const isl::pw_aff &right) {
  const std::pair key(left.get(), right.get());
  auto found = differences.find(key);
  if (found == differences.end())
    found = differences
                .emplace(key, Made<isl::pw_aff>{left, right, left.sub(right)})
                .first;
  return found->second.value;
}

isl::pw_aff Comparisons::shifted(const isl::pw_aff &value, long distance) {
  if (distance == 0)
    return value;
  const std::pair key(value.get(), distance);
  auto found = sums.find(key);
  if (found == sums.end())
    found = sums.emplace(key, Made<isl::pw_aff>{value, value,
                                                value.add_constant(distance)})
                .first;
  return found->second.value;
}

static isl::set computeDivisions(const isl::set &set) {
  return isl::manage(isl_set_compute_divs(set.copy()));
}

const isl::set &Comparisons::divided(const isl::set &set) {
  auto found = floors.find(set.get());
  if (found == floors.end())
    found =
        floors.emplace(set.get(), std::pair(set, computeDivisions(set))).first;
  return found->second.second;
}

/// \p point with the parameters of \p space in its order, 0 where it has none.
/// Nothing where it has others.
static std::optional<isl::point> inSpace(const isl::point &point,
                                         const isl::space &space) {
  const isl::space own = isl::manage(isl_point_get_space(point.get()));
  isl_point *result = isl_point_zero(space.copy());
  auto copy = [&](isl_dim_type type, int from, int to) {
    isl_val *value = isl_point_get_coordinate_val(point.get(), type, from);
    result = isl_point_set_coordinate_val(result, type, to, value);
  };
  for (int pos = 0; pos < isl_space_dim(own.get(), isl_dim_set); ++pos)
    copy(isl_dim_set, pos, pos);
  for (unsigned pos = 0; pos < paramCount(own); ++pos) {
    const char *name = isl_space_get_dim_name(own.get(), isl_dim_param, pos);
    int to = isl_space_find_dim_by_name(space.get(), isl_dim_param, name);
    if (to < 0) {
      isl_point_free(result);
      return std::nullopt;
    }
    copy(isl_dim_param, int(pos), to);
  }
  return isl::manage(result);
}

bool SampledSet::areNone(const isl::set &some) const {
  const isl::point found = isl::manage(
      isl_set_sample_point(isl_set_drop_unused_params(some.copy())));
  if (isl_point_is_void(found.get()) == isl_bool_true)
    return true;
  if (known.size() == mostSamples)
    known.erase(known.begin());
  if (std::optional<isl::point> sample = inSpace(found, comparisons->space))
    known.push_back(std::move(*sample));
  return false;
}

/// subtract() asks for the floors of both, each time anew.
isl::set SampledSet::without(const isl::set &other) const {
  if (!divided)
    divided = computeDivisions(points);
  return divided->subtract(comparisons->divided(other));
}

void SampledSet::narrow(const isl::set &other) const {
  points = meet(points, other);
  divided.reset();
}

bool SampledSet::isEmpty() const {
  return known.empty() && (scope == Scope::Sample || areNone(points));
}

static bool isIn(const std::vector<const Comparison *> &sorted,
                 const Comparison &one) {
  return std::binary_search(sorted.begin(), sorted.end(), &one);
}

static void add(std::vector<const Comparison *> &sorted,
                const Comparison &one) {
  sorted.insert(llvm::lower_bound(sorted, &one), &one);
}

/// The part of \p set, a union, that has \p point; all of it where none has.
static isl::set partAround(const isl::set &set, const isl::point &point) {
  if (set.n_basic_set() < 2)
    return set;
  std::optional<isl::set> found;
  set.foreach_basic_set([&](const isl::basic_set &basic) {
    if (!found && isIn(isl::set(basic), point))
      found = isl::set(basic);
  });
  return found.value_or(set);
}

/// The same if it speaks of the parameters that \p set speaks of; else all.
static isl::set wholePartAround(const isl::set &set, const isl::point &point) {
  auto mentioned = [](const isl::set &of) {
    std::vector<std::string> names = paramNames(dropUnusedParams(of).space());
    llvm::sort(names);
    return names;
  };
  const isl::set part = partAround(set, point);
  return set.n_basic_set() < 2 || mentioned(part) == mentioned(set) ? part
                                                                    : set;
}

/// Whether \p comparison holds at the sample of a case, which keeps to that;
/// nothing where the case is empty.
std::optional<bool>
SampledSet::answerOfCase(const Comparison &comparison) const {
  if (isEmpty())
    return std::nullopt;
  if (!comparison.holdsAt(known.back()))
    return false;
  if (isIn(always, comparison))
    return true;
  narrow(comparison.holds);
  add(always, comparison);
  return true;
}

std::optional<bool> SampledSet::answerOfCase(const isl::set &other) const {
  if (isEmpty())
    return std::nullopt;
  if (!isIn(other, known.back()))
    return false;
  if (isKnownSubset(other))
    return true;
  narrow(partAround(other, known.back()));
  around.push_back(other);
  return true;
}

bool SampledSet::isWithin(const Comparison &comparison) const {
  if (scope == Scope::Case)
    return answerOfCase(comparison).value_or(true);
  if (llvm::any_of(known, [&](const isl::point &point) {
        return !comparison.holdsAt(point);
      }))
    return false;
  if (scope == Scope::Sample || isIn(always, comparison))
    return true;
  if (!areNone(without(comparison.holds)))
    return false;
  add(always, comparison);
  return true;
}

bool SampledSet::isDisjoint(const Comparison &comparison) const {
  if (scope == Scope::Case)
    return !answerOfCase(comparison).value_or(false);
  if (llvm::any_of(known, [&](const isl::point &point) {
        return comparison.holdsAt(point);
      }))
    return false;
  if (scope == Scope::Sample || isIn(never, comparison))
    return true;
  if (!areNone(meet(points, comparison.holds)))
    return false;
  add(never, comparison);
  return true;
}

/// Whether isSubset or intersect has had the same object: they hold it, so that
/// no other one is in its place.
bool SampledSet::isKnownSubset(const isl::set &other) const {
  return llvm::any_of(
      around, [&](const isl::set &one) { return one.get() == other.get(); });
}

bool SampledSet::isSubset(const isl::set &other) const {
  if (scope == Scope::Case)
    return answerOfCase(other).value_or(true);
  if (llvm::any_of(
          known, [&](const isl::point &point) { return !isIn(other, point); }))
    return false;
  if (scope == Scope::Sample || isKnownSubset(other))
    return true;
  if (!areNone(without(other)))
    return false;
  around.push_back(other);
  return true;
}

bool SampledSet::isDisjoint(const isl::set &other) const {
  if (scope == Scope::Case)
    return !answerOfCase(other).value_or(false);
  if (llvm::any_of(known,
                   [&](const isl::point &point) { return isIn(other, point); }))
    return false;
  return scope == Scope::Sample || points.is_disjoint(other);
}

void SampledSet::intersect(const Comparison &comparison) {
  llvm::erase_if(known, [&](const isl::point &point) {
    return !comparison.holdsAt(point);
  });
  // Of a sample, nothing but what its set speaks of is asked.
  if (isIn(always, comparison) ||
      (scope == Scope::Sample &&
       llvm::all_of(comparison.parameters, [&](const std::string &name) {
         return involvesParam(points, name);
       })))
    return;
  narrow(comparison.holds);
  add(always, comparison);
}

void SampledSet::intersect(const isl::set &other) {
  llvm::erase_if(known,
                 [&](const isl::point &point) { return !isIn(other, point); });
  if (isKnownSubset(other))
    return;
  narrow(other);
  around.push_back(other);
}

/// Its calls are those that the set mentions: it stands for the set.
SampledSet SampledSet::sampleAt(const isl::point &point) const {
  SampledSet result(wholePartAround(points, point), *comparisons);
  result.scope = Scope::Sample;
  result.known = {point};
  return result;
}

std::vector<SampledSet> SampledSet::samples() const { return samplesOf(*this); }

std::vector<SampledSet> SampledSet::samplesOf(const SampledSet &part) const {
  std::vector<SampledSet> result;
  if (part.isEmpty())
    return result;
  for (const isl::point &point : part.known)
    result.push_back(sampleAt(point));
  return result;
}

SampledSet SampledSet::oneCase() const {
  SampledSet result(points, *comparisons);
  result.scope = Scope::Case;
  if (isEmpty())
    return result;
  result.known = {known.back()};
  result.points = wholePartAround(points, known.back());
  result.divided.reset();
  return result;
}

} // namespace sparsec::poly
