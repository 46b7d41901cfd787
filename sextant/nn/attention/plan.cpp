// What the plan decides, and the two ends of a batch.
#include "sextant/nn/attention/plan.h"

#include <algorithm>

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

// Rows that the readout will read in this part of the batch.
Index count_wanted(const Flow& flow) {
  const ReadoutPlace place = flow.shape.readout;
  if (place == ReadoutPlace::last || place == ReadoutPlace::cls) return flow.sample_count;
  if (place != ReadoutPlace::masked) return flow.sample_count * flow.length;
  const auto first = flow.batch->masked.begin() + flow.first_sample * flow.shape.length;
  return static_cast<Index>(
      std::count_if(first, first + flow.sample_count * flow.shape.length, [](auto m) { return m != 0; }));
}

}  // namespace

AttentionPlan::AttentionPlan(const Encodings& encodings, Entry& entry, std::vector<Block>& blocks)
    : encodings_(encodings), entry_(entry), blocks_(blocks) {
  stem_.blocks.resize(blocks.size());
}

bool AttentionPlan::can_use_distinct(const Flow& flow) const {
  if (encodings_.at(0) && encodings_.at(0)->needs_inputs()) return false;  // of whole samples
  return covers(0) && flow.shape.input != InputKind::values && !flow.drops(flow.model.dropout_position) &&
         flow.pass.noise == 0 &&
         (flow.shape.features + Embedding::special_count) * flow.length <= DistinctRows::most_pairs;
}

bool AttentionPlan::can_use_affine(const Flow& flow) const {
  // a masked row is no value of 0
  const bool bends = flow.dimensions.pre_norm || entry_.normalises() || flow.model.mask_vector;
  return covers(0) && flow.shape.input == InputKind::values && flow.shape.features == 1 && !bends &&
         !flow.drops(flow.model.dropout_position) && flow.pass.noise == 0;
}

bool AttentionPlan::can_use_stem(const Flow& flow) const {
  const ReadoutPlace place = flow.shape.readout;  // the last token of a sample of one is its first
  const bool reads_first = place == ReadoutPlace::pooled || place == ReadoutPlace::cls ||
                           ((place != ReadoutPlace::last || flow.shape.ragged) && !flow.model.cls) || flow.length == 1;
  // By the tokens there may be, not those there are, so that batches of one size are all computed alike; 4 : 3 because
  // the stem goes forward twice.
  const bool pays = 4 * (flow.shape.features + Embedding::special_count) < 3 * flow.sample_count;
  const auto depth = static_cast<Index>(blocks_.size());
  bool all_covered = true;
  for (Index block = 0; block < depth; ++block)
    all_covered = all_covered && covers(block) && !blocks_[static_cast<std::size_t>(block)].counts_every_row();
  return pays && all_covered && distinct_in_use_ && flow.model.causal && depth > 1 && !reads_first &&
         !flow.drops(flow.model.dropout_attention) && !flow.drops(flow.model.dropout_residual);
}

// The first block may do without the table of distinct rows.
void AttentionPlan::choose_forms(const Flow& flow) {
  const Index rows = flow.sample_count * flow.length;
  const auto depth = static_cast<Index>(blocks_.size());
  affine_in_use_ = false;
  for (Index block = 0; block < depth; ++block) {
    if (!covers(block)) continue;
    const Attention::Form form =
        attention(block).cheapest_form({.rows = rows,
                                        .queries = block == depth - 1 ? count_wanted(flow) : rows,
                                        .distinct = is_picked(block) ? distinct_.count() : 0,
                                        .affine = block == 0 && can_use_affine(flow),
                                        .drops_pattern = flow.drops(flow.model.dropout_attention),
                                        .position = encodings_.at(block)});
    if (block == 0 && form == Attention::Form::lean) distinct_in_use_ = false;
    if (block == 0) affine_in_use_ = form == Attention::Form::affine;
    attention(block).prepare(form);
  }
}

void AttentionPlan::begin_batch(Flow& flow, bool saves, const ThroughBlocks& forward) {
  saves_ = saves;
  distinct_in_use_ = can_use_distinct(flow);
  if (distinct_in_use_)
    distinct_.find(flow.ids, Embedding::special_count, flow.shape.features + Embedding::special_count, flow.length);
  choose_forms(flow);
  if (distinct_in_use_) prepare_distinct(flow);
  if (affine_in_use_) prepare_affine(flow);
  stem_.in_use = can_use_stem(flow);
  if (stem_.in_use) prepare_stem(flow, forward);
}

void AttentionPlan::end_batch(Flow& flow, const ThroughBlocks& forward, const ThroughBlocks& backward) {
  if (stem_.in_use) finish_stem(flow, forward, backward);
  if (distinct_in_use_) finish_distinct(flow);
  if (affine_in_use_) finish_affine(flow);
  for (Index block = 0; block < static_cast<Index>(blocks_.size()); ++block)
    if (covers(block)) attention(block).finish();
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
