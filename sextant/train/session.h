// A model in training, as the laboratory drives it: draw, step, evaluate, save. Knows no number type; each engine
// brings its own (train/engine.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sextant/data/arrangement.h"
#include "sextant/init/audit.h"
#include "sextant/init/init_options.h"
#include "sextant/nn/model.h"
#include "sextant/positions/position_options.h"
#include "sextant/train/checkpoint_state.h"
#include "sextant/train/meter.h"
#include "sextant/train/optimizers/optimizer_options.h"
#include "sextant/train/schedules/schedule.h"
#include "sextant/train/train_options.h"

namespace sextant::train {

/// What a session is made of, besides its task.
struct SessionParts {
  ModelOptions model;
  PositionOptions position;
  Arrangement arrangement;
  InitOptions init;
  OptimizerOptions optimizer;
  ScheduleOptions schedule;
  TrainOptions train;
  std::uint64_t seed = 0;
};

class Session {
 public:
  virtual ~Session() = default;

  virtual Model& model() = 0;
  /// Draws every parameter and measures what was drawn; a mismatch with the declared laws is an error.
  virtual std::vector<AuditRow> initialise() = 0;

  /// Updates made so far, and to be made in all.
  virtual Index step() const = 0;
  virtual Index steps() const = 0;
  virtual void set_step(Index step) = 0;
  /// One step: batch, gradients, update. No allocation after the first.
  virtual StepReport make_step() = 0;
  /// All rows of a held-out split.
  virtual Metrics evaluate(const std::string& split) = 0;

  virtual void write_checkpoint(const std::string& path, const CheckpointState& state) = 0;
  /// Weights and optimiser of the file; an error leaves both as they were. The step is the caller's to set.
  virtual CheckpointState read_checkpoint(const std::string& path) = 0;
};

}  // namespace sextant::train
