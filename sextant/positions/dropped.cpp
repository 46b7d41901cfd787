// DroPE (Gelberg et al., arXiv 2512.12167): a model trained with positions loses them before step N and is trained on
// without ("recalibrated"); it then has no distances that it never saw. Whether the encoding is in force is a frozen
// number among the weights, 1 until then and 0 afterwards, so that checkpoints and analyses need not know the step.
#include "sextant/positions/wrapped.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

class Dropped final : public Wrapped {
 public:
  Dropped(std::unique_ptr<Position> inner, const EncodingContext& context, Index step, Parameters& parameters)
      : Wrapped(std::move(inner)), drop_at_(static_cast<std::uint64_t>(step)) {
    in_force_ = &parameters.add({.name = context.prefix + ".in_force",
                                 .role = Role::position,
                                 .kind = ParameterKind::embedding,
                                 .rows = 1,
                                 .columns = 1,
                                 .fan_in = 1,
                                 .trainable = false,
                                 .carries_sigma = false,
                                 .given = {1.0}});
  }

  void begin_step(std::uint64_t step) override {
    inner().begin_step(step);
    in_force_->value(0, 0) = step < drop_at_ ? real(1) : real(0);
  }

  void add_to_embeddings(View<real> x, RowPositions positions) const override {
    if (acts_now()) inner().add_to_embeddings(x, positions);
  }
  void embeddings_backward(View<const real> dx, RowPositions positions) override {
    if (acts_now()) inner().embeddings_backward(dx, positions);
  }
  void rotate(View<real> x, RowPositions positions) const override {
    if (acts_now()) inner().rotate(x, positions);
  }
  void rotate_backward(View<real> dx, View<const real> rotated, RowPositions positions) override {
    if (acts_now()) inner().rotate_backward(dx, rotated, positions);
  }
  void add_to_scores(View<real> scores, View<const real> queries, Index head, real scale,
                     RowPositions positions) const override {
    if (acts_now()) inner().add_to_scores(scores, queries, head, scale, positions);
  }
  void scores_backward(View<const real> d_scores, View<const real> queries, View<real> d_queries, Index head,
                       real scale, RowPositions positions) override {
    if (acts_now()) inner().scores_backward(d_scores, queries, d_queries, head, scale, positions);
  }
  void transform_scores(View<real> scores, const Content& content) const override {
    if (acts_now()) inner().transform_scores(scores, content);
  }
  void transform_backward(View<real> d_scores, const Content& content, const ContentGradients& gradients) override {
    if (acts_now()) inner().transform_backward(d_scores, content, gradients);
  }

  Geometry geometry() const override {
    Geometry geometry = inner().geometry();
    if (!acts_now()) geometry.rule += ", dropped: no longer in force";
    return geometry;
  }

 private:
  bool acts_now() const { return in_force_->value(0, 0) != 0; }

  std::uint64_t drop_at_;
  Parameter* in_force_;  // (1, 1)
};

}  // namespace

std::unique_ptr<Position> drop_at(std::unique_ptr<Position> inner, const EncodingContext& context, Index step,
                                  Parameters& parameters) {
  return std::make_unique<Dropped>(std::move(inner), context, step, parameters);
}

}  // namespace sextant::positions::inline SEXTANT_PRECISION
