//===- Sums.cpp - affine values as sums of variables ----------------------===//

#include "Sums.h"

#include <isl/aff.h>
#include <isl/val.h>

#include <cstdlib>
#include <numeric>

namespace sparsec::poly {
namespace {

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

/// Divides by what all factors have in common.
void shorten(Sum &sum) {
  long divisor = 0;
  for (const auto &entry : sum)
    divisor = std::gcd(divisor, entry.second);
  for (auto &entry : sum)
    entry.second /= divisor;
}

} // namespace

std::string parameterVariable(const std::string &name) { return "$" + name; }

std::string Quotient::text() const {
  std::string result;
  for (const auto &[variable, factor] : sum)
    result += std::to_string(factor) + "*" + variable + " ";
  return result + "/" + std::to_string(divisor);
}

std::optional<Quotient> SumReader::read(const isl::pw_aff &value) {
  if (!value.isa_aff())
    return std::nullopt;
  const isl::aff aff = value.as_aff();
  return read(aff.get());
}

std::optional<Quotient> SumReader::read(isl_aff *value) {
  std::optional<long> scale = take(isl_aff_get_denominator_val(value));
  if (!scale)
    return std::nullopt;
  Quotient result{{}, *scale};
  auto add = [&](const std::string &variable, isl_val *factor) {
    std::optional<long> number =
        take(isl_val_mul_ui(factor, static_cast<unsigned long>(*scale)));
    if (number && *number != 0)
      result.sum[variable] += *number;
    return number.has_value();
  };
  if (!add(unit, isl_aff_get_constant_val(value)))
    return std::nullopt;
  for (isl_dim_type type : {isl_dim_param, isl_dim_in, isl_dim_div})
    for (int pos = 0, end = isl_aff_dim(value, type); pos < end; ++pos) {
      isl_val *factor = isl_aff_get_coefficient_val(value, type, pos);
      if (isl_val_is_zero(factor)) {
        isl_val_free(factor);
        continue;
      }
      std::string variable = "#" + std::to_string(pos);
      if (type == isl_dim_param)
        variable =
            parameterVariable(isl_aff_get_dim_name(value, type, unsigned(pos)));
      if (type == isl_dim_div) {
        isl_aff *inner = isl_aff_get_div(value, pos);
        std::optional<Quotient> inside = read(inner);
        isl_aff_free(inner);
        if (!inside) {
          isl_val_free(factor);
          return std::nullopt;
        }
        variable = "floor(" + inside->text() + ")";
        floors.emplace(variable, std::move(*inside));
      }
      if (!add(variable, factor))
        return std::nullopt;
    }
  std::erase_if(result.sum, [](const auto &entry) { return !entry.second; });
  return result;
}

std::optional<Sum> combined(const Sum &first, long factor, const Sum &second,
                            long other) {
  Sum result;
  for (const auto &[variable, number] : first)
    result[variable] += number * factor;
  for (const auto &[variable, number] : second)
    result[variable] += number * other;
  std::erase_if(result, [](const auto &entry) { return !entry.second; });
  for (const auto &entry : result)
    if (std::abs(entry.second) >= largest)
      return std::nullopt;
  return result;
}

std::optional<Sum> Rows::reduced(Sum sum) const {
  for (auto next = sum.begin(); next != sum.end();) {
    auto row = rows.find(next->first);
    if (row == rows.end()) {
      ++next;
      continue;
    }
    const std::string name = next->first;
    // Rows begin with a positive factor: the sum keeps its sign.
    std::optional<Sum> rest =
        combined(sum, row->second.at(name), row->second, -next->second);
    if (!rest)
      return std::nullopt;
    sum = std::move(*rest);
    shorten(sum);
    next = sum.lower_bound(name);
  }
  return sum;
}

bool Rows::add(const Sum &sum) {
  std::optional<Sum> rest = reduced(sum);
  if (!rest)
    return false;
  if (rest->empty())
    return true;
  const std::string name = rest->begin()->first;
  if (rest->begin()->second < 0)
    for (auto &entry : *rest)
      entry.second = -entry.second;
  rows.emplace(name, std::move(*rest));
  return true;
}

} // namespace sparsec::poly
