// The exact savings of attention (docs/adr/0005-exact-savings.md), decided once per batch: which form each block's
// attention takes; whether the first block works on a table of its distinct rows, or of rows that are affine in a
// value; whether position 0 of all samples, the stem, is computed apart. The blocks that the plan covers are computed
// by it, in two acts (nn/block.h), instead of by the contract of mixers.
#pragma once

#include <functional>
#include <vector>

#include "sextant/nn/attention/distinct_rows.h"
#include "sextant/nn/attention/stem.h"
#include "sextant/nn/block.h"
#include "sextant/nn/entry.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

class AttentionPlan {
 public:
  AttentionPlan(const Encodings& encodings, Entry& entry, std::vector<Block>& blocks);

  /// Sends the chunk of the flow through all blocks, forward or backward: the stem is such a chunk.
  using ThroughBlocks = std::function<void()>;
  /// Before the first chunk, after the weights changed; `saves`: the plan may skip rows whose outputs are not used.
  void begin_batch(Flow& flow, bool saves, const ThroughBlocks& forward);
  /// After the last chunk's backward: what was gathered in tables and in the stem goes back.
  void end_batch(Flow& flow, const ThroughBlocks& forward, const ThroughBlocks& backward);

  bool covers(Index block) const { return saves_ && blocks_[static_cast<std::size_t>(block)].has_attention(); }
  /// Whether chunks go without their rows at position 0.
  bool leaves_out_first() const { return stem_.in_use; }
  /// Before a chunk's forward: makes the first block's input where it comes from a table. False: it must be embedded.
  bool enter(Flow& flow);

  /// A covered block: from flow.input to flow.output.
  void forward(Index block, Flow& flow, const MixSetting& setting, const ResidualDropout& dropout);
  /// flow.d, d loss / d output, becomes d loss / d input. False: it went into a table, and is to go no further.
  bool backward(Index block, Flow& flow, const MixSetting& setting, const ResidualDropout& dropout);

 private:
  Attention& attention(Index block) { return blocks_[static_cast<std::size_t>(block)].attention(); }
  bool is_picked(Index block) const { return block == 0 && distinct_in_use_; }
  bool is_affine(Index block) const { return block == 0 && affine_in_use_; }

  // plan.cpp
  bool can_use_distinct(const Flow& flow) const;
  bool can_use_affine(const Flow& flow) const;
  bool can_use_stem(const Flow& flow) const;
  void choose_forms(const Flow& flow);

  // plan_blocks.cpp
  MixSetting own_setting(Index block, const MixSetting& setting);
  Attention::Mixture mixture_of(Index block, const Flow& flow);

  // plan_tables.cpp
  void prepare_distinct(Flow& flow);
  void finish_distinct(Flow& flow);
  void prepare_affine(Flow& flow);
  void finish_affine(Flow& flow);
  Entrants affine_entrants() const;
  RowIndex cells(const Flow& flow) const;
  View<const real> pick(const Flow& flow);

  // plan_stem.cpp
  void prepare_stem(Flow& flow, const ThroughBlocks& forward);
  void finish_stem(Flow& flow, const ThroughBlocks& forward, const ThroughBlocks& backward);
  void find_first_tokens(const Flow& flow);
  void begin_stem(Flow& flow);
  void complete_key_value(Index block, const Flow& flow);
  View<const real> split_gradient(Index block, const Flow& flow, View<real> d);

  const Encodings& encodings_;
  Entry& entry_;
  std::vector<Block>& blocks_;

  bool saves_ = false;
  bool distinct_in_use_ = false;
  bool affine_in_use_ = false;
  DistinctRows distinct_;
  AffineRows affine_;  // on tables of a row per position, and one for the weight of the value
  Stem stem_;

  Tensor table_;    // (rows of the table, width) the first block's input: distinct rows, or affine ones
  Tensor d_table_;  // and gradients gathered over the chunks
  Tensor d_table_q_;
  Tensor d_table_key_value_;
  std::vector<std::int32_t> place_ids_, places_;  // of the affine rows per position
  Tensor zero_values_;                            // and their inputs

  Tensor picked_q_, picked_keys_, picked_values_, picked_residual_;  // the first block's, of a chunk
  std::vector<std::int32_t> query_cells_;                            // distinct rows of the queries
  Tensor dq_, d_key_value_;
};

}  // namespace sextant::nn::inline SEXTANT_PRECISION
