//===- Visits.h - statements that tell their iterations ---------*- C++ -*-===//
#ifndef SPARSEC_IR_VISITS_H
#define SPARSEC_IR_VISITS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// `sparsec_visit(value, number, loops..)` is `value`. Whoever runs the code
/// learns that an iteration of free order `number` takes place now: the one
/// with these values of its loops when any_order() was called.
inline constexpr const char *visitFunction = "sparsec_visit";

/// Lets the statements of \p order in \p program call it, by \p number.
void tellVisits(Program &program, const FreeOrder &order, size_t number);

} // namespace sparsec

#endif // SPARSEC_IR_VISITS_H
