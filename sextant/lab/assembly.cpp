// From options to objects.
#include "sextant/lab/assembly.h"

namespace sextant::lab::inline SEXTANT_PRECISION {

Arrangement make_arrangement(const std::string& text, const Task& task) {
  return text == "task" ? task.true_positions() : Arrangement::parse(text, task.shape().length);
}

Assembly::Assembly(const Configuration& configuration) : configuration_(configuration) {
  const auto& c = configuration_;
  require(c.general.precision == precision_name, "precision: this is the {} library, but the configuration requests {}",
          precision_name, c.general.precision);
  task_ = task_family().find(c.task.kind).make(*c.task.own, c.seed());
  trainer_ =
      std::make_unique<Trainer>(*task_, TrainerParts{.model = c.model,
                                                     .position = c.position,
                                                     .arrangement = make_arrangement(c.position.arrangement, *task_),
                                                     .optimizer = c.optimizer,
                                                     .schedule = c.schedule,
                                                     .train = c.train,
                                                     .seed = c.seed()});
}

std::vector<AuditRow> Assembly::initialise() {
  const auto& c = configuration_;
  const auto initialiser = initialisers().find(c.init.kind).make(*c.init.own, c.model.depth);
  Parameters& parameters = trainer_->parameters();
  sextant::initialise(parameters, *initialiser, c.position.sigma, c.seed());
  auto rows = audit(parameters, *initialiser, c.position.sigma);
  require_audit(rows);
  return rows;
}

}  // namespace sextant::lab::inline SEXTANT_PRECISION
