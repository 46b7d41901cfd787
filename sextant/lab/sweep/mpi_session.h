// This process as one of several that mpirun or srun has started: who it is, and letters between them. The only place
// that knows MPI; mpi_session_absent.cpp stands in where the program was built without it.
#pragma once

#include <chrono>
#include <list>
#include <optional>
#include <set>
#include <string>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

/// Between two looks into the mailbox nobody burns a core.
constexpr auto time_between_looks = std::chrono::milliseconds(5);

/// The library of this build, as "Open MPI v4.1.4"; empty where there is none.
std::string mpi_version();

class MpiSession {
 public:
  /// Every launched process makes one, and from then on talks to MPI in this thread only.
  MpiSession();
  /// Rank 0 dismisses the others; then each waits for all, unless one was lost: MPI_Finalize would wait for it too.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  Index rank() const { return rank_; }
  Index size() const { return size_; }

  /// Does not wait for the other side, who may be gone.
  void send(Index rank, const Tree& message);
  /// Counts a rank as gone; should it still live, it is told to leave.
  void lose(Index rank);

  struct Letter {
    Index from = 0;
    Tree message;  // an object; null: leave
  };
  /// The next letter that has come, if one has.
  std::optional<Letter> receive();

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
