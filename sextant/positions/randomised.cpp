// Randomised positions (Ruoss et al., arXiv 2305.16843): the tokens of a batch of length n are numbered by a sorted
// random subset of 0..N-1 instead of 0..n-1, so that every number up to N is met in training. Tests draw theirs too, of
// their own length, the same ones each time. The inner encoding is one for N tokens. Where it acts on scores they are
// spread over its N columns, and what it makes of those of the subset is read back.
#include <algorithm>

#include "sextant/positions/wrapped.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

class Randomised final : public Wrapped {
 public:
  Randomised(std::unique_ptr<Position> inner, const EncodingContext& context, Index range)
      : Wrapped(std::move(inner)),
        range_(range),
        length_(context.arrangement.length()),
        cls_(length_ - context.arrangement.count()),
        order_(static_cast<std::size_t>(range)),
        places_(static_cast<std::size_t>(length_)) {
    for (Index i = 0; i < length_; ++i) place(i) = static_cast<std::int32_t>(i < cls_ ? i : cls_ + even(i - cls_));
  }

  void draw(const Random& random, Index length) override {
    random.permutation(order_);
    const Index tokens = length - cls_;
    std::sort(order_.begin(), order_.begin() + tokens);
    for (Index i = cls_; i < length_; ++i)  // nothing reads the places behind the longest sample
      place(i) = static_cast<std::int32_t>(cls_ + order_[static_cast<std::size_t>(std::min(i - cls_, tokens - 1))]);
  }

  void add_to_embeddings(View<real> x, RowPositions positions) const override {
    inner().add_to_embeddings(x, places_of(positions));
  }
  void embeddings_backward(View<const real> dx, RowPositions positions) override {
    inner().embeddings_backward(dx, places_of(positions));
  }
  void rotate(View<real> x, RowPositions positions) const override { inner().rotate(x, places_of(positions)); }
  void rotate_backward(View<real> dx, View<const real> rotated, RowPositions positions) override {
    inner().rotate_backward(dx, rotated, places_of(positions));
  }

  void add_to_scores(View<real> scores, View<const real> queries, Index head, real scale,
                     RowPositions positions) const override {
    const View<real> wide = scores_.shape_zero(scores.rows, columns_for(scores.columns));
    inner().add_to_scores(wide, queries, head, scale, places_of(positions));
    for (Index i = 0; i < scores.rows; ++i)
      for (Index j = 0; j < scores.columns; ++j) scores(i, j) += wide(i, place(j));
  }
  void scores_backward(View<const real> d_scores, View<const real> queries, View<real> d_queries, Index head,
                       real scale, RowPositions positions) override {
    inner().scores_backward(spread_columns(d_scores, scores_), queries, d_queries, head, scale, places_of(positions));
  }

  void transform_scores(View<real> scores, const Content& content) const override {
    const View<real> wide = spread_columns(scores, scores_);
    inner().transform_scores(wide, spread(content));
    read_columns(wide, scores);
  }
  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    const View<real> wide = spread_columns(d_scores, scores_);
    const View<real> d_keys = d_keys_.shape_zero(wide.columns, content.keys.columns);
    View<real> d_inputs;
    if (needs_inputs()) d_inputs = d_inputs_.shape_zero(wide.columns, content.inputs.columns);
    inner().transform_backward(wide, spread(content), {gradients.queries, d_keys, d_inputs});
    read_columns(wide, d_scores);
    add_rows(d_keys, gradients.keys);
    if (needs_inputs()) add_rows(d_inputs, gradients.inputs);
  }

  /// At evenly spread numbers.
  Geometry geometry() const override {
    Geometry all = inner().geometry();
    const Index count = length_ - cls_;
    const bool vectors = all.kind == Geometry::Kind::vectors;
    Table chosen(count, vectors ? all.table.columns : count);
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < chosen.columns; ++j) chosen(i, j) = all.table(even(i), vectors ? j : even(j));
    return {all.kind, std::move(chosen), fmt::format("{}, at {} even steps of {}", all.rule, count, range_)};
  }

 private:
  std::int32_t& place(Index position) { return places_[static_cast<std::size_t>(position)]; }
  std::int32_t place(Index position) const { return places_[static_cast<std::size_t>(position)]; }
  /// Token i of count() in the middle of its share of the range.
  Index even(Index i) const { return (2 * i + 1) * range_ / (2 * (length_ - cls_)); }
  /// Columns that hold the places of the first `keys` tokens.
  Index columns_for(Index keys) const { return place(keys - 1) + 1; }

  RowPositions places_of(RowPositions positions) const {
    mapped_.resize(positions.size());
    std::ranges::transform(positions, mapped_.begin(), [&](std::int32_t position) { return place(position); });
    return mapped_;
  }
  View<real> spread_columns(View<const real> from, Tensor& memory) const {
    const View<real> wide = memory.shape_zero(from.rows, columns_for(from.columns));
    for (Index i = 0; i < from.rows; ++i)
      for (Index j = 0; j < from.columns; ++j) wide(i, place(j)) = from(i, j);
    return wide;
  }
  void read_columns(View<const real> wide, View<real> to) const {
    for (Index i = 0; i < to.rows; ++i)
      for (Index j = 0; j < to.columns; ++j) to(i, j) = wide(i, place(j));
  }
  View<const real> spread_rows(View<const real> from, Tensor& memory) const {
    const View<real> wide = memory.shape_zero(columns_for(from.rows), from.columns);
    for (Index i = 0; i < from.rows; ++i) std::copy_n(from.row(i), from.columns, wide.row(place(i)));
    return wide;
  }
  void add_rows(View<const real> wide, View<real> to) const {
    for (Index i = 0; i < to.rows; ++i)
      for (Index j = 0; j < to.columns; ++j) to(i, j) += wide(place(i), j);
  }
  Content spread(const Content& content) const {
    Content wide = content;
    wide.keys = spread_rows(content.keys, keys_);
    if (needs_inputs()) wide.inputs = spread_rows(content.inputs, inputs_);
    wide.query_positions = places_of(content.query_positions);
    return wide;
  }

  Index range_;
  Index length_;
  Index cls_;                                 // 1 behind a CLS token, otherwise 0
  std::vector<std::int32_t> order_;           // scratch (range)
  std::vector<std::int32_t> places_;          // (length) of this batch: which position of the inner one each is
  mutable std::vector<std::int32_t> mapped_;  // scratch
  mutable Tensor scores_, keys_, inputs_;     // scratch: (queries, N), (N, head_width), (N, width)
  Tensor d_keys_, d_inputs_;                  // scratch
};

}  // namespace

std::unique_ptr<Position> randomise(std::unique_ptr<Position> inner, const EncodingContext& context, Index range) {
  return std::make_unique<Randomised>(std::move(inner), context, range);
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
