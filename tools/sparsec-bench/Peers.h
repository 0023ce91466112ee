//===- Peers.h - libraries beside the candidates ----------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H

#include "sparsec/Bench/Turns.h"

namespace sparsec::bench {

/// The product by \p library, "mkl" or "librsb", where the kernel of \p program
/// is one and the library is found: in the folder that the variable MKLROOT or
/// LIBRSBROOT names, or else where its packages put it.
llvm::Expected<PeerLibrary> findPeer(const std::string &library,
                                     const Program &program,
                                     const Kernel &kernel);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_PEERS_H
