// From the stream to the loss: final norm, pooling, the output projection (own or tied to the token table),
// cross-entropy or squared error.
#pragma once

#include "sextant/data/batch.h"
#include "sextant/layers/linear.h"
#include "sextant/nn/chunk.h"
#include "sextant/nn/norm.h"
#include "sextant/nn/score.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Readout {
 public:
  /// `tied` is the token table, or nullptr for a readout of its own.
  Readout(const ModelOptions& options, const Dimensions& dimensions, const TaskShape& shape, Parameters& parameters,
          Parameter* tied);

  /// outputs and loss from the stream at the wanted rows (queries, width).
  Score forward(View<const real> stream, const Chunk& chunk, const Batch& batch, Taps* taps);
  /// d_stream (queries, width) = weight * d(summed loss) / d stream
  void backward(real weight, const Chunk& chunk, View<real> d_stream);
  View<const real> outputs() const { return saved_outputs_.view(); }
  /// Puts other gradients in the place of the loss's.
  void set_gradient(View<const real> d_outputs) { copy_to(d_outputs, d_outputs_.view()); }

 private:
  void pool(View<const real> rows, const Chunk& chunk, View<real> pooled) const;
  void unpool(View<const real> d_pooled, const Chunk& chunk, View<real> d_rows) const;
  Score cross_entropy(const Chunk& chunk, const Batch& batch);
  Score squared_error(const Chunk& chunk, const Batch& batch);
  Index batch_row(Index row, const Chunk& chunk) const;

  TaskShape shape_;
  bool cls_;
  bool has_norm_;
  Norm norm_;
  Parameter* weight_ = nullptr;  // (outputs, width)
  Parameter* bias_ = nullptr;
  Tensor saved_normed_;   // (queries, width)
  Tensor saved_pooled_;   // (samples, width)
  Tensor saved_outputs_;  // (rows, outputs)
  Tensor d_outputs_;      // (rows, outputs) of the summed loss
  Tensor d_normed_;
  Tensor d_pooled_;
  View<const real> saved_input_;  // of the projection
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
