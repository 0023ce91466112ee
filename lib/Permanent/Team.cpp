//===- Team.cpp - loads the module that speaks MPI ------------------------===//

#include "sparsec/Permanent/Team.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <dlfcn.h>

namespace sparsec::permanent {
namespace {

/// What process managers set: PMIx (Open MPI, Slurm) and PMI (MPICH and kin).
bool isStartedByMpi() {
  for (const char *name : {"PMIX_RANK", "PMI_FD", "PMI_PORT"})
    if (std::getenv(name))
      return true;
  return false;
}

/// $SPARSEC_MPI, or where the installation or build that this program is part
/// of has it.
std::string modulePath() {
  if (const char *given = std::getenv("SPARSEC_MPI"))
    return given;
  static int here;
  llvm::SmallString<256> path(llvm::sys::path::parent_path(
      llvm::sys::fs::getMainExecutable(nullptr, &here)));
  llvm::sys::path::append(path, "..", SPARSEC_LIBRARY_FOLDER, "sparsec",
                          "sparsec_permanent_mpi.so");
  return path.str().str();
}

} // namespace

std::unique_ptr<Team> joinTeam() {
  if (!isStartedByMpi())
    return nullptr;
  // MPI's own modules look for its symbols among the global ones.
  void *module = dlopen(modulePath().c_str(), RTLD_NOW | RTLD_GLOBAL);
  using Join = void *();
  auto *join = reinterpret_cast<Join *>(
      module ? dlsym(module, "sparsec_join_team") : nullptr);
  std::unique_ptr<Team> team(join ? static_cast<Team *>(join()) : nullptr);
  if (team && team->ranks() == 1)
    return nullptr;
  return team;
}

} // namespace sparsec::permanent
