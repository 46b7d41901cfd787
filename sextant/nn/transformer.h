// The transformer: embeddings, positions, blocks, readout and loss, with hand-written gradients.
//
// A batch is worked off in three acts, so that what depends on weights alone is computed once per batch:
//   begin_batch(batch, first, count)   positions fill their tables; distinct first rows are projected once
//   forward_chunk / backward_chunk     some samples at a time, small enough to stay in the cache
//   end_batch()                        gradients gathered in tables reach the parameters
#pragma once

#include <memory>
#include <span>

#include "sextant/data/batch.h"
#include "sextant/nn/model.h"
#include "sextant/positions/position.h"
#include "sextant/positions/position_options.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Transformer final : public Model {
 public:
  Transformer(const ModelOptions& model, const PositionOptions& position, const TaskShape& shape,
              const Arrangement& arrangement);
  ~Transformer() override;
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;

  Parameters& parameters();
  const Parameters& parameters() const;
  const char* precision() const override { return precision_name; }
  const TaskShape& shape() const override;
  const ModelOptions& options() const override;

  /// Tokens of the longest sample of the current batch part, with CLS.
  Index batch_length() const;
  /// The exact savings (last rows only, distinct first rows once); on by default, same mathematics either way.
  void set_savings(bool on);
  bool savings() const;
  /// Rows of the largest chunk that may come where samples differ in length; memory is taken for them.
  void set_most_rows(Index rows);
  /// nullptr: nobody listens.
  void set_taps(Taps* taps) override;

  /// Before each step of training, on the model that owns the values: encodings that depend on the step.
  void begin_step(std::uint64_t step);
  /// Samples [first, first+count) of `batch` are the ones that the chunks below will name; `batch` must
  /// stay alive until end_batch.
  void begin_batch(const Batch& batch, Index first, Index count, const Pass& pass) override;
  /// Forward for samples [first, first+count) of the batch: the summed loss and hits.
  Score forward_chunk(Index first, Index count) override;
  /// Backward of the last forward_chunk: adds d(weight * summed loss) to the gradients.
  void backward_chunk(real weight);
  /// The same from other gradients than those of the loss: d_outputs is as large as outputs().
  void backward_chunk(View<const real> d_outputs);
  void end_batch();

  /// Outputs of the last forward_chunk: one row per readout row (per sample; per token for `every`; per
  /// masked token for `masked`, in order; padding has none).
  View<const real> outputs() const;

  Table read_outputs() const override;

  std::vector<TensorFacts> tensors() const override;
  std::vector<double> read_weights() const override;
  void write_weights(std::span<const double> weights) override;

  /// The encoding of block `block` (the same object for all where shared or only at the first block).
  Position& position(Index block) const;
  Index encoding_of(Index block) const override;
  Geometry geometry(Index block) const override { return position(block).geometry(); }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Scored rows of samples [first, first+count), as forward would count them.
Index count_scored(const Batch& batch, const TaskShape& shape, Index first, Index count);

}  // namespace sextant::nn::inline SEXTANT_PRECISION
