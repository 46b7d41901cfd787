// This process as one of several that mpirun or srun has started: who it is, and letters between them. The only place
// that knows MPI; mpi_session_absent.cpp stands in where the program was built without it.
#pragma once

#include <list>
#include <set>
#include <string>

#include "sextant/lab/sweep/mailbox.h"

namespace sextant::lab {

/// The library of this build, as "Open MPI v4.1.4"; empty where there is none.
std::string mpi_version();

class MpiSession final : public Mailbox {
 public:
  /// Every launched process makes one, and from then on talks to MPI in this thread only.
  MpiSession();
  /// Rank 0 dismisses the others; then each waits for all, unless one was lost: MPI_Finalize would wait for it too.
  ~MpiSession() override;
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  Index rank() const { return rank_; }
  Index size() const override { return size_; }

  void send(Index rank, const Tree& message) override;
  void lose(Index rank) override;
  std::optional<Letter> receive() override;

 private:
  struct Sending;  // a letter on its way, with the memory that MPI still reads
  void forget_sent();

  Index rank_ = 0;
  Index size_ = 1;
  std::set<Index> lost_;
  bool finalize_ = true;
  std::list<Sending> sending_;
};

}  // namespace sextant::lab
