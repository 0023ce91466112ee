//===- Module.cpp - a team of MPI ranks -----------------------------------===//
///
/// \file
/// The only file that knows MPI, in a module that sparsec-permanent loads under
/// mpirun. Ranks that wait sleep: most MPIs would spin, and rank 0 may share
/// its processors with them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Permanent/Team.h"

#include <chrono>
#include <cstdlib>
#include <mpi.h>
#include <numeric>
#include <thread>

namespace sparsec::permanent {
namespace {

void await(MPI_Request request) {
  std::chrono::microseconds pause(20);
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done)
      return;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(5000));
  }
}

class MpiTeam : public Team {
public:
  MpiTeam() {
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Comm here;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, own,
                        MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &ownHere);
    MPI_Comm_size(here, &allHere);
    MPI_Comm_free(&here);
  }
  ~MpiTeam() override { MPI_Finalize(); }

  int rank() const override { return own; }
  int ranks() const override { return all; }
  int localRank() const override { return ownHere; }
  int localRanks() const override { return allHere; }

  void broadcast(void *data, size_t bytes) override {
    MPI_Request request;
    MPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD,
               &request);
    await(request);
  }

  std::vector<double> gather(const std::vector<double> &mine) override {
    const int count = static_cast<int>(mine.size());
    std::vector<int> counts(all), places(all + 1);
    MPI_Request request;
    MPI_Igather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0,
                MPI_COMM_WORLD, &request);
    await(request);
    std::partial_sum(counts.begin(), counts.end(), places.begin() + 1);
    std::vector<double> together(own == 0 ? places.back() : 0);
    MPI_Gatherv(mine.data(), count, MPI_DOUBLE, together.data(), counts.data(),
                places.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return together;
  }

  [[noreturn]] void abort() override {
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
  }

private:
  int own = 0, all = 1, ownHere = 0, allHere = 1;
};

} // namespace
} // namespace sparsec::permanent

/// A Team that the caller owns.
extern "C" __attribute__((visibility("default"))) void *sparsec_join_team() {
  int level = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level))
    return nullptr;
  return new sparsec::permanent::MpiTeam;
}
