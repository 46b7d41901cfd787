// In the place of mpi_session.cpp where the program is built without MPI: says so, rather than letting every launched
// process start the same sweep.
#include "sextant/core/error.h"
#include "sextant/lab/sweep/mpi_launch.h"
#include "sextant/lab/sweep/mpi_session.h"

namespace sextant::lab {

std::string mpi_version() { return ""; }

struct MpiSession::Sending {};

MpiSession::MpiSession() {
  fail(
      "sweep: {} MPI processes were started, but this sextant was built without MPI; install libopenmpi-dev and "
      "rebuild, or start a single process",
      launched_processes());
}
MpiSession::~MpiSession() = default;
void MpiSession::send(Index, const Tree&) {}
void MpiSession::lose(Index) {}
std::optional<MpiSession::Letter> MpiSession::receive() { return std::nullopt; }

}  // namespace sextant::lab
