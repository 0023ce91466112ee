//===- CorruptedInputs.h - inputs that break facts --------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_CORRUPTEDINPUTS_H
#define SPARSEC_BENCH_CORRUPTEDINPUTS_H

#include "sparsec/Bench/Inputs.h"

namespace sparsec::bench {

/// \p valid with one integer changed or two neighbours exchanged: each scalar,
/// and the first, last and some other elements of each array that the kernel
/// reads. Values are out of range, negative, extreme, those of neighbours.
/// Whatever the facts are, some of it breaks them; what breaks none is an
/// input as any other. Arrays are as long as the changed sizes ask for; changes
/// that ask for far longer ones are left out, as nobody checks lengths.
std::vector<Inputs> corruptedInputs(const Program &program,
                                    const Kernel &kernel, const Inputs &valid);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_CORRUPTEDINPUTS_H
