//===- Linear.cpp - values that are sums of others ------------------------===//

#include "sparsec/Poly/Linear.h"

#include <isl/aff.h>
#include <isl/val.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

namespace sparsec::poly {
namespace {

/// Variable => its factor, which is not 0; constants and known parameters are
/// left out.
using Sum = std::map<std::string, long>;

/// Factors beyond are given up: products of two still fit.
constexpr long largest = 1L << 30;

/// The value, which goes; nothing when it is no small integer.
std::optional<long> take(isl_val *value) {
  bool fits = isl_val_is_int(value) == isl_bool_true &&
              isl_val_cmp_si(value, largest) < 0 &&
              isl_val_cmp_si(value, -largest) > 0;
  long number = fits ? isl_val_get_num_si(value) : 0;
  isl_val_free(value);
  return fits ? std::optional<long>(number) : std::nullopt;
}

/// The floor \p pos of \p aff, as text: equal texts are equal floors.
std::string floorText(const isl::aff &aff, int pos) {
  isl_aff *inner = isl_aff_get_div(aff.get(), pos);
  char *text = isl_aff_to_str(inner);
  std::string result = text ? text : "";
  free(text);
  isl_aff_free(inner);
  return result;
}

std::string nameOf(const isl::aff &aff, isl_dim_type type, int pos) {
  if (type == isl_dim_div)
    return "floor " + floorText(aff, pos);
  if (type == isl_dim_in)
    return "#" + std::to_string(pos);
  return isl_aff_get_dim_name(aff.get(), type, unsigned(pos));
}

/// \p value times its denominator.
std::optional<Sum> sumOf(const isl::pw_aff &value,
                         const std::vector<std::string> &unknown) {
  if (!value.isa_aff())
    return std::nullopt;
  isl::aff aff = value.as_aff();
  std::optional<long> scale = take(isl_aff_get_denominator_val(aff.get()));
  if (!scale)
    return std::nullopt;
  Sum sum;
  for (isl_dim_type type : {isl_dim_param, isl_dim_in, isl_dim_div})
    for (int pos = 0, end = isl_aff_dim(aff.get(), type); pos < end; ++pos) {
      isl_val *factor = isl_aff_get_coefficient_val(aff.get(), type, pos);
      std::optional<long> number =
          take(isl_val_mul_ui(factor, static_cast<unsigned long>(*scale)));
      if (!number)
        return std::nullopt;
      std::string name = *number == 0 ? "" : nameOf(aff, type, pos);
      bool isKnown =
          type == isl_dim_param &&
          std::find(unknown.begin(), unknown.end(), name) == unknown.end();
      if (*number != 0 && !isKnown)
        sum[name] += *number;
    }
  return sum;
}

/// Rows in echelon form, by the variable that each begins with.
class Rows {
public:
  /// What \p sum adds to the rows: empty if nothing.
  std::optional<Sum> reduced(Sum sum) const {
    for (auto next = sum.begin(); next != sum.end();) {
      auto row = rows.find(next->first);
      if (row == rows.end()) {
        ++next;
        continue;
      }
      const std::string name = next->first;
      if (!subtract(sum, row->second, name))
        return std::nullopt;
      next = sum.lower_bound(name);
    }
    return sum;
  }

  bool add(const Sum &sum) {
    std::optional<Sum> rest = reduced(sum);
    if (rest && !rest->empty())
      rows.emplace(rest->begin()->first, *rest);
    return rest.has_value();
  }

private:
  /// Makes \p sum one without \p name, the first variable of \p row.
  static bool subtract(Sum &sum, const Sum &row, const std::string &name) {
    const long own = sum.at(name), other = row.at(name);
    for (auto &entry : sum)
      entry.second *= other;
    for (const auto &[variable, factor] : row)
      sum[variable] -= own * factor;
    long divisor = 0;
    for (const auto &entry : sum)
      divisor = std::gcd(divisor, entry.second);
    std::erase_if(sum, [](const auto &entry) { return entry.second == 0; });
    for (auto &entry : sum) {
      entry.second /= divisor;
      if (std::abs(entry.second) >= largest)
        return false;
    }
    return true;
  }

  std::map<std::string, Sum> rows;
};

} // namespace

bool isSumOf(const std::vector<isl::pw_aff> &values, const isl::pw_aff &value,
             const std::vector<std::string> &unknown) {
  Rows rows;
  // A value that is none of a sum may still be left out.
  for (const isl::pw_aff &one : values)
    if (std::optional<Sum> sum = sumOf(one, unknown); sum && !rows.add(*sum))
      return false;
  std::optional<Sum> sum = sumOf(value, unknown);
  std::optional<Sum> rest = sum ? rows.reduced(*sum) : std::nullopt;
  return rest && rest->empty();
}

} // namespace sparsec::poly
