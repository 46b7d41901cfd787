// What a transformer is made of. Only transformer*.cpp include this.
#pragma once

#include <optional>
#include <vector>

#include "sextant/nn/attention/neighbours.h"
#include "sextant/nn/attention/plan.h"
#include "sextant/nn/latents.h"
#include "sextant/nn/readout.h"
#include "sextant/nn/transformer.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

struct Transformer::Impl {
  Impl(const ModelOptions& model, const PositionOptions& position, const TaskShape& task,
       const Arrangement& arrangement);
  Impl(const Impl&) = delete;  // its parts refer to each other
  Impl& operator=(const Impl&) = delete;

  // Declaration order is the order of the parameters.
  ModelOptions options;
  TaskShape shape;
  Dimensions dimensions;
  Parameters parameters;
  Embedding embedding;
  Encodings encodings;
  std::optional<Norm> embedding_norm;
  std::optional<Latents> latents;
  std::optional<Neighbours> neighbours;
  Scratch scratch;
  std::vector<Block> blocks;
  std::optional<Readout> readout;

  Entry entry;
  Flow flow;
  std::optional<AttentionPlan> plan;
  Tensor gathered_wanted;  // the last output at the rows that the readout reads

  bool savings = true;
  Index most_rows = 0;

  Block& block(Index number) { return blocks[static_cast<std::size_t>(number)]; }
  /// While somebody listens every row is there; latents leave nothing out.
  bool saves() const { return savings && !flow.taps && !latents; }
  bool reads_latents(Index number) const { return latents && number == 0; }

  void begin_chunk(Index first, Index count);
  void embed();
  void blocks_forward();
  void blocks_backward();
  Score head();
  void head_backward(real weight);

  void block_forward(Index number);
  void block_backward(Index number);
  void add_input(Index number);
  void input_backward(Index number);
  template <class Act>
  void with_setting(Index number, const Act& act);
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
