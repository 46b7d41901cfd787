// A job small enough to be trained many times in a test.
#pragma once

#include "sextant/init/initialiser.h"
#include "sextant/lab/assembly.h"
#include "sextant/train/trainer.h"

namespace sextant::test::inline SEXTANT_PRECISION {

inline Configuration make_small_job() {
  Configuration job(precision_name);
  job.model.width = 12;
  job.model.depth = 2;
  job.model.heads = 2;
  job.model.feed_forward = 20;
  job.train.steps = 24;
  job.train.batch = 21;  // odd: shards and chunks of different sizes
  job.train.chunk_rows = 12;
  job.train.record_every = 1;
  job.train.evaluate_every = 7;
  return job;
}

/// The trained weights after `steps` steps of a job.
inline std::vector<real> train_weights(const Configuration& job, Index steps) {
  Assembly assembly(job);
  assembly.session().initialise();
  for (Index step = 0; step < steps; ++step) assembly.session().make_step();
  const auto values = assembly.session().model().read_weights();
  return {values.begin(), values.end()};
}

/// The model of an assembly as the engine of this precision knows it.
inline Transformer& transformer_of(Assembly& assembly) {
  return dynamic_cast<Transformer&>(assembly.session().model());
}

/// The engine's own classes, made from a configuration without the boundary between.
struct EngineJob {
  explicit EngineJob(const Configuration& c)
      : configuration(c),
        task(task_family().find(c.task.kind).make(*c.task.own, c.seed())),
        trainer(*task, {.model = c.model,
                        .position = c.position,
                        .arrangement = make_arrangement(c.position.arrangement, *task),
                        .init = c.init,
                        .optimizer = c.optimizer,
                        .schedule = c.schedule,
                        .train = c.train,
                        .seed = c.seed()}) {}
  void initialise() {
    const auto initialiser =
        initialisers().find(configuration.init.kind).make(*configuration.init.own, configuration.model.depth);
    sextant::init::initialise(trainer.parameters(), *initialiser, configuration.position.sigma, configuration.seed());
  }

  Configuration configuration;
  std::unique_ptr<Task> task;
  Trainer trainer;
};

}  // namespace sextant::test::inline SEXTANT_PRECISION
