//===- Update.h - updates that call a function ------------------*- C++ -*-===//
#ifndef SPARSEC_IR_UPDATE_H
#define SPARSEC_IR_UPDATE_H

#include <string>

namespace sparsec {

/// "fmin" or another function of <math.h> when the update \p op, "fmin=", calls
/// one: `t = fmin(t, v)`; else "". Unlike `min=`, which is `if (v < t) t = v`,
/// it replaces a NaN in t.
std::string functionOfUpdate(const std::string &op);

} // namespace sparsec

#endif // SPARSEC_IR_UPDATE_H
