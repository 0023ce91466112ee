//===- Violations.h - inputs that break a fact ------------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_VIOLATIONS_H
#define SPARSEC_STRESS_VIOLATIONS_H

#include "sparsec/Stress/Inputs.h"

namespace sparsec::stress {

/// Inputs that break one declared fact.
struct Violation {
  Inputs inputs;
  std::string array; ///< as the kernel's body calls it
  std::string what;  ///< "col[3] = 7"
};

/// One violation for each kind of fact that \p kernel declares and \p good can
/// break: a value out of range, pointers that fall, a value that occurs twice,
/// a row out of order. \p good itself breaks none.
std::vector<Violation> violations(const Kernel &kernel, const Inputs &good,
                                  Random &random);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_VIOLATIONS_H
