// RoPE: queries and keys rotated by their coordinates (Su et al., arXiv 2104.09864): pair i of an axis at coordinate t
// rotates by t base^(-2i/part), so that scores depend on differences of coordinates only. The head width is split
// evenly over the axes, the first axis first. A CLS token is not rotated.
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct RotaryOptions final : Options {
  double base = 10000;
  std::string pairing = "interleaved";

  void visit(OptionVisitor& option) override {
    option("base", base, positive(), "base of the rotation frequencies (rope_theta), usually 10000");
    option.choice("pairing", pairing, {"interleaved", "half"},
                  "dimensions rotated together: adjacent pairs (RoFormer), or i and i + half (GPT-NeoX, Llama)");
  }
};

class Rotary final : public Position {
 public:
  using OwnOptions = RotaryOptions;
  Rotary(const RotaryOptions& own, const EncodingContext& context, Parameters&)
      : heads_(context.heads),
        head_width_(context.head_width),
        count_(context.arrangement.count()),
        interleaved_(own.pairing == "interleaved") {
    const Table points = context.arrangement.as_coordinates("rotary");
    axes_ = points.columns;
    require(head_width_ % (2 * axes_) == 0,
            "rotary: head width {} is not a multiple of {}: each of {} axes needs pairs to rotate", head_width_,
            2 * axes_, axes_);
    const Index length = context.arrangement.length();
    const Index pairs = head_width_ / 2 / axes_;  // of one axis
    const View<real> cosine = cosine_.shape_zero(length, head_width_ / 2);
    const View<real> sine = sine_.shape_zero(length, head_width_ / 2);
    for (Index position = 0; position < length; ++position)
      for (Index column = 0; column < head_width_ / 2; ++column) {
        const Index token = position - (length - count_);  // -1: CLS
        const double coordinate = token < 0 ? 0 : points(token, column / pairs);
        const double angle = coordinate * wave_frequency(column % pairs, 2 * pairs, own.base);
        cosine(position, column) = static_cast<real>(std::cos(angle));
        sine(position, column) = static_cast<real>(std::sin(angle));
      }
  }

  bool rotates() const override { return true; }
  void rotate(View<real> x, RowPositions positions) const override { turn(x, positions, 1); }
  // The inverse of a rotation is its transpose: the gradient turns back.
  void rotate_backward(View<real> dx, RowPositions positions) const override { turn(dx, positions, -1); }

  Geometry geometry() const override {
    Table points(count_, head_width_);
    AlignedVector<real> row(static_cast<std::size_t>(head_width_));
    for (Index token = 0; token < count_; ++token) {
      std::fill(row.begin(), row.end(), real(1));
      turn_head(row.data(), cosine_.rows() - count_ + token, 1);
      for (Index j = 0; j < head_width_; ++j) points(token, j) = static_cast<double>(row[static_cast<std::size_t>(j)]);
    }
    return {Geometry::Kind::vectors, std::move(points), "orbit R_t 1"};
  }

 private:
  void turn(View<real> x, RowPositions positions, real direction) const {  // x (rows, heads*head_width)
    assert(x.columns == heads_ * head_width_ && x.rows == static_cast<Index>(positions.size()));
    for (Index i = 0; i < x.rows; ++i)
      for (Index head = 0; head < heads_; ++head)
        turn_head(x.row(i) + head * head_width_, positions[static_cast<std::size_t>(i)], direction);
  }

  void turn_head(real* x, Index position, real direction) const {
    const Index pairs = head_width_ / 2 / axes_;
    const real* cosine = cosine_.view().row(position);
    const real* sine = sine_.view().row(position);
    if (interleaved_) {
#pragma omp simd
      for (Index i = 0; i < head_width_ / 2; ++i) {
        const real first = x[2 * i];
        const real second = x[2 * i + 1];
        const real turn = direction * sine[i];
        x[2 * i] = first * cosine[i] - second * turn;
        x[2 * i + 1] = first * turn + second * cosine[i];
      }
      return;
    }
    for (Index axis = 0; axis < axes_; ++axis, x += 2 * pairs, cosine += pairs, sine += pairs) {
#pragma omp simd
      for (Index i = 0; i < pairs; ++i) {
        const real first = x[i];
        const real second = x[i + pairs];
        const real turn = direction * sine[i];
        x[i] = first * cosine[i] - second * turn;
        x[i + pairs] = first * turn + second * cosine[i];
      }
    }
  }

  Index heads_;
  Index head_width_;
  Index count_;
  bool interleaved_;
  Index axes_ = 1;
  Tensor cosine_;  // (length, head_width / 2), axis after axis
  Tensor sine_;    // the same
};

}  // namespace

SEXTANT_DEFINE_POSITION(rotary, Rotary)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
