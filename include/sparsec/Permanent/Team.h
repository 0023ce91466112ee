//===- Team.h - several programs that compute one permanent -----*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_TEAM_H
#define SPARSEC_PERMANENT_TEAM_H

#include <cstddef>
#include <memory>
#include <vector>

namespace sparsec::permanent {

/// The ranks of an `mpirun`. Rank 0 plans, computes what takes no sum over
/// subsets, and prints; the others wait for work. All calls come from the
/// thread that joined.
class Team {
public:
  virtual ~Team() = default; ///< leaves, together with all others
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  /// The ranks on this machine share its processors and GPUs.
  virtual int localRank() const = 0;
  virtual int localRanks() const = 0;
  /// \p bytes bytes from rank 0 to all. Waiting takes no processor time.
  virtual void broadcast(void *data, size_t bytes) = 0;
  /// All numbers that the ranks have, rank by rank, on rank 0; nothing
  /// elsewhere.
  virtual std::vector<double> gather(const std::vector<double> &mine) = 0;
  /// Ends all ranks with status 1.
  [[noreturn]] virtual void abort() = 0;

  bool isBusy = false; ///< the others compute what rank 0 has sent
};

/// None if this program was not started by an MPI, or if the module that speaks
/// MPI was not built; it is loaded here, as MPI need not be installed.
std::unique_ptr<Team> joinTeam();

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_TEAM_H
