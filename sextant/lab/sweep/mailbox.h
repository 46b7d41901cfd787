// Letters between the processes of one sweep. Rank 0 hands out the runs, the others train them.
#pragma once

#include <chrono>
#include <optional>

#include "sextant/core/index.h"
#include "sextant/core/tree.h"

namespace sextant::lab {

/// Between two looks into the mailbox nobody burns a core.
constexpr auto time_between_looks = std::chrono::milliseconds(5);

class Mailbox {
 public:
  virtual ~Mailbox() = default;

  /// Processes in all.
  virtual Index size() const = 0;
  /// Does not wait for the other side, who may be gone.
  virtual void send(Index rank, const Tree& message) = 0;
  /// Counts a rank as gone; should it still live, it is told to leave.
  virtual void lose(Index rank) = 0;

  struct Letter {
    Index from = 0;
    Tree message;  // an object; null: leave
  };
  /// The next letter that has come, if one has.
  virtual std::optional<Letter> receive() = 0;
};

}  // namespace sextant::lab
