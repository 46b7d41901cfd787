#include "sextant/nn/block.h"

#include "sextant/math/dropout.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {

Block::Block(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters, Index number,
             Scratch& scratch)
    : dimensions_(dimensions),
      dropout_rate_(options.dropout_residual),
      number_(number),
      scratch_(scratch),
      norm1_(parameters, fmt::format("blocks.{}.norm1", number), dimensions, options.norm_epsilon),
      attention_(options, dimensions, parameters, fmt::format("blocks.{}.attention", number)),
      norm2_(parameters, fmt::format("blocks.{}.norm2", number), dimensions, options.norm_epsilon),
      feed_forward_(options, dimensions, parameters, fmt::format("blocks.{}.feed_forward", number)) {}

void Block::reserve(Index rows) {
  if (dimensions_.pre_norm) {
    saved_normalised_input_.reserve(rows, dimensions_.width);
    scratch_.d_normalised.reserve(rows, dimensions_.width);
  }
  norm1_.reserve(rows, dimensions_.width);
  saved_query_input_.reserve(rows, dimensions_.width);
  scratch_.d_query_input.reserve(rows, dimensions_.width);
  attention_.reserve(rows);
}

void Block::project(View<const real> x, RowIndex query_rows, bool all) {
  saved_query_rows_ = query_rows;
  saved_all_ = all;
  saved_input_ = x;
  if (dimensions_.pre_norm) {
    const View<real> normalised = saved_normalised_input_.shape(x.rows, x.columns);
    norm1_.forward(x, nullptr, {}, {}, normalised);
    saved_input_ = normalised;
  }
  View<const real> query_input = saved_input_;
  if (!all) {
    saved_query_input_.reserve(x.rows, x.columns);
    const View<real> gathered = saved_query_input_.shape(static_cast<Index>(query_rows.size()), x.columns);
    gather_rows(saved_input_, query_rows, gathered);
    query_input = gathered;
  }
  attention_.reserve(x.rows);
  attention_.project(query_input, saved_input_);
}

void Block::project_backward(View<const real> dq, View<const real> d_key_value, View<real> dx) {
  View<real> d_input = dx;
  if (dimensions_.pre_norm) d_input = scratch_.d_normalised.shape_zero(dx.rows, dx.columns);
  if (saved_all_) {
    attention_.project_backward(saved_input_, saved_input_, dq, d_key_value, d_input, d_input);
  } else {
    scratch_.d_query_input.reserve(dx.rows, dx.columns);
    const View<real> d_query_input = scratch_.d_query_input.shape_zero(dq.rows, dx.columns);
    attention_.project_backward(saved_query_input_.view(), saved_input_, dq, d_key_value, d_query_input, d_input);
    scatter_add_rows(d_query_input, saved_query_rows_, d_input);
  }
  if (dimensions_.pre_norm) norm1_.backward(d_input, dx, Write::add);
}

void Block::drop_rows(View<real> x, const Random& random, const Attention::Setting& setting) const {
  for (Index i = 0; i < x.rows; ++i)
    drop(x.slice_rows(i, 1), dropout_rate_, random,
         setting.chunk.first_row() + setting.queries.rows[static_cast<std::size_t>(i)]);
}

