//===- Differences.cpp - constraints between two variables ----------------===//

#include "sparsec/Poly/Differences.h"
#include "ConstraintNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/val.h>

namespace sparsec::poly {

std::string nameOf(isl_constraint *constraint, isl_dim_type type, int pos) {
  if (type == isl_dim_set)
    return dimensionVariable(unsigned(pos));
  isl_space *space = isl_constraint_get_space(constraint);
  std::string name = isl_space_get_dim_name(space, type, unsigned(pos));
  isl_space_free(space);
  return name;
}

namespace {

/// The value, which goes; nothing when it does not fit.
std::optional<long> take(isl_val *value) {
  bool fits = isl_val_is_int(value) == isl_bool_true &&
              isl_val_cmp_si(value, 1L << 40) < 0 &&
              isl_val_cmp_si(value, -(1L << 40)) > 0;
  long number = fits ? isl_val_get_num_si(value) : 0;
  isl_val_free(value);
  return fits ? std::optional<long>(number) : std::nullopt;
}

/// What a constraint `sum >= 0` adds up, if it is two variables at most.
struct Sum {
  std::string plus, minus; ///< factor +1 and -1 times `factor`
  long factor = 1;
  long constant = 0;
};

std::optional<Sum> sumOf(isl_constraint *constraint) {
  if (isl_constraint_dim(constraint, isl_dim_div) > 0)
    for (int pos = 0; pos < isl_constraint_dim(constraint, isl_dim_div); ++pos)
      if (isl_constraint_involves_dims(constraint, isl_dim_div, unsigned(pos),
                                       1) != isl_bool_false)
        return std::nullopt;
  Sum sum;
  unsigned variables = 0;
  long factors[2] = {0, 0};
  std::string names[2];
  for (isl_dim_type type : {isl_dim_param, isl_dim_set})
    for (int pos = 0; pos < isl_constraint_dim(constraint, type); ++pos) {
      std::optional<long> factor =
          take(isl_constraint_get_coefficient_val(constraint, type, pos));
      if (!factor || (*factor != 0 && variables == 2))
        return std::nullopt;
      if (*factor == 0)
        continue;
      factors[variables] = *factor;
      names[variables++] = nameOf(constraint, type, pos);
    }
  std::optional<long> constant =
      take(isl_constraint_get_constant_val(constraint));
  bool opposite = variables < 2 || factors[0] == -factors[1];
  if (!constant || variables == 0 || !opposite)
    return std::nullopt;
  bool isFirst = factors[0] > 0;
  sum.plus = isFirst ? names[0] : names[1];
  sum.minus = isFirst ? names[1] : names[0];
  sum.factor = std::abs(factors[0]);
  sum.constant = *constant;
  return sum;
}

long floorOf(long value, long divisor) {
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

/// All of a constraint `sum >= 0`; nothing where it has a floor.
std::optional<Terms> allTermsOf(isl_constraint *constraint) {
  const std::optional<LinearRow> row = rowOf(constraint);
  if (!row)
    return std::nullopt;
  return Terms{{row->sum.factors.begin(), row->sum.factors.end()},
               row->sum.constant};
}

} // namespace

/// How many variables a sum has at most that is taken for one itself.
static constexpr size_t mostInSum = 3;

bool countsAsVariable(const Terms &terms, Sums sums) {
  const auto isDimension = [](const auto &one) {
    return dimensionOf(one.first).has_value();
  };
  const auto isMultiple = [](const auto &one) {
    return std::abs(one.second) > 1;
  };
  if (terms.factors.size() > mostInSum)
    return false;
  if (llvm::none_of(terms.factors, isMultiple))
    return sums == Sums::All && !llvm::all_of(terms.factors, isDimension);
  return sums == Sums::All || llvm::none_of(terms.factors, isDimension);
}

namespace {

/// Adds `terms >= 0`, or `== 0`, as differences of each variable that occurs
/// once and the sum of the others, if \p isWanted. False where there is none.
bool addSums(const Terms &terms, bool isEquality, const KnownSum &isWanted,
             Differences &result) {
  bool isSaid = false;
  // Of an equality the next number is that of its other half.
  const unsigned constraint = 2 * unsigned(result.all.size()) + 2;
  for (const auto &[name, factor] : terms.factors) {
    if (std::abs(factor) != 1)
      continue;
    // x - others + c >= 0, or others - x + c >= 0.
    Terms others;
    for (const auto &[other, times] : terms.factors)
      if (other != name)
        others.factors[other] = -factor * times;
    const std::string sum = sumVariable(others.factors);
    if (isWanted && !isWanted(sum, others))
      continue;
    const std::string &left = factor > 0 ? sum : name;
    const std::string &right = factor > 0 ? name : sum;
    result.all.push_back({left, right, terms.constant, constraint});
    if (isEquality)
      result.all.push_back({right, left, -terms.constant, constraint + 1});
    result.sums.emplace(sum, std::move(others));
    isSaid = true;
  }
  return isSaid;
}

/// A conjunction that is read.
struct Reading {
  Differences &result;
  Sums sums;
  const KnownSum &isKnown;
};

isl_stat addConstraint(isl_constraint *constraint, void *user) {
  auto &[result, sums, isKnown] = *static_cast<Reading *>(user);
  std::optional<Sum> sum = sumOf(constraint);
  bool isEquality = isl_constraint_is_equality(constraint) == isl_bool_true;
  std::optional<Terms> terms;
  if (!sum && (sums != Sums::None || isKnown))
    terms = allTermsOf(constraint);
  isl_constraint_free(constraint);
  if (!sum) {
    result.isExact = false;
    const bool countsAll = terms && countsAsVariable(*terms, sums);
    const bool mayBeKnown =
        terms && isKnown && terms->factors.size() <= mostInSum;
    result.isWhole &=
        (countsAll || mayBeKnown) &&
        addSums(*terms, isEquality, countsAll ? KnownSum() : isKnown, result);
    return isl_stat_ok;
  }
  // factor * (plus - minus) + constant >= 0
  result.all.push_back(
      {sum->minus, sum->plus, floorOf(sum->constant, sum->factor)});
  if (isEquality)
    result.all.push_back(
        {sum->plus, sum->minus, floorOf(-sum->constant, sum->factor)});
  return isl_stat_ok;
}

struct ReadingAll {
  std::vector<Differences> list;
  Sums sums;
  const KnownSum &isKnown;
};

isl_stat addDisjunct(isl_basic_set *set, void *user) {
  auto &all = *static_cast<ReadingAll *>(user);
  Reading reading{all.list.emplace_back(), all.sums, all.isKnown};
  isl_stat done =
      isl_basic_set_foreach_constraint(set, addConstraint, &reading);
  isl_basic_set_free(set);
  return done;
}

} // namespace

std::string sumVariable(const std::map<std::string, long> &factors) {
  std::string name;
  for (const auto &[variable, factor] : factors) {
    name += name.empty() ? "" : " + ";
    name += (factor == 1 ? "" : std::to_string(factor) + " * ") + variable;
  }
  return name;
}

std::string dimensionVariable(unsigned pos) {
  return "#" + std::to_string(pos);
}

std::optional<unsigned> dimensionOf(const std::string &variable) {
  unsigned pos = 0;
  if (!llvm::StringRef(variable).starts_with("#") ||
      llvm::StringRef(variable).drop_front().getAsInteger(10, pos))
    return std::nullopt;
  return pos;
}

std::vector<Differences> differencesOf(const isl::set &set, Sums sums,
                                       const KnownSum &isKnown) {
  ReadingAll all{{}, sums, isKnown};
  if (isl_set_foreach_basic_set(set.get(), addDisjunct, &all) != isl_stat_ok)
    isl::exception::throw_last_error(set.ctx());
  return std::move(all.list);
}

/// Whether \p value is a sum of whole multiples of variables.
static bool isWhole(const isl::aff &value) {
  isl_aff *raw = value.get();
  isl_val *denominator = isl_aff_get_denominator_val(raw);
  bool isWhole = isl_val_is_one(denominator) == isl_bool_true;
  isl_val_free(denominator);
  const int divisions = isl_aff_dim(raw, isl_dim_div);
  return isWhole && isl_aff_is_nan(raw) == isl_bool_false &&
         isl_aff_involves_dims(raw, isl_dim_div, 0, unsigned(divisions)) ==
             isl_bool_false;
}

/// termsOf of such a sum.
static std::optional<Terms> termsOfSum(const isl::aff &value) {
  isl_aff *raw = value.get();
  Terms terms;
  for (isl_dim_type type : {isl_dim_param, isl_dim_in})
    for (int pos = 0; pos < isl_aff_dim(raw, type); ++pos) {
      std::optional<long> factor =
          take(isl_aff_get_coefficient_val(raw, type, pos));
      if (!factor)
        return std::nullopt;
      if (*factor == 0)
        continue;
      terms.factors[type == isl_dim_in ? dimensionVariable(unsigned(pos))
                                       : std::string(isl_aff_get_dim_name(
                                             raw, type, unsigned(pos)))] =
          *factor;
    }
  std::optional<long> constant = take(isl_aff_get_constant_val(raw));
  if (!constant)
    return std::nullopt;
  terms.constant = *constant;
  return terms;
}

/// placeOf of such a sum.
static std::optional<Place> placeOfSum(const isl::aff &value) {
  const std::optional<Terms> terms = termsOfSum(value);
  if (!terms || terms->factors.size() > 1)
    return std::nullopt;
  if (terms->factors.empty())
    return Place{"", terms->constant};
  const auto &[variable, factor] = *terms->factors.begin();
  if (factor != 1)
    return std::nullopt;
  return Place{variable, terms->constant};
}

std::optional<Terms> termsOf(const isl::pw_aff &value) {
  std::optional<Terms> terms;
  unsigned pieces = 0;
  value.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
    if (const isl::aff sum = piece.at(0); pieces++ == 0 && isWhole(sum))
      terms = termsOfSum(sum);
  });
  return pieces == 1 ? terms : std::nullopt;
}

std::optional<Place> placeOf(const isl::pw_aff &value) {
  // Mostly one sum everywhere, which tells without a set.
  if (isl_pw_aff_isa_aff(value.get()) == isl_bool_true)
    if (isl::aff sum = isl::manage(isl_pw_aff_as_aff(value.copy()));
        isWhole(sum))
      return placeOfSum(sum);
  if (isOnParameters(value))
    return placeOf(value.insert_domain(tupleSpace(value.ctx(), "", 0)));
  const char *name = "@place";
  isl::set graph = value.eq_set(parameter(value.domain().space(), name));
  std::vector<Differences> list = differencesOf(graph);
  if (list.size() != 1 || !list[0].isExact)
    return std::nullopt;
  // place - x <= c and x - place <= -c
  for (const Difference &upper : list[0].all)
    for (const Difference &lower : list[0].all)
      if (upper.left == name && lower.right == name &&
          upper.right == lower.left && upper.bound == -lower.bound)
        return Place{upper.right, upper.bound};
  return std::nullopt;
}

} // namespace sparsec::poly
