// The contract of a feed-forward network: what happens to each token by itself.
#pragma once

#include <memory>

#include "sextant/core/family.h"
#include "sextant/layers/linear.h"
#include "sextant/nn/chunk.h"
#include "sextant/nn/dimensions.h"
#include "sextant/nn/taps.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

/// What a feed-forward network needs besides its rows.
struct FeedSetting {
  Taps* taps = nullptr;
  Index block = 0;
  Index room = 0;    // rows of the largest chunk: memory is taken for them
  double share = 1;  // of one sample in the batch: a loss of the network's own counts by it
  const Chunk& chunk;
  const QuerySet& queries;

  /// Whether a row stands behind the end of its sample.
  bool is_padding(Index row) const {
    if (!chunk.ragged()) return false;
    const auto i = static_cast<std::size_t>(row);
    return queries.positions[i] >= chunk.length_of(queries.rows[i] / chunk.length);
  }
};

class FeedForward {
 public:
  virtual ~FeedForward() = default;

  /// y (rows, width) from x (rows, width). Where bias_after() is not nullptr, that bias is still to be added to y, by
  /// the pass that reads it.
  virtual void forward(View<const real> x, const FeedSetting& setting, View<real> y) = 0;
  virtual const real* bias_after() const { return nullptr; }
  /// The last forward's: dx = or += d loss / d x from d (rows, width) = d loss / d y. d and dx may be the same matrix
  /// unless changes_gradient(), which says that d is changed on the way.
  virtual void backward(View<const real> x, const FeedSetting& setting, View<real> d, View<real> dx, Write write) = 0;
  virtual bool changes_gradient() const { return false; }
  /// Multiply-adds of its products per token, on paper (nn/step_cost.h).
  virtual double cost_per_token() const = 0;
  /// A loss of the network's own for the rows of the last forward, `share` in it; its gradient comes with backward.
  virtual double auxiliary_loss() const { return 0; }
  /// Whether that loss is over all tokens of a sample, so that none may be left out.
  virtual bool counts_every_row() const { return false; }
};

/// Memory that lives only within one call, shared by the blocks so that it stays in the cache.
struct FeedScratch {
  Tensor d_hidden;  // (rows, hidden)
};

/// What a feed-forward network must know of the model it sits in.
struct FeedForwardContext {
  const ModelOptions& model;
  const Dimensions& dimensions;
  std::string name;  // of its parameters: "blocks.0.feed_forward"
  FeedScratch& scratch;
};

using MakeFeedForward = std::unique_ptr<FeedForward>(const Options& own, const FeedForwardContext& context,
                                                     Parameters& parameters);
const Family<MakeFeedForward>& feed_forwards();

}  // namespace sextant::nn::inline SEXTANT_PRECISION

/// In the .cpp of a feed-forward network: Class has a type OwnOptions and a constructor
/// (const OwnOptions&, const FeedForwardContext&, Parameters&).
#define SEXTANT_DEFINE_FEEDFORWARD(name, Class) SEXTANT_DEFINE_VARIANT(MakeFeedForward, name, Class)
