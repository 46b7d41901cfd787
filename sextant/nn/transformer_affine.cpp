// First rows that are affine in a real-valued input (sextant/nn/affine_rows.h): their tables before the first chunk and
// after the last.
#include <numeric>

#include "sextant/nn/transformer_impl.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

bool Transformer::Impl::can_use_affine() const {
  const bool bends = dimensions.pre_norm || embedding_norm || options.mask_vector;  // a masked row is no value of 0
  return planned(0) && shape.input == InputKind::values && shape.features == 1 && !bends &&
         !drops(options.dropout_position) && pass.noise == 0;
}

// Embeds and projects a value of 0 at each position, and the weight of the value behind them.
void Transformer::Impl::prepare_affine() {
  const Index width = dimensions.width;
  // Later batches may be longer than this one.
  const Index most = dimensions.length + 1;
  for (Tensor* tensor : {&table, &d_table, &d_table_q}) tensor->reserve(most, width);
  zero_values.reserve(most, 1);
  place_ids.reserve(static_cast<std::size_t>(most));
  places.reserve(static_cast<std::size_t>(most));
  place_ids.assign(static_cast<std::size_t>(length), Embedding::blank);
  if (options.cls) place_ids[0] = Embedding::cls;
  places.resize(static_cast<std::size_t>(length));
  std::iota(places.begin(), places.end(), 0);
  const View<real> rows = table.shape(length + 1, width);
  enter(place_ids, zero_values.shape_zero(length, 1), places, rows.slice_rows(0, length));
  std::copy_n(embedding.table()->value.data, width, rows.row(length));
  Attention& attention = blocks[0].attention();
  blocks[0].reserve(most);
  d_table_key_value.reserve(most, attention.key_value_width());
  affine.reserve(most);
  blocks[0].project(rows, {}, true);
  affine.prepare(attention.q(), attention.keys(), dimensions.attention_scale);
  d_table.shape_zero(length + 1, width);
  d_table_q.shape(length + 1, width);
  d_table_key_value.shape_zero(length + 1, attention.key_value_width());
}

void Transformer::Impl::finish_affine() {
  const View<real> d_rows = d_table.view();
  affine.finish(d_table_q.view(), blocks[0].attention().keys_in(d_table_key_value.view()));
  blocks[0].project_backward(d_table_q.view(), d_table_key_value.view(), d_rows);
  enter_backward(places, d_rows.slice_rows(0, length));
  add_column_sums(d_rows.slice_rows(length, 1), embedding.table()->gradient.data);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
