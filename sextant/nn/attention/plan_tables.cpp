// The first block on a table instead of on the rows of samples: of its distinct rows (distinct_rows.h), or of rows that
// are affine in a real value (affine_rows.h). Tables are embedded and projected before the first chunk; gradients are
// gathered in tables of the same shapes and go back after the last.
#include <algorithm>
#include <numeric>

#include "sextant/nn/attention/plan.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

bool AttentionPlan::enter(Flow& flow) {
  if (affine_in_use_) {
    affine_.set_inputs(flow.fill_values(), flow.chunk.room);
    Tensor& x = flow.rows.front();
    x.reserve(flow.chunk.room, flow.dimensions.width);
    affine_.look_up(table_.view(), x.shape(flow.chunk.rows(), flow.dimensions.width));
  }
  return affine_in_use_ || distinct_in_use_;
}

void AttentionPlan::prepare_distinct(Flow& flow) {
  const Index rows = distinct_.count();
  const Index width = flow.dimensions.width;
  const Index most = std::min((flow.shape.features + Embedding::special_count) * flow.dimensions.length,
                              static_cast<Index>(flow.ids.size()));
  for (Tensor* tensor : {&table_, &d_table_}) tensor->reserve(most, width);
  entry_.forward({distinct_.ids(), {}, distinct_.positions()}, flow, table_.shape(rows, width));
  blocks_[0].reserve(most);
  blocks_[0].project(table_.view(), nullptr);
  d_table_.shape_zero(rows, width);
  const Index q_width = attention(0).q().columns;
  d_table_q_.reserve(most, q_width);
  d_table_q_.shape_zero(rows, q_width);
  const Index key_value_width = attention(0).key_value_width();
  d_table_key_value_.reserve(most, key_value_width);
  d_table_key_value_.shape_zero(rows, key_value_width);
}

void AttentionPlan::finish_distinct(Flow& flow) {
  blocks_[0].project_backward(table_.view(), nullptr, d_table_q_.view(), d_table_key_value_.view(), d_table_.view());
  entry_.backward({distinct_.ids(), {}, distinct_.positions()}, flow, d_table_.view());
}

// The distinct row of each row of this chunk.
RowIndex AttentionPlan::cells(const Flow& flow) const {
  if (stem_.at_work) return stem_.cells;
  return distinct_.index((flow.chunk.first_sample - flow.first_sample) * flow.chunk.length, flow.chunk.rows());
}

// q, keys, values and residual of this chunk, picked from the table of distinct rows.
View<const real> AttentionPlan::pick(const Flow& flow) {
  const Index room = flow.chunk.room, rows = flow.chunk.rows();
  const QuerySet& queries = flow.queries(0);
  const auto gather = [&](View<const real> from, RowIndex index, Index count, Tensor& to) {
    to.reserve(room, from.columns);
    gather_rows(from, index, to.shape(count, from.columns));
  };
  gather(attention(0).keys(blocks_[0].mixer_input(table_.view())), cells(flow), rows, picked_keys_);
  gather(attention(0).values(blocks_[0].mixer_input(table_.view())), cells(flow), rows, picked_values_);
  query_cells_.reserve(static_cast<std::size_t>(room));
  query_cells_.clear();
  for (const std::int32_t row : queries.rows) query_cells_.push_back(cells(flow)[static_cast<std::size_t>(row)]);
  gather(attention(0).q(), query_cells_, queries.count(), picked_q_);
  gather(table_.view(), query_cells_, queries.count(), picked_residual_);
  return picked_residual_.view();
}

Entrants AttentionPlan::affine_entrants() const { return {place_ids_, zero_values_.view(), places_}; }

// Embeds and projects a value of 0 at each position, and the weight of the value behind them.
void AttentionPlan::prepare_affine(Flow& flow) {
  const Index width = flow.dimensions.width, length = flow.length;
  // Later batches may be longer than this one.
  const Index most = flow.dimensions.length + 1;
  for (Tensor* tensor : {&table_, &d_table_, &d_table_q_}) tensor->reserve(most, width);
  zero_values_.reserve(most, 1);
  place_ids_.reserve(static_cast<std::size_t>(most));
  places_.reserve(static_cast<std::size_t>(most));
  place_ids_.assign(static_cast<std::size_t>(length), Embedding::blank);
  if (flow.model.cls) place_ids_[0] = Embedding::cls;
  places_.resize(static_cast<std::size_t>(length));
  std::iota(places_.begin(), places_.end(), 0);
  zero_values_.shape_zero(length, 1);
  const View<real> rows = table_.shape(length + 1, width);
  entry_.forward(affine_entrants(), flow, rows.slice_rows(0, length));
  std::copy_n(entry_.table().value.data, width, rows.row(length));
  blocks_[0].reserve(most);
  d_table_key_value_.reserve(most, attention(0).key_value_width());
  affine_.reserve(most);
  blocks_[0].project(rows, nullptr);
  affine_.prepare(attention(0).q(), attention(0).keys(rows), flow.dimensions.attention_scale);
  d_table_.shape_zero(length + 1, width);
  d_table_q_.shape(length + 1, width);
  d_table_key_value_.shape_zero(length + 1, attention(0).key_value_width());
}

void AttentionPlan::finish_affine(Flow& flow) {
  const View<real> rows = table_.view(), d_rows = d_table_.view();
  const Index length = rows.rows - 1;
  affine_.finish(attention(0).q(), attention(0).keys(rows), d_table_q_.view(),
                 attention(0).keys_in(d_table_key_value_.view()));
  blocks_[0].project_backward(rows, nullptr, d_table_q_.view(), d_table_key_value_.view(), d_rows);
  entry_.backward(affine_entrants(), flow, d_rows.slice_rows(0, length));
  add_column_sums(d_rows.slice_rows(length, 1), entry_.table().gradient.data);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
