// The mixing of attention: scores, pattern and mixture of one sample and head at a time.
#include "sextant/nn/attention/attention.h"

#include <algorithm>
#include <utility>

#include "sextant/math/dropout.h"
#include "sextant/math/softmax.h"
#include "sextant/nn/tell.h"

namespace sextant::nn::inline SEXTANT_PRECISION {
namespace {

// The part of a matrix (rows, heads * width) that belongs to one head.
template <class T>
View<T> of_head(View<T> x, Index head, Index heads) {
  const Index width = x.columns / heads;
  return x.slice_columns(head * width, width);
}

}  // namespace

struct Attention::Head {
  View<const real> q;   // (queries of the sample, query width)
  View<const real> k;   // (length, query width)
  View<const real> v;   // (length, value width)
  Index first_pattern;  // first row of this head in the stacked patterns
};

Attention::Head Attention::head(const Mixture& mixture, const MixSetting& setting, Index sample, Index head) const {
  const Index first = setting.queries.first(sample);
  const Index count = setting.queries.count(sample);
  const Index length = setting.source().length;
  const Index heads = dimensions_.heads;
  const Index shared = dimensions_.key_value_heads;
  return {of_head(View<const real>(mixture.q.slice_rows(first, count)), head, heads),
          of_head(View<const real>(mixture.keys.slice_rows(sample * length, length)), shared_head(head), shared),
          of_head(View<const real>(mixture.values.slice_rows(sample * length, length)), shared_head(head), shared),
          heads * first + head * count};
}

void Attention::drop_pattern(View<real> pattern, const MixSetting& setting, Index sample, Index number) const {
  const RowPositions positions = setting.queries.positions_of(sample);
  const Index base = ((setting.chunk.first_sample + sample) * dimensions_.heads + number) * dimensions_.longest();
  for (Index i = 0; i < pattern.rows; ++i)
    drop(pattern.slice_rows(i, 1), dropout_rate_, *setting.dropout, base + positions[static_cast<std::size_t>(i)]);
}

// The pattern that multiplied the values: after dropout, where there is dropout.
View<const real> Attention::dropped_pattern(const Head& head, const MixSetting& setting, Index sample, Index number) {
  const View<const real> pattern = std::as_const(saved_pattern_).view().slice_rows(head.first_pattern, head.q.rows);
  if (!setting.dropout) return pattern;
  dropped_.reserve(dimensions_.longest(), dimensions_.longest());
  const View<real> dropped = dropped_.shape(head.q.rows, pattern.columns);
  copy_to(pattern, dropped);
  drop_pattern(dropped, setting, sample, number);
  return dropped;
}

// The keys that a query attends to: not later ones where causal, none outside the window, no padding. A query that is
// padding itself attends to something, so that its numbers stay finite; they are ignored.
Attention::Keys Attention::keys_of(Index position, Index length) const {
  const Index end = std::min(length, causal_ ? position + 1 : window_ ? position + *window_ + 1 : length);
  const Index first = window_ ? std::max<Index>(0, position - *window_) : 0;
  return {std::min(first, end - 1), end};
}

void Attention::mix(const Mixture& mixture, const MixSetting& setting, View<real> mixed) {
  const Chunk& source = setting.source();
  const Index length = source.length;
  const Index heads = dimensions_.heads;
  Position* position = setting.position;
  if (position && position->rotates()) {
    position->rotate(mixture.q, setting.queries.positions);
    assert(mixture.own_keys.data == mixture.keys.data);
    position->rotate(mixture.own_keys, setting.chunk.positions);
  }
  // Later batches may be longer.
  saved_pattern_.reserve(heads * setting.chunk.room, source.ragged() ? dimensions_.length : length);
  const View<real> pattern = saved_pattern_.shape(heads * setting.queries.count(), length);
  saved_share_.reserve(1, heads * setting.chunk.room);
  real* share = saved_share_.shape(1, pattern.rows).data;
  if (setting.taps) told_scores_.shape(pattern.rows, length);
  for (Index sample = 0; sample < setting.chunk.samples; ++sample) {
    const RowPositions positions = setting.queries.positions_of(sample);
    const Index own_length = source.length_of(sample);  // padding is not seen
    for (Index number = 0; number < heads; ++number) {
      const Head part = head(mixture, setting, sample, number);
      const View<real> scores = pattern.slice_rows(part.first_pattern, part.q.rows);
      if (setting.affine)
        setting.affine->score(sample, positions, scores);
      else
        multiply_transposed(part.q, part.k, scores, Write::replace, dimensions_.attention_scale);
      if (position && position->adds_to_scores())
        position->add_to_scores(scores, part.q, number, dimensions_.attention_scale, positions);
      if (position && position->reads_content())
        position->transform_scores(scores, content(part, mixture, setting, sample, number));
      if (setting.taps) copy_to(scores, told_scores_.view().slice_rows(part.first_pattern, part.q.rows));
      for (Index i = 0; i < scores.rows; ++i) {
        const Index place = positions[static_cast<std::size_t>(i)];
        const Keys keys = keys_of(place, own_length);
        if (setting.neighbours) setting.neighbours->hide_others(scores.row(i), place, keys.first, keys.end);
        std::fill_n(scores.row(i), keys.first, real(0));
        real* seen = scores.row(i) + keys.first;
        if (divides_mixture())
          share[part.first_pattern + i] = exponential_row(seen, keys.end - keys.first, length - keys.first);
        else
          softmax_row(seen, keys.end - keys.first, length - keys.first);
      }
      const View<real> own = of_head(mixed.slice_rows(setting.queries.first(sample), part.q.rows), number, heads);
      multiply(dropped_pattern(part, setting, sample, number), part.v, own, Write::replace);
      if (divides_mixture()) scale_rows(own, share + part.first_pattern);
    }
  }
  if (setting.taps) tell_all(mixture, setting);
}

// What a position that depends on content sees. Inputs lie as samples do only where no saving is in use.
Content Attention::content(const Head& head, const Mixture& mixture, const MixSetting& setting, Index sample,
                           Index number) const {
  const Index length = setting.chunk.length;
  const bool inputs = setting.position->needs_inputs();
  return {.queries = head.q,
          .keys = head.k,
          .inputs = inputs ? mixture.inputs.slice_rows(sample * length, length) : View<const real>(),
          .head = number,
          .scale = dimensions_.attention_scale,
          .query_positions = setting.queries.positions_of(sample)};
}

void Attention::tell_all(const Mixture& mixture, const MixSetting& setting) {
  const View<real> pattern = told_pattern_.shape(saved_pattern_.view().rows, saved_pattern_.view().columns);
  copy_to(std::as_const(saved_pattern_).view(), pattern);
  if (divides_mixture()) scale_rows(pattern, saved_share_.data());
  tell(setting.taps, setting.block, "attention.query", mixture.q);
  tell(setting.taps, setting.block, "attention.key", mixture.keys);
  tell(setting.taps, setting.block, "attention.value", mixture.values);
  tell(setting.taps, setting.block, "attention.scores", told_scores_.view());
  tell(setting.taps, setting.block, "attention.pattern", pattern);
}

// What the gradient of a mixture is before the division; fills inner_ too.
View<const real> Attention::divided_gradient(const Head& head, View<const real> mixed, View<const real> d_mixed) {
  d_divided_.reserve(dimensions_.longest(), mixed.columns);
  inner_.reserve(1, dimensions_.longest());
  const View<real> divided = d_divided_.shape(d_mixed.rows, d_mixed.columns);
  scale_and_dot_rows(d_mixed, saved_share_.data() + head.first_pattern, mixed, divided,
                     inner_.shape(1, d_mixed.rows).data);
  return divided;
}

void Attention::mix_backward(const Mixture& mixture, const MixSetting& setting, View<const real> mixed,
                             View<const real> d_mixed, View<real> dq, View<real> d_key_value) {
  const Index length = setting.source().length;
  const Index heads = dimensions_.heads;
  Position* position = setting.position;
  // Lean: keys and values are one matrix, and so are their gradients.
  const Write write_keys = form_ == Form::lean ? Write::add : Write::replace;
  d_pattern_.reserve(dimensions_.longest(), dimensions_.longest());
  const bool reads_content = position && position->reads_content();
  const Write write_query = reads_content ? Write::add : Write::replace;
  const bool reads_inputs = reads_content && position->needs_inputs();
  if (reads_inputs) d_content_input_.reserve(setting.chunk.room, dimensions_.width);
  d_content_input_.shape_zero(reads_inputs ? mixture.inputs.rows : 0, dimensions_.width);
  for (Index sample = 0; sample < setting.chunk.samples; ++sample) {
    const Index first = setting.queries.first(sample);
    const Index count = setting.queries.count(sample);
    const RowPositions positions = setting.queries.positions_of(sample);
    const View<real> d_rows = d_key_value.slice_rows(sample * length, length);
    if (count == 0) {
      fill_zero(d_rows);
      continue;
    }
    for (Index number = 0; number < heads; ++number) {
      const Head part = head(mixture, setting, sample, number);
      View<const real> d_out = of_head(d_mixed.slice_rows(first, count), number, heads);
      if (divides_mixture())
        d_out = divided_gradient(part, of_head(mixed.slice_rows(first, count), number, heads), d_out);
      const View<real> d_query = of_head(dq.slice_rows(first, count), number, heads);
      const View<real> d_scores = d_pattern_.shape(count, length);
      // The heads of a group share keys and values: the first writes their gradients, the others add.
      const bool joins = number > 0 && shared_head(number) == shared_head(number - 1);
      // mixed = pattern v
      transposed_multiply(dropped_pattern(part, setting, sample, number), d_out,
                          of_head(values_in(d_rows), shared_head(number), dimensions_.key_value_heads),
                          joins ? Write::add : Write::replace);
      multiply_transposed(d_out, part.v, d_scores, Write::replace);
      if (setting.dropout) drop_pattern(d_scores, setting, sample, number);
      // pattern = softmax(scores); what is masked has pattern 0, hence gradient 0
      const View<const real> pattern = std::as_const(saved_pattern_).view().slice_rows(part.first_pattern, count);
      if (divides_mixture())
        softmax_backward(pattern, inner_.data(), d_scores);
      else
        softmax_backward(pattern, d_scores);
      const View<real> d_key = of_head(keys_in(d_rows), shared_head(number), dimensions_.key_value_heads);
      if (reads_content) {  // its gradients first: what it leaves in d_scores goes on to q k^T
        fill_zero(d_query);
        if (!joins) fill_zero(d_key);
        const Index first_input = reads_inputs ? sample * length : 0;
        position->transform_backward(
            d_scores, content(part, mixture, setting, sample, number),
            {d_query, d_key,
             d_content_input_.view().slice_rows(first_input, d_content_input_.rows() > 0 ? length : 0)});
      }
      // scores = scale q k^T + position
      if (setting.affine) {
        setting.affine->score_backward(sample, positions, d_scores);
      } else {
        multiply(d_scores, part.k, d_query, write_query, dimensions_.attention_scale);
        transposed_multiply(d_scores, part.q, d_key, reads_content || joins ? Write::add : write_keys,
                            dimensions_.attention_scale);
      }
      if (position && position->adds_to_scores())
        position->scores_backward(d_scores, part.q, d_query, number, dimensions_.attention_scale, positions);
    }
  }
  if (position && position->rotates()) {
    position->rotate_backward(dq, mixture.q, setting.queries.positions);
    position->rotate_backward(keys_in(d_key_value), mixture.keys, setting.chunk.positions);
  }
}

}  // namespace sextant::nn::inline SEXTANT_PRECISION
