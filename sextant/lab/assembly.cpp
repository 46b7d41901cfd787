#include "sextant/lab/assembly.h"

#include "sextant/core/error.h"

namespace sextant::lab {

Arrangement make_arrangement(const std::string& text, const Task& task) {
  return text == "task" ? task.true_positions() : Arrangement::parse(text, task.shape().length);
}

SessionParts session_parts(const Configuration& configuration, const Task& task) {
  const auto& c = configuration;
  return {.model = c.model,
          .position = c.position,
          .arrangement = make_arrangement(c.position.arrangement, task),
          .init = c.init,
          .optimizer = c.optimizer,
          .schedule = c.schedule,
          .train = c.train,
          .seed = c.seed()};
}

Assembly::Assembly(const Configuration& configuration) : configuration_(configuration) {
  const auto& c = configuration_;
  task_ = task_family().find(c.task.kind).make(*c.task.own, c.seed());
  session_ = engine(c.general.precision).make_session(*task_, session_parts(c, *task_));
}

}  // namespace sextant::lab
