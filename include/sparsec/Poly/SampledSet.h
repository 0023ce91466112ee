//===- SampledSet.h - a set and some of its points --------------*- C++ -*-===//
///
/// \file
/// A search asks of one set after the other, each within the last, how two
/// values compare there. That they may compare in some way is shown by a point,
/// faster than isl finds out, and that they always do stays so in what becomes
/// of the set: both are remembered.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_POLY_SAMPLEDSET_H
#define SPARSEC_POLY_SAMPLEDSET_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace sparsec::poly {

/// Two values on one space, `{ S[..] -> [left] }` and `{ S[..] -> [right] }`.
class Comparison {
public:
  enum class Kind { Less, LessEqual, Equal };

  /// The points where it holds, `{ S[..] : left < right }`.
  const isl::set &set() const { return holds; }

private:
  friend class Comparisons;
  friend class SampledSet;
  Comparison(Kind kind, isl::pw_aff left, isl::pw_aff right);
  bool holdsAt(const isl::point &point) const;

  Kind kind;
  isl::set holds;
  isl::pw_aff left, right;
  /// Whether both have the parameters that samples have, as isl asks for.
  bool isAligned = true;
  /// The parameters that it speaks of.
  std::vector<std::string> parameters;
};

/// The comparisons of the values on one space. Each is made once, and lives as
/// long as this.
class Comparisons {
public:
  /// \p space has all parameters that values and sets mention.
  explicit Comparisons(isl::space space) : space(std::move(space)) {}
  Comparisons(const Comparisons &) = delete;
  Comparisons &operator=(const Comparisons &) = delete;

  const Comparison &get(Comparison::Kind kind, const isl::pw_aff &left,
                        const isl::pw_aff &right);
  /// left - right, one object for the same two objects.
  const isl::pw_aff &difference(const isl::pw_aff &left,
                                const isl::pw_aff &right);
  /// value + distance, one object for the same object and distance.
  isl::pw_aff shifted(const isl::pw_aff &value, long distance);
  /// \p set with what its floors are, found once for each object.
  const isl::set &divided(const isl::set &set);

private:
  friend class SampledSet;
  template <typename Value>
  struct Made {
    isl::pw_aff left, right; ///< whose addresses are the key
    Value value;
  };

  isl::space space;
  std::map<std::tuple<Comparison::Kind, isl_pw_aff *, isl_pw_aff *>,
           Made<std::unique_ptr<Comparison>>>
      made;
  std::map<std::pair<isl_pw_aff *, isl_pw_aff *>, Made<isl::pw_aff>>
      differences;
  std::map<std::pair<isl_pw_aff *, long>, Made<isl::pw_aff>> sums;
  /// The objects themselves, so that no other ones get their addresses.
  std::map<isl_set *, std::pair<isl::set, isl::set>> floors;
};

class SampledSet {
public:
  /// Compares by \p comparisons, which must outlive this.
  SampledSet(isl::set points, Comparisons &comparisons)
      : points(std::move(points)), comparisons(&comparisons) {}

  const isl::set &set() const { return points; }
  bool isEmpty() const;
  /// Whether \p comparison holds at all points.
  bool isWithin(const Comparison &comparison) const;
  /// Whether it holds at none.
  bool isDisjoint(const Comparison &comparison) const;
  bool isSubset(const isl::set &other) const;
  bool isDisjoint(const isl::set &other) const;

  /// Keeps the points where it holds.
  void intersect(const Comparison &comparison);
  void intersect(const isl::set &other);

  /// Sets of one point each: those that are known, and one at least if there
  /// is any.
  std::vector<SampledSet> samples() const;
  /// This set, to be narrowed by each question to the points for which the
  /// answer is that of a sample: an answer says nothing of other points.
  SampledSet oneCase() const;
  /// samples() of \p part, a subset of this, as samples of this.
  std::vector<SampledSet> samplesOf(const SampledSet &part) const;

private:
  /// What an answer is about: all points; one, while it is left; those that
  /// answer as the sample.
  enum class Scope { All, Sample, Case };
  SampledSet sampleAt(const isl::point &point) const;
  std::optional<bool> answerOfCase(const Comparison &comparison) const;
  std::optional<bool> answerOfCase(const isl::set &other) const;
  /// Whether \p some, points of this, are none; else one of them is a sample
  /// from now on.
  bool areNone(const isl::set &some) const;
  /// The points that are not in \p other.
  isl::set without(const isl::set &other) const;
  void narrow(const isl::set &other) const;

  mutable isl::set points;
  /// They with their floors, once those were asked for.
  mutable std::optional<isl::set> divided;
  Comparisons *comparisons;
  Scope scope = Scope::All;
  mutable std::vector<isl::point> known;
  /// What holds at all points and at none, sorted.
  mutable std::vector<const Comparison *> always, never;
  /// Sets that this was shown to be a subset of.
  mutable std::vector<isl::set> around;
  bool isKnownSubset(const isl::set &other) const;
};

} // namespace sparsec::poly

#endif // SPARSEC_POLY_SAMPLEDSET_H
