//===- Inputs.h - matrices and values for kernels ---------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_INPUTS_H
#define SPARSEC_STRESS_INPUTS_H

#include "sparsec/Stress/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::stress {

/// Values for all parameters of a kernel, such that its facts hold. Results are
/// compared exactly. Where sums may be reordered, floating-point values are
/// small integers: sums of them are exact in any order. Elsewhere they have
/// fractions that round.
struct Inputs {
  std::string shape; ///< "empty", "dense row", ...
  std::map<std::string, long> sizes;
  std::map<std::string, std::vector<long>> integers;
  /// Elements; of complex arrays real and imaginary parts in turn.
  std::map<std::string, std::vector<double>> values;

  /// As text, one parameter per line, for the report of a failing case.
  std::string text() const;
};

/// One of each shape: empty, 1 x 1, no entries, a dense row, rectangular, ...,
/// and a large one with up to 5000 rows. Integers do not depend on
/// \p hasFractions.
std::vector<Inputs> makeInputs(const Kernel &kernel, Random &random,
                               bool hasFractions);

/// Enough digits to get the same value again.
std::string exactText(double value);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_INPUTS_H
