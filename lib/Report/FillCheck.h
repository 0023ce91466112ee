//===- FillCheck.h - plans that max_fill refuses ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_FILLCHECK_H
#define SPARSEC_LIB_REPORT_FILLCHECK_H

#include "sparsec/IR/Program.h"
#include "sparsec/Interpreter/Memory.h"

#include <string>
#include <vector>

namespace sparsec {

/// A sentence for each array of the plan that `_inspect` refuses, as
/// sparsec_allocate does. \p memory is as inspectors of \p program leave it.
std::vector<std::string> arraysAboveLimit(const Program &program,
                                          const Memory &memory);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_FILLCHECK_H
