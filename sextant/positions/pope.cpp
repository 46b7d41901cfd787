// What and where apart (PoPE, polar coordinate embeddings; Gopalakrishnan et al., arXiv 2509.10534): columns of queries
// and keys are magnitudes, positions are angles, and the product is replaced by
//   score = scale sum_c softplus(q_c) softplus(k_c) cos((m - n) theta_c + delta_hc), theta_c = base^(-c/width),
// m and n the coordinates of query and key, delta a trained phase per head and column. Several axes share the columns
// evenly, the first axis first. A CLS token stands at 0.
#include <algorithm>
#include <cmath>

#include "sextant/math/gates.h"
#include "sextant/math/product.h"
#include "sextant/math/rows.h"
#include "sextant/positions/position.h"
#include "sextant/positions/waves.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct PopeOptions final : Options {
  double base = 10000;

  void visit(OptionVisitor& option) override {
    option("base", base, positive(), "base of the rotation frequencies, usually 10000");
  }
};

class Pope final : public Position {
 public:
  using OwnOptions = PopeOptions;
  Pope(const PopeOptions& own, const EncodingContext& context, Parameters& parameters)
      : heads_(context.heads),
        width_(context.head_width),
        count_(context.arrangement.count()),
        cls_(context.arrangement.length() - count_) {
    const Table points = context.arrangement.as_coordinates("pope");
    require(width_ % points.columns == 0, "pope: head width {} is not a multiple of {} axes", width_, points.columns);
    const Index part = width_ / points.columns;
    const Index length = context.arrangement.length();
    const View<real> angles = angles_.shape_zero(length, width_);
    for (Index token = 0; token < count_; ++token)
      for (Index c = 0; c < width_; ++c)
        angles(cls_ + token, c) =
            static_cast<real>(points(token, c / part) * wave_frequency(c % part, 2 * part, own.base));
    phase_ = &parameters.add({.name = context.prefix + ".phase",
                              .role = Role::position,
                              .kind = ParameterKind::bias,
                              .rows = heads_,
                              .columns = width_,
                              .fan_in = width_});
    for (Tensor* tensor : {&q_, &k_, &dq_, &dk_}) tensor->reserve(length, 2 * width_);
    key_waves_.shape_zero(heads_ * length, 2 * width_);
    waves_.shape(length, 2 * width_);
    magnitudes_.shape(2, width_);
    for (Index row = 0; row < length; ++row) fill_waves_of(row, nullptr, waves_.view().row(row));
  }

  void prepare() override {
    for (Index head = 0; head < heads_; ++head)
      for (Index row = 0; row < angles_.rows(); ++row)
        fill_waves_of(row, phase_->value.row(head), key_waves_.view().row(head * angles_.rows() + row));
  }

  bool reads_content() const override { return true; }

