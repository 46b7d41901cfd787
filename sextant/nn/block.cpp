// A block forward and backward. The acts of a plan of attention are in block_acts.cpp.
#include "sextant/nn/block.h"

#include "sextant/math/dropout.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

template <class FamilyType, class Context>
auto make_part(const FamilyType& family, const std::string& kind, const ModelOptions& model, const Context& context,
               Parameters& parameters) {
  const auto& variant = family.find(kind);
  const auto own = model.own.find(kind);
  return own == model.own.end() ? variant.make(*variant.make_options(), context, parameters)
                                : variant.make(*own->second, context, parameters);
}

}  // namespace

Block::Block(const ModelOptions& options, const Dimensions& dimensions, Parameters& parameters, Index number,
             bool ragged, Scratch& scratch)
    : dimensions_(dimensions),
      dropout_rate_(options.dropout_residual),
      number_(number),
      scratch_(scratch),
      norm1_(parameters, fmt::format("blocks.{}.norm1", number), dimensions, options.norm_epsilon),
      mixer_(make_part(
          mixers(), options.mixer_of(number), options,
          MixerContext{options, dimensions, fmt::format("blocks.{}.{}", number, options.mixer_of(number)), ragged},
          parameters)),
      attention_(mixer_->attention()),
      norm2_(parameters, fmt::format("blocks.{}.norm2", number), dimensions, options.norm_epsilon),
      feed_forward_(make_part(
          feed_forwards(), options.feed_forward_kind, options,
          FeedForwardContext{options, dimensions, fmt::format("blocks.{}.feed_forward", number), scratch.feed},
          parameters)) {}

void Block::normalise_input(View<const real> x) {
  if (dimensions_.pre_norm) norm1_.forward(x, nullptr, {}, {}, saved_normalised_input_.shape(x.rows, x.columns));
}

void Block::forward(View<const real> x, View<const real> residual, const MixSetting& setting,
                    const ResidualDropout& dropout, View<real> y) {
  const Index room = setting.chunk.room;
  if (dimensions_.pre_norm) {
    saved_normalised_input_.reserve(setting.source().room, dimensions_.width);
    norm1_.reserve(setting.source().room, dimensions_.width);
  }
  normalise_input(x);
  scratch_.sublayer.reserve(room, dimensions_.width);
  const View<real> mixed = scratch_.sublayer.shape(residual.rows, dimensions_.width);
  mixer_->forward(mixer_input(x), setting, mixed);
  if (!attention_) tell(setting.taps, number_, "mixer.output", mixed);
  complete(mixed, nullptr, residual, setting, dropout, y);
}

void Block::backward(const MixSetting& setting, const ResidualDropout& dropout, View<real> d) {
  complete_backward(setting, dropout, d);
  // d is now the gradient of the mixer's output and of the residual alike; the mixer gets a copy of its own
  own_gradient(d, dropout.mixer, true, setting);
}

void Block::backward_input(View<const real> x, const MixSetting& setting, View<real> dx) {
  View<real> d_input = dx;
  if (dimensions_.pre_norm) {
    scratch_.d_normalised.reserve(setting.source().room, dimensions_.width);
    d_input = scratch_.d_normalised.shape_zero(dx.rows, dx.columns);
  }
  mixer_->backward(mixer_input(x), setting, scratch_.d_sublayer.view(), d_input);
  if (dimensions_.pre_norm) norm1_.backward(d_input, dx, Write::add);
}

void Block::drop_rows(View<real> x, const Random& random, const MixSetting& setting) const {
  for (Index i = 0; i < x.rows; ++i)
    drop(x.slice_rows(i, 1), dropout_rate_, random,
         setting.chunk.first_row() + setting.queries.rows[static_cast<std::size_t>(i)]);
}

FeedSetting Block::feed_setting(const MixSetting& setting) const {
  const Chunk& chunk = setting.chunk;
  return {setting.taps, number_,        chunk.room, 1 / static_cast<double>(std::max<Index>(1, chunk.batch_samples)),
          chunk,        setting.queries};
}

// From what the mixer gave (its bias may still be missing) to the block's output.
void Block::complete(View<real> mixed, const real* bias, View<const real> residual, const MixSetting& setting,
                     const ResidualDropout& dropout, View<real> y) {
  const Index rows = residual.rows;
  const Index width = dimensions_.width;
  const Index most = setting.chunk.room;  // queries may be fewer in this chunk than in the next
  Taps* taps = setting.taps;
  if (!dimensions_.pre_norm) norm1_.reserve(most, width);
  norm2_.reserve(most, width);
  if (dropout.mixer) drop_rows(mixed, *dropout.mixer, setting);

  saved_middle_.reserve(most, width);
  const View<real> middle = saved_middle_.shape(rows, width);
  View<real> feed_forward_input = middle;
  if (dimensions_.pre_norm) {
    saved_feed_forward_input_.reserve(most, width);
    feed_forward_input = saved_feed_forward_input_.shape(rows, width);
    norm2_.forward(mixed, bias, residual, middle, feed_forward_input);
  } else {
    norm1_.forward(mixed, bias, residual, {}, middle);
  }
  tell(taps, number_, "residual_middle", middle);

  scratch_.sublayer.reserve(most, width);
  const View<real> sublayer = scratch_.sublayer.shape(rows, width);
  feed_forward_->forward(feed_forward_input, feed_setting(setting), sublayer);
  bias = feed_forward_->bias_after();
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
View<real> Block::own_gradient(View<real> d, const Random* dropout, bool changes, const MixSetting& setting) {
  if (!dropout && !changes) return d;
  scratch_.d_sublayer.reserve(setting.chunk.room, dimensions_.width);
  const View<real> copy = scratch_.d_sublayer.shape(d.rows, d.columns);
  copy_to(d, copy);
  if (dropout) drop_rows(copy, *dropout, setting);
  return copy;
}

// d becomes the gradient of what the mixer gave, and of the residual.
void Block::complete_backward(const MixSetting& setting, const ResidualDropout& dropout, View<real> d) {
  scratch_.d_middle.reserve(setting.chunk.room, dimensions_.width);
  const View<real> d_middle = scratch_.d_middle.shape(d.rows, dimensions_.width);
  const bool changes = feed_forward_->changes_gradient();
  if (dimensions_.pre_norm) {
    // y = ff(norm2(middle)) + middle
    const View<real> d_sublayer = own_gradient(d, dropout.feed_forward, changes, setting);
    feed_forward_->backward(saved_feed_forward_input_.view(), feed_setting(setting), d_sublayer, d_middle,
                            Write::replace);
    norm2_.backward(d_middle, d, Write::add);
  } else {
    // y = norm2(ff(middle) + middle), middle = norm1(mixer + residual)
    norm2_.backward(d, d_middle, Write::replace);
    const View<real> d_sublayer = own_gradient(d_middle, dropout.feed_forward, changes, setting);
    feed_forward_->backward(saved_middle_.view(), feed_setting(setting), d_sublayer, d_middle, Write::add);
    norm1_.backward(d_middle, d, Write::replace);
  }
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
