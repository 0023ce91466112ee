//===- ObjectCache.h - objects that many drivers share ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_OBJECTCACHE_H
#define SPARSEC_LIB_BENCH_OBJECTCACHE_H

#include "sparsec/Bench/Toolchain.h"

#include "llvm/ADT/StringMap.h"

namespace sparsec::bench {

/// Keeps, in ToolchainOptions::objects, the objects of those files of a driver
/// that include nothing of the user's: most of the time it takes to make a
/// driver. An object is found again by a hash of all that it depends on: the
/// texts of the file and of the driver's headers it includes, the compiler and
/// its flags, and the CPU that -march=native stands for. The system's headers
/// are taken to change with the compiler. Whatever fails here, the file is
/// compiled.
class ObjectCache {
public:
  ObjectCache(const WorkFolder &folder, llvm::ArrayRef<DriverFile> files,
              const ToolchainOptions &options);

  /// Whether \p step is done: the object it would make is there.
  bool fetch(const BuildStep &step) const;
  /// After \p step has run.
  void keep(const BuildStep &step) const;

private:
  const WorkFolder &folder;
  /// Per file that is kept: its place in the cache.
  llvm::StringMap<std::string> places;
};

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_OBJECTCACHE_H
