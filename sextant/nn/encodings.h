// The positional encodings of a model: one for the first block, one shared by all, or one per block.
#pragma once

#include <memory>
#include <vector>

#include "sextant/nn/dimensions.h"
#include "sextant/nn/model.h"
#include "sextant/positions/position.h"
#include "sextant/positions/position_options.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class Encodings {
 public:
  /// `arrangement` is that of the tokens, CLS among them.
  Encodings(const ModelOptions& model, const Dimensions& dimensions, const PositionOptions& position,
            const Arrangement& arrangement, Parameters& parameters);

  /// Before each step of training, on the model that owns the values.
  void begin_step(std::uint64_t step);
  /// Once per batch, after the weights changed; and once after the last backward.
  void prepare(const Batch& batch, const Pass& pass, const TaskShape& shape, bool cls);
  void finish();

  /// nullptr where the block has none, or none that can act there.
  Position* at(Index block) const { return of_block_[static_cast<std::size_t>(block)]; }
  bool adds(Index block) const { return at(block) && at(block)->adds_to_embeddings(); }
  /// That of a block, or the first: what it has, whether it acts there or not. Blocks that share one have its number.
  Position& serving(Index block) const { return at(block) ? *at(block) : *own_.front(); }
  Index number(Index block) const;

 private:
  std::vector<std::unique_ptr<Position>> own_;
  std::vector<Position*> of_block_;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