  void transform_scores(View<real> scores, const Content& content) const override {
    fill_polar(content);
    multiply_transposed(q_.view(), k_.view(), scores, Write::replace, content.scale);
  }

  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    fill_polar(content);
    multiply(d_scores, k_.view(), dq_.shape(q_.rows(), 2 * width_), Write::replace, content.scale);
    transposed_multiply(d_scores, q_.view(), dk_.shape(k_.rows(), 2 * width_), Write::replace, content.scale);
    for (Index i = 0; i < q_.rows(); ++i)
      add_gradients(content.queries.row(i), q_.view().row(i), dq_.view().row(i), gradients.queries.row(i), nullptr);
    for (Index j = 0; j < k_.rows(); ++j)
      add_gradients(content.keys.row(j), k_.view().row(j), dk_.view().row(j), gradients.keys.row(j),
                    phase_->gradient.row(content.head));
    fill_zero(d_scores);  // the scores before are not used
  }

  Geometry geometry() const override {
    const auto score = [&](Index head, Index query, Index key) {
      double sum = 0;
      for (Index c = 0; c < width_; ++c)
        sum +=
            std::cos(static_cast<double>(angles_.view()(cls_ + query, c)) -
                     static_cast<double>(angles_.view()(cls_ + key, c)) + static_cast<double>(phase_->value(head, c)));
      return sum;
    };
    Table distances(count_, count_);
    for (Index t = 0; t < count_; ++t)
      for (Index s = 0; s < t; ++s) {
        double square = 0;
        for (Index head = 0; head < heads_; ++head) {
          const double own = score(head, t, t);
          const double fall = 0.5 * (std::abs(own - score(head, t, s)) + std::abs(own - score(head, s, t)));
          square += fall * fall;
        }
        distances(s, t) = distances(t, s) = std::sqrt(square);
      }
    return {Geometry::Kind::distances, std::move(distances),
            "|s(0) - s(k)| of magnitudes 1, symmetrised, Euclidean over heads"};
  }

 private:
  /// Magnitude times cosine, then magnitude times sine: (rows, 2 width). Keys stand at n theta - delta.
  void fill_polar(const Content& content) const {
    const View<real> q = q_.shape(content.queries.rows, 2 * width_);
    const View<real> k = k_.shape(content.keys.rows, 2 * width_);
    for (Index i = 0; i < q.rows; ++i)
      fill_row(content.queries.row(i), waves_.view().row(content.query_positions[static_cast<std::size_t>(i)]),
               q.row(i));
    for (Index j = 0; j < k.rows; ++j)
      fill_row(content.keys.row(j), key_waves_.view().row(content.head * angles_.rows() + j), k.row(j));
  }
  void fill_row(const real* x, const real* waves, real* to) const {
    const real* magnitude = magnitudes_of(x).row(0);
#pragma omp simd
    for (Index c = 0; c < width_; ++c) {
      to[c] = magnitude[c] * waves[c];
      to[width_ + c] = magnitude[c] * waves[width_ + c];
    }
  }
  /// softplus(x), and its slope
  View<const real> magnitudes_of(const real* x) const {
    const View<real> result = magnitudes_.view();
    std::copy_n(x, width_, result.row(0));
    softplus(width_, result.row(0), result.row(1));
    return result;
  }
  void fill_waves_of(Index row, const real* phase, real* to) const {
    for (Index c = 0; c < width_; ++c) {
      const real angle = angles_.view()(row, c) - (phase ? phase[c] : 0);
      to[c] = std::cos(angle);
      to[width_ + c] = std::sin(angle);
    }
  }

  // to = softplus(x) (cos a, sin a), a = angle - phase
  void add_gradients(const real* x, const real* polar, const real* d, real* dx, real* d_phase) const {
    const View<const real> magnitudes = magnitudes_of(x);
    const real* magnitude = magnitudes.row(0);
    const real* slope = magnitudes.row(1);
#pragma omp simd
    for (Index c = 0; c < width_; ++c) {
      const real along = d[c] * polar[c] + d[width_ + c] * polar[width_ + c];
      dx[c] += magnitude[c] > 0 ? along / magnitude[c] * slope[c] : 0;
    }
    if (!d_phase) return;
#pragma omp simd
    for (Index c = 0; c < width_; ++c) d_phase[c] -= d[width_ + c] * polar[c] - d[c] * polar[width_ + c];
  }

  Index heads_;
  Index width_;  // of a head
  Index count_;
  Index cls_;                  // 1 behind a CLS token, otherwise 0
  Tensor angles_;              // (length, width)
  Tensor waves_;               // (length, 2 width): their cosines, then their sines
  Tensor key_waves_;           // (heads*length, 2 width): the same of angles less the phase of a head
  Parameter* phase_;           // (heads, width)
  mutable Tensor magnitudes_;  // scratch (2, width)
  mutable Tensor q_;           // scratch (queries, 2 width)
  mutable Tensor k_;           // scratch (length, 2 width)
  Tensor dq_;                  // scratch (queries, 2 width)
  Tensor dk_;                  // scratch (length, 2 width)
};

}  // namespace

SEXTANT_DEFINE_POSITION(pope, Pope)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
