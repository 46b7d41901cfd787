// RoPE with learned frequencies over all axes at once (RoPE-Mixed; Heo et al., arXiv 2403.13298): pair c of head h at
// coordinates p rotates by w_hc . p, so that directions between the axes are seen too. Start: N(0, sigma^2) under
// position.sigma as for any learned position, or (`start = waves`) RoPE's magnitudes base^(-2c/width) in directions
// that differ per head. A CLS token is not rotated.
#include <cmath>
#include <numbers>

#include "sextant/math/product.h"
#include "sextant/math/rows.h"
#include "sextant/positions/pair_rotation.h"
#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct RopeMixedOptions final : Options {
  std::string start = "normal";
  double base = 100;
  std::string pairing = "interleaved";

  void visit(OptionVisitor& option) override {
    option.choice(
        "start", start, {"normal", "waves"},
        "frequencies at initialisation: normal: by position.sigma or the initialiser; waves: as RoPE has them");
    option("base", base, positive(), "start = waves: base of the frequencies, 10 to 100 in vision transformers");
    option.choice("pairing", pairing, {"interleaved", "half"},
                  "dimensions rotated together: adjacent pairs (RoFormer), or i and i + half (GPT-NeoX, Llama)");
  }
};

class RopeMixed final : public Position {
 public:
  using OwnOptions = RopeMixedOptions;
  RopeMixed(const RopeMixedOptions& own, const EncodingContext& context, Parameters& parameters)
      : heads_(context.heads),
        pairs_(context.head_width / 2),
        count_(context.arrangement.count()),
        cls_(context.arrangement.length() - count_),
        pairing_(own.pairing == "half" ? Pairing::half : Pairing::interleaved) {
    require(context.head_width % 2 == 0, "rope_mixed: head width {} is odd, but columns rotate in pairs",
            context.head_width);
    const Table points = context.arrangement.as_coordinates("rope_mixed");
    const View<real> to = points_.shape_zero(cls_ + count_, points.columns);
    for (Index token = 0; token < count_; ++token)
      for (Index axis = 0; axis < points.columns; ++axis)
        to(cls_ + token, axis) = static_cast<real>(points(token, axis));
    frequencies_ =
        &parameters.add({.name = context.prefix + ".frequencies",
                         .role = Role::position,
                         .kind = ParameterKind::embedding,
                         .rows = heads_ * pairs_,
                         .columns = points.columns,
                         .fan_in = context.width,
                         .given = own.start == "waves" ? waves(own.base, points.columns) : std::vector<double>()});
    for (Tensor* tensor : {&cosine_, &sine_, &d_angle_}) tensor->shape_zero(cls_ + count_, heads_ * pairs_);
  }

  void prepare() override {
    fill_tables(cosine_, sine_);
    fill_zero(d_angle_.view());
  }
  // angle = p w^T  =>  dw += d_angle^T p
  void finish() override { transposed_multiply(d_angle_.view(), points_.view(), frequencies_->gradient, Write::add); }

  bool rotates() const override { return true; }
  bool rotates_by_head() const override { return true; }
  void rotate(View<real> x, RowPositions positions) const override { turn(x, positions, 1, cosine_, sine_); }
  void rotate_backward(View<real> dx, View<const real> rotated, RowPositions positions) override {
    for (Index i = 0; i < dx.rows; ++i)
      add_angle_gradients(dx.row(i), rotated.row(i), d_angle_.view().row(positions[static_cast<std::size_t>(i)]));
    turn(dx, positions, -1, cosine_, sine_);
  }

  Geometry geometry() const override {
    Tensor cosine, sine, ones(1, 2 * heads_ * pairs_);
    fill_tables(cosine, sine);
    Table orbit(count_, ones.columns());
    for (Index token = 0; token < count_; ++token) {
      std::fill_n(ones.data(), ones.size(), real(1));
      const auto position = static_cast<std::int32_t>(cls_ + token);
      turn(ones.view(), {&position, 1}, 1, cosine, sine);
      for (Index j = 0; j < orbit.columns; ++j) orbit(token, j) = static_cast<double>(ones.data()[j]);
    }
    return {Geometry::Kind::vectors, std::move(orbit), "orbit R_t 1 of all heads"};
  }

 private:
  /// Magnitudes of RoPE; in several axes, pairs of a head are at right angles and heads spread over half a circle.
  std::vector<double> waves(double base, Index axes) const {
    std::vector<double> given;
    for (Index head = 0; head < heads_; ++head)
      for (Index pair = 0; pair < pairs_; ++pair)
        for (Index axis = 0; axis < axes; ++axis) {
          const double turn = std::numbers::pi * (static_cast<double>(head) / static_cast<double>(heads_) +
                                                  0.5 * static_cast<double>(pair % 2));
          const double part = axes == 1 ? 1 : std::cos(turn - 0.5 * std::numbers::pi * static_cast<double>(axis));
          given.push_back(wave_frequency(pair, 2 * pairs_, base) * part);
        }
    return given;
  }

  void fill_tables(Tensor& cosine, Tensor& sine) const {
    const View<real> angles = cosine.shape(cls_ + count_, heads_ * pairs_);
    multiply_transposed(points_.view(), frequencies_->value, angles, Write::replace);
    sine.shape(cls_ + count_, heads_ * pairs_);
    for (Index j = 0; j < cosine.size(); ++j) {
      sine.data()[j] = std::sin(angles.data[j]);
      cosine.data()[j] = std::cos(angles.data[j]);
    }
  }

  void turn(View<real> x, RowPositions positions, real direction, const Tensor& cosine, const Tensor& sine) const {
    assert(x.columns == 2 * heads_ * pairs_ && x.rows == static_cast<Index>(positions.size()));
    for (Index i = 0; i < x.rows; ++i)
      for (Index head = 0; head < heads_; ++head) {
        const Index position = positions[static_cast<std::size_t>(i)];
        rotate_pairs(x.row(i) + 2 * head * pairs_, cosine.view().row(position) + head * pairs_,
                     sine.view().row(position) + head * pairs_, pairs_, pairing_, direction);
      }
  }

  // (a, b) rotated by an angle: d angle = a db - b da of the rotated pair
  void add_angle_gradients(const real* d, const real* rotated, real* d_angle) const {
    const Index step = pairing_ == Pairing::half ? 1 : 2;
    const Index apart = pairing_ == Pairing::half ? pairs_ : 1;
    for (Index head = 0; head < heads_; ++head, d += 2 * pairs_, rotated += 2 * pairs_, d_angle += pairs_)
      for (Index pair = 0; pair < pairs_; ++pair) {
        const Index a = step * pair;
        const Index b = a + apart;
        d_angle[pair] += rotated[a] * d[b] - rotated[b] * d[a];
      }
  }

  Index heads_;
  Index pairs_;  // of a head
  Index count_;
  Index cls_;  // 1 behind a CLS token, otherwise 0
  Pairing pairing_;
  Tensor points_;           // (length, axes)
  Tensor cosine_;           // (length, heads * pairs)
  Tensor sine_;             // the same
  Tensor d_angle_;          // the same, gathered over a batch
  Parameter* frequencies_;  // (heads * pairs, axes)
};

}  // namespace

SEXTANT_DEFINE_POSITION(rope_mixed, RopeMixed)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
