// A batch worked on in gradient shards: contiguous parts of it, each with its own gradient sum, added up in a fixed
// order. The number of shards (train.gradient_shards) is part of the result, the number of threads is not.
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

class GradientShards {
 public:
  GradientShards(const ModelParts& parts, const TrainOptions& options);

  /// The model that owns the values; the other threads' models look at them.
  Transformer& model() { return *models_.front(); }

  /// Forward and backward of a whole batch: gradients of weight * summed loss, one sum per shard.
  Score forward_backward(const Batch& batch, const Pass& pass, real weight);
  /// Forward only.
  Score forward(const Batch& batch, const Pass& pass);

  /// Adds the shards in order into gradients() and returns the norm of the trainable ones, summed in double.
  double gather();
  std::span<const real> gradients() const {
    return {shards_.front().gradients.data(), shards_.front().gradients.size()};
  }

 private:
  struct Shard {
    AlignedVector<real> gradients;  // as long as all parameters
    Score score;
  };
  Score work(const Batch& batch, const Pass& pass, bool backward, real weight);
  void work_on_shard(Index shard, Transformer& model);

  std::vector<std::unique_ptr<Transformer>> models_;  // one per thread
  std::vector<Shard> shards_;
  Index chunk_rows_;
  WorkerPool pool_;
  // The current batch, for the threads.
  const Batch* batch_ = nullptr;
  Pass pass_;
  bool backward_ = false;
  real weight_ = 0;
};

}  // namespace sextant::train::inline SEXTANT_PRECISION
