// A configuration made real: its task, and a trainer with the model inside.
#pragma once

#include "sextant/lab/configuration.h"
#include "sextant/train/trainer.h"

namespace sextant::lab::inline SEXTANT_PRECISION {

class Assembly {
 public:
  explicit Assembly(const Configuration& configuration);

  /// Draws every parameter and measures what was drawn; a mismatch with the declared laws is an error.
  std::vector<AuditRow> initialise();

  const Configuration& configuration() const { return configuration_; }
  Task& task() { return *task_; }
  Trainer& trainer() { return *trainer_; }

 private:
  Configuration configuration_;
  std::unique_ptr<Task> task_;
  std::unique_ptr<Trainer> trainer_;
};

/// Where the tokens stand, for position.arrangement: "task" asks the task itself.
Arrangement make_arrangement(const std::string& text, const Task& task);

}  // namespace sextant::lab::inline SEXTANT_PRECISION
