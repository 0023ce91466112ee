//===- Turns.h - a driver that times several candidates ---------*- C++ -*-===//
#ifndef SPARSEC_BENCH_TURNS_H
#define SPARSEC_BENCH_TURNS_H

#include "sparsec/Bench/Toolchain.h"

namespace sparsec::bench {

/// A library that computes what the kernel does.
struct PeerLibrary {
  std::string name;
  DriverFile file; ///< with bench_peer_inspect, _execute and _destroy
  std::vector<std::string> flags, libraries;
};

/// How candidates take turns; see lib/Bench/driver/turns.c.
struct TurnsOptions {
  double budget = 0; ///< seconds for all of them; 0: no limit
  double runs = 0;   ///< executions per inspection; 0: uncounted
  /// Verified, and timed as a last candidate.
  const PeerLibrary *peer = nullptr;
};

/// A driver of one candidate, as buildDriver() has made it.
struct BuiltDriver {
  std::string prefix; ///< "FOLDER/", where its objects are
  llvm::ArrayRef<DriverFile> files;
};

/// What makes a `driver` of drivers that are built.
struct TurnsBuild {
  std::vector<DriverFile> files; ///< to be written first
  std::vector<BuildStep> steps;
};

/// A `driver` at \p prefix, "FOLDER/" or "" to be made there, that times all
/// \p drivers of one kernel beside one original, and verifies nothing. They are
/// of one DriverKind. Nothing is compiled again: their contracts' functions get
/// other names. Its records number the candidates as \p drivers does.
TurnsBuild turnsBuild(const std::string &prefix,
                      llvm::ArrayRef<BuiltDriver> drivers,
                      const TurnsOptions &turns,
                      const ToolchainOptions &options);

/// Makes turnsBuild() in \p folder.
llvm::Error linkTurns(const WorkFolder &folder,
                      llvm::ArrayRef<BuiltDriver> drivers,
                      const TurnsOptions &turns,
                      const ToolchainOptions &options);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_TURNS_H
