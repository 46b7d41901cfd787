// A model as whoever looks at it sees it: passes forward, activations, weights and positions, all in double. The engine
// of either precision stands behind it (nn/transformer.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/core/table.h"
#include "sextant/data/batch.h"
#include "sextant/layers/role.h"
#include "sextant/nn/model_options.h"
#include "sextant/nn/score.h"
#include "sextant/nn/taps.h"
#include "sextant/positions/geometry.h"

namespace sextant::nn {

/// What a pass is for: dropout and noise are keyed by it.
struct Pass {
  bool training = false;
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  double noise = 0;  // standard deviation of Gaussian noise on every block's input
};

/// One tensor of a model, described.
struct TensorFacts {
  std::string name;  // "blocks.0.attention.query.weight"
  Role role = Role::token;
  ParameterKind kind = ParameterKind::weight;
  Index rows = 0;
  Index columns = 0;
  bool trainable = true;
  Index offset = 0;  // into the flat weights

  Index size() const { return rows * columns; }
};

class Model {
 public:
  virtual ~Model() = default;

  /// "float" or "double": the engine behind it.
  virtual const char* precision() const = 0;
  virtual const TaskShape& shape() const = 0;
  virtual const ModelOptions& options() const = 0;

  /// nullptr: nobody listens.
  virtual void set_taps(Taps* taps) = 0;
  /// Samples [first, first+count) of `batch` are the ones that the chunks below will name; `batch` must
  /// stay alive until the last of them.
  virtual void begin_batch(const Batch& batch, Index first, Index count, const Pass& pass) = 0;
  /// Forward for samples [first, first+count) of the batch: the summed loss and hits.
  virtual Score forward_chunk(Index first, Index count) = 0;
  /// Outputs of the last pass: one row per readout row (per sample; per token for `every`; per masked token for
  /// `masked`, in order).
  virtual Table read_outputs() const = 0;

  virtual std::vector<TensorFacts> tensors() const = 0;
  /// All weights, one tensor after the other, each at its offset.
  virtual std::vector<double> read_weights() const = 0;
  virtual void write_weights(std::span<const double> weights) = 0;

  /// Which encoding serves a block: blocks that share one have the same number.
  virtual Index encoding_of(Index block) const = 0;
  /// Vectors or distances of that encoding.
  virtual Geometry geometry(Index block) const = 0;

  /// Forward of a whole batch in one chunk.
  Score forward(const Batch& batch, const Pass& pass = {}) {
    begin_batch(batch, 0, batch.samples, pass);
    return forward_chunk(0, batch.samples);
  }
  /// The tensor of that name; an Error with the nearest name where there is none.
  TensorFacts find(std::string_view name) const;
  /// Its values, (rows, columns).
  Table read(const TensorFacts& tensor) const;
};

}  // namespace sextant::nn
