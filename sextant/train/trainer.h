// The training step and the evaluation of a model on a task. What a step does is a function of the weights,
// the seed and the step's number, so a trainer can be stopped and set to any step of a checkpoint.
#pragma once

#include "sextant/tasks/task.h"
#include "sextant/train/gradient_shards.h"
#include "sextant/train/optimizers/optimizer.h"
#include "sextant/train/schedules/schedule.h"
#include "sextant/train/session.h"

namespace sextant::train::inline SEXTANT_PRECISION {

class Trainer {
 public:
  /// The parameters are laid out but not yet drawn; `task` must outlive the trainer.
  Trainer(Task& task, const SessionParts& parts);

  Transformer& model() { return shards_.model(); }
  Parameters& parameters() { return shards_.model().parameters(); }
  Optimizer& optimizer() { return *optimizer_; }

  /// Updates made so far, and to be made in all.
  Index step() const { return step_; }
  Index steps() const { return steps_; }
  void set_step(Index step) { step_ = step; }

  /// One step: batch, gradients, update. No allocation after the first.
  StepReport make_step();
  /// All rows of a held-out split.
  Metrics evaluate(const std::string& split);

 private:
  Metrics metrics_of(const Score& score) const;
  std::string name_fault(double loss, double norm);

  Task& task_;
  TaskShape shape_;
  TrainOptions options_;
  double base_rate_;
  std::uint64_t seed_;
  GradientShards shards_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<Schedule> schedule_;
  Index steps_;
  Index step_ = 0;
  Batch batch_;
  Batch evaluation_batch_;
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
