//===- DriverWriting.h - pieces of a driver's text --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_DRIVERWRITING_H
#define SPARSEC_LIB_BENCH_DRIVERWRITING_H

#include "sparsec/Bench/Driver.h"

#include <string>

namespace sparsec::bench {

/// order.c
DriverFile visitsFile();

/// As a string literal.
std::string quoted(const std::string &text);

/// opaqueCall() of the source's function, whose result goes to its slot.
std::string sourceCall(const Kernel &kernel, const ArgumentPassing &passing);
/// A call that the compiler cannot inline into the driver's wrapper: a
/// declaration and a statement that starts with \p result, "return ".
std::string opaqueCall(const std::string &function, const std::string &result,
                       const std::string &arguments);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_DRIVERWRITING_H
