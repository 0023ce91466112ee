//===- Linear.h - values that are sums of others ----------------*- C++ -*-===//
#ifndef SPARSEC_POLY_LINEAR_H
#define SPARSEC_POLY_LINEAR_H

#include "sparsec/Poly/Isl.h"

#include <string>
#include <vector>

namespace sparsec::poly {

/// Whether \p value, `{ S[..] -> [v] }`, is a sum of multiples of \p values and
/// of parameters other than \p unknown, so that instances with equal \p values
/// have one \p value: `j = 4*floor(j/4) + j mod 4`. Floors count as variables
/// of their own. False also where a value has pieces; isl may then know more,
/// in time that grows exponentially with the floors.
bool isSumOf(const std::vector<isl::pw_aff> &values, const isl::pw_aff &value,
             const std::vector<std::string> &unknown);

/// What divides every number in \p value, `4i + 6` by 2; 0 for the value 0, 1
/// where pieces or floors hide it.
long commonFactor(const isl::pw_aff &value);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_LINEAR_H
