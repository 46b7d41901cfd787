// A configuration made real: its task, and a session with the model inside.
#pragma once

#include "sextant/lab/configuration.h"
#include "sextant/train/engine.h"

namespace sextant::lab {

class Assembly {
 public:
  explicit Assembly(const Configuration& configuration);

  const Configuration& configuration() const { return configuration_; }
  Task& task() { return *task_; }
  Session& session() { return *session_; }

 private:
  Configuration configuration_;
  std::unique_ptr<Task> task_;
  std::unique_ptr<Session> session_;
};

/// What the session of a configuration is made of, besides its task.
SessionParts session_parts(const Configuration& configuration, const Task& task);

/// Where the tokens stand, for position.arrangement: "task" asks the task itself.
Arrangement make_arrangement(const std::string& text, const Task& task);

}  // namespace sextant::lab