void Block::mix(const Attention::Mixture& mixture, View<const real> residual, const Attention::Setting& setting,
                const ResidualDropout& dropout, View<real> y) {
  const Index rows = residual.rows;
  const Index width = dimensions_.width;
  const Index most = setting.chunk.room;  // queries may be fewer in this chunk than in the next
  Taps* taps = setting.taps;

  if (!dimensions_.pre_norm) norm1_.reserve(most, width);
  norm2_.reserve(most, width);
  feed_forward_.reserve(most);
  scratch_.sublayer.reserve(most, width);
  const View<real> sublayer = scratch_.sublayer.shape(rows, width);
  saved_mixed_.reserve(most, attention_.mixed_width());
  const View<real> mixed = saved_mixed_.shape(rows, attention_.mixed_width());
  attention_.mix(mixture, setting, mixed);
  tell(taps, number_, "attention.mixed", mixed);
  View<real> attended = mixed;  // which must stay, so what is written into is a copy
  const bool writes = taps || dropout.attention;
  if (attention_.projects_output() || writes) attended = sublayer;
  if (attention_.projects_output())
    attention_.output(mixed, attended);
  else if (writes)
    copy_to(mixed, attended);
  const real* bias = attention_.output_bias();
  if (writes) {
    add_bias(attended, bias);
    bias = nullptr;
  }
  tell(taps, number_, "attention.output", attended);
  if (dropout.attention) drop_rows(attended, *dropout.attention, setting);

  saved_middle_.reserve(most, width);
  const View<real> middle = saved_middle_.shape(rows, width);
  View<real> feed_forward_input = middle;
  if (dimensions_.pre_norm) {
    saved_feed_forward_input_.reserve(most, width);
    feed_forward_input = saved_feed_forward_input_.shape(rows, width);
    norm2_.forward(attended, bias, residual, middle, feed_forward_input);
  } else {
    norm1_.forward(attended, bias, residual, {}, middle);
  }
  tell(taps, number_, "residual_middle", middle);

  feed_forward_.forward(feed_forward_input, sublayer, taps, number_);
  bias = feed_forward_.bias_after();
  if (taps || dropout.feed_forward) {
    add_bias(sublayer, bias);
    bias = nullptr;
  }
  tell(taps, number_, "feed_forward.output", sublayer);
  if (dropout.feed_forward) drop_rows(sublayer, *dropout.feed_forward, setting);
  if (dimensions_.pre_norm)
    add_residual(sublayer, bias, middle, y);
  else
    norm2_.forward(sublayer, bias, middle, {}, y);
  tell(taps, number_, "residual", y);
}

// The gradient of a sublayer's output: d itself, or a copy where it will be changed while d is still needed.
View<real> Block::own_gradient(View<real> d, const Random* dropout, bool changes, const Attention::Setting& setting) {
  if (!dropout && !changes) return d;
  const View<real> copy = scratch_.d_sublayer.shape(d.rows, d.columns);
  copy_to(d, copy);
  if (dropout) drop_rows(copy, *dropout, setting);
  return copy;
}

void Block::mix_backward(const Attention::Mixture& mixture, const Attention::Setting& setting,
                         const ResidualDropout& dropout, View<real> d, View<real> dq, View<real> d_key_value) {
  const Index rows = d.rows;
  const Index width = dimensions_.width;
  const Index most = setting.chunk.room;
  scratch_.d_middle.reserve(most, width);
  scratch_.d_hidden.reserve(most, dimensions_.feed_forward);
  scratch_.d_sublayer.reserve(most, width);
  const View<real> d_middle = scratch_.d_middle.shape(rows, width);
  const bool changes = feed_forward_.changes_gradient();
  if (dimensions_.pre_norm) {
    // y = ff(norm2(middle)) + middle
    const View<real> d_sublayer = own_gradient(d, dropout.feed_forward, changes, setting);
    feed_forward_.backward(saved_feed_forward_input_.view(), d_sublayer, d_middle, Write::replace, scratch_.d_hidden);
    norm2_.backward(d_middle, d, Write::add);
  } else {
    // y = norm2(ff(middle) + middle), middle = norm1(attention + residual)
    norm2_.backward(d, d_middle, Write::replace);
    const View<real> d_sublayer = own_gradient(d_middle, dropout.feed_forward, changes, setting);
    feed_forward_.backward(saved_middle_.view(), d_sublayer, d_middle, Write::add, scratch_.d_hidden);
    norm1_.backward(d_middle, d, Write::replace);
  }
  // d is now the gradient of attention's output and of the residual alike
  const View<real> d_output = own_gradient(d, dropout.attention, false, setting);
  View<real> d_mixed = d_output;
  if (attention_.projects_output()) {
    scratch_.d_mixed.reserve(most, attention_.mixed_width());
    d_mixed = scratch_.d_mixed.shape(rows, attention_.mixed_width());
  }
  attention_.output_backward(saved_mixed_.view(), d_output, d_mixed);
  attention_.mix_backward(mixture, setting, d_mixed, dq, d_key_value);
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
