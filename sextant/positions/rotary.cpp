// RoPE: queries and keys rotated by their coordinates (Su et al., arXiv 2104.09864): pair i of an axis at coordinate t
// rotates by t base^(-2i/part), so that scores depend on differences of coordinates only. The head width is split
// evenly over the axes, the first axis first; of each part the first share `partial_rotary_factor` rotates. Scaled
// frequencies: rope_frequencies.h. A CLS token is not rotated.
#include <cmath>

#include "sextant/positions/pair_rotation.h"
#include "sextant/positions/position.h"
#include "sextant/positions/rope_frequencies.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct RotaryOptions final : RopeOptions {
  std::string pairing = "interleaved";

  void visit(OptionVisitor& option) override {
    RopeOptions::visit(option);
    option.choice("pairing", pairing, {"interleaved", "half"},
                  "dimensions rotated together: adjacent pairs (RoFormer), or i and i + half (GPT-NeoX, Llama)");
  }
};

class Rotary final : public Position {
 public:
  using OwnOptions = RotaryOptions;
  Rotary(const RotaryOptions& own, const EncodingContext& context, Parameters&)
      : head_width_(context.head_width),
        count_(context.arrangement.count()),
        cls_(context.arrangement.length() - count_),
        pairing_(own.pairing == "half" ? Pairing::half : Pairing::interleaved) {
    const Table points = context.arrangement.as_coordinates("rotary");
    axes_ = points.columns;
    require(head_width_ % (2 * axes_) == 0,
            "rotary: head width {} is not a multiple of {}: each of {} axes needs pairs to rotate", head_width_,
            2 * axes_, axes_);
    part_ = head_width_ / axes_;
    pairs_ = own.rotated_columns(part_) / 2;
    require(pairs_ > 0 && 2 * pairs_ == own.rotated_columns(part_),
            "rotary: partial_rotary_factor {} of {} columns per axis, expected an even number of columns, 2 or more",
            own.partial_rotary_factor, part_);
    fill_tables(make_rope_frequencies("rotary", own, 2 * pairs_, count_), points);
  }

  bool rotates() const override { return true; }
  void rotate(View<real> x, RowPositions positions) const override { turn(x, positions, 1); }
  // The inverse of a rotation is its transpose: the gradient turns back.
  void rotate_backward(View<real> dx, View<const real>, RowPositions positions) override { turn(dx, positions, -1); }

  Geometry geometry() const override {
    Table points(count_, head_width_);
    AlignedVector<real> row(static_cast<std::size_t>(head_width_));
    for (Index token = 0; token < count_; ++token) {
      std::fill(row.begin(), row.end(), real(1));
      turn_head(row.data(), cls_ + token, 1);
      for (Index j = 0; j < head_width_; ++j) points(token, j) = static_cast<double>(row[static_cast<std::size_t>(j)]);
    }
    return {Geometry::Kind::vectors, std::move(points), "orbit R_t 1"};
  }

 private:
  void fill_tables(const RopeFrequencies& rope, const Table& points) {
    const Index length = cls_ + count_;
    const View<real> cosine = cosine_.shape_zero(length, axes_ * pairs_);
    const View<real> sine = sine_.shape_zero(length, axes_ * pairs_);
    for (Index position = 0; position < length; ++position)
      for (Index column = 0; column < axes_ * pairs_; ++column) {
        const Index token = position - cls_;  // -1: CLS
        const double coordinate = token < 0 ? 0 : points(token, column / pairs_);
        const double angle = coordinate * rope.frequency[static_cast<std::size_t>(column % pairs_)];
        cosine(position, column) = static_cast<real>(rope.attention_factor * std::cos(angle));
        sine(position, column) = static_cast<real>(rope.attention_factor * std::sin(angle));
      }
  }

  void turn(View<real> x, RowPositions positions, real direction) const {  // x (rows, heads*head_width)
    assert(x.columns % head_width_ == 0 && x.rows == static_cast<Index>(positions.size()));
    for (Index i = 0; i < x.rows; ++i)
      for (Index head = 0; head < x.columns / head_width_; ++head)
        turn_head(x.row(i) + head * head_width_, positions[static_cast<std::size_t>(i)], direction);
  }

  void turn_head(real* x, Index position, real direction) const {
    const real* cosine = cosine_.view().row(position);
    const real* sine = sine_.view().row(position);
    // Adjacent pairs of several axes follow each other without a gap where everything rotates: one loop.
    const bool whole = pairing_ == Pairing::interleaved && 2 * pairs_ == part_;
    const Index pairs = whole ? axes_ * pairs_ : pairs_;
    for (Index axis = 0; axis < (whole ? 1 : axes_); ++axis, x += part_, cosine += pairs, sine += pairs)
      rotate_pairs(x, cosine, sine, pairs, pairing_, direction);
  }

  Index head_width_;
  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  Pairing pairing_;
  Index axes_ = 1;
  Index part_ = 0;   // columns of a head that belong to one axis
  Index pairs_ = 0;  // of them, pairs that rotate
  Tensor cosine_;    // (length, axes * pairs), axis after axis
  Tensor sine_;      // the same
};

}  // namespace

SEXTANT_DEFINE_POSITION(rotary, Rotary)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
