// A job small enough to be trained many times in a test.
#pragma once

#include "sextant/lab/assembly.h"

namespace sextant::test::inline SEXTANT_PRECISION {

inline Configuration make_small_job() {
  Configuration job;
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
  assembly.initialise();
  for (Index step = 0; step < steps; ++step) assembly.trainer().make_step();
  const auto values = assembly.trainer().parameters().values();
  return {values.begin(), values.end()};
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
