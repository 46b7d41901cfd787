// A batch worked on in lanes: contiguous parts of it, each with its own gradient sum, added up in a fixed
// order. The number of lanes is part of the result, the number of threads is not.
#pragma once

#include "sextant/nn/transformer.h"
#include "sextant/train/train_options.h"
#include "sextant/train/worker_pool.h"

namespace sextant::train::inline SEXTANT_PRECISION {

/// What a model is built from.
struct ModelParts {
  ModelOptions model;
  PositionOptions position;
  TaskShape shape;
  Arrangement arrangement;
};

class GradientLanes {
 public:
  GradientLanes(const ModelParts& parts, const TrainOptions& options);

  /// The model that owns the values; the other threads' models look at them.
  Transformer& model() { return *models_.front(); }

  /// Forward and backward of a whole batch: gradients of weight * summed loss, one sum per lane.
  Score forward_backward(const Batch& batch, const Pass& pass, real weight);
  /// Forward only.
  Score forward(const Batch& batch, const Pass& pass);

  /// Adds the lanes in order into gradients() and returns the norm of the trainable ones, summed in double.
  double gather();
  std::span<const real> gradients() const { return {lanes_.front().gradients.data(), lanes_.front().gradients.size()}; }

 private:
  struct Lane {
    AlignedVector<real> gradients;  // as long as all parameters
    Score score;
  };
  Score work(const Batch& batch, const Pass& pass, bool backward, real weight);
  void work_on_lane(Index lane, Transformer& model);

  std::vector<std::unique_ptr<Transformer>> models_;  // one per thread
  std::vector<Lane> lanes_;
  Index chunk_samples_;
  WorkerPool pool_;
  // The current batch, for the threads.
  const Batch* batch_ = nullptr;
  Pass pass_;
  bool backward_ = false;
  real weight_ = 0;
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
