//===- Linear.cpp - values that are sums of others ------------------------===//

#include "sparsec/Poly/Linear.h"

#include "Sums.h"

#include <numeric>

namespace sparsec::poly {

bool isSumOf(const std::vector<isl::pw_aff> &values, const isl::pw_aff &value,
             const std::vector<std::string> &unknown) {
  SumReader reader;
  // Constants and known parameters are left out.
  auto sumOf = [&](const isl::pw_aff &one) -> std::optional<Sum> {
    std::optional<Quotient> read = reader.read(one);
    if (!read)
      return std::nullopt;
    Sum sum;
    for (const auto &[variable, factor] : read->sum)
      if (variable.front() == '#' || reader.isFloor(variable))
        sum.emplace(variable, factor);
    for (const std::string &name : unknown)
      if (auto found = read->sum.find(parameterVariable(name));
          found != read->sum.end())
        sum.insert(*found);
    return sum;
  };
  Rows rows;
  // A value that is none of a sum may still be left out.
  for (const isl::pw_aff &one : values)
    if (std::optional<Sum> sum = sumOf(one); sum && !rows.add(*sum))
      return false;
  std::optional<Sum> sum = sumOf(value);
  std::optional<Sum> rest = sum ? rows.reduced(*sum) : std::nullopt;
  return rest && rest->empty();
}

long commonFactor(const isl::pw_aff &value) {
  SumReader reader;
  const std::optional<Quotient> sum = reader.read(value);
  if (!sum || sum->divisor != 1)
    return 1;
  long factor = 0;
  for (const auto &[variable, number] : sum->sum)
    factor = std::gcd(factor, number);
  return factor;
}

} // namespace sparsec::poly
