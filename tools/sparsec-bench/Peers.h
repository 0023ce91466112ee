//===- Peers.h - libraries beside the candidates ----------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H

#include "sparsec/Bench/Turns.h"

namespace sparsec::bench {

/// Intel MKL's product, where the kernel of \p program is one and the library
/// is found: in the folder that the variable MKLROOT names, or else where its
/// packages put it.
llvm::Expected<PeerLibrary> findMkl(const Program &program,
                                    const Kernel &kernel);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H
