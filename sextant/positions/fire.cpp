// A small network of the normalised distance added to scores (FIRE; Li et al., arXiv 2310.04418):
//   b_h(i, j) = network_h(psi(|i - j|) / (psi(max(L, i)) + 1e-6)), psi(x) = log(|c| x + 1).
// c starts at 0.1; the threshold L = |l| times its start, where the trained l starts at 1 (as published). Where no mask
// says who asks, i is the later of the two; other arrangements than the index take the largest distance for i.
#include <algorithm>
#include <cmath>

#include "sextant/positions/position.h"
#include "sextant/positions/scalar_network.h"
#include "sextant/positions/score_bias.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

constexpr real guard = static_cast<real>(1e-6);  // c = 0 makes every psi zero

struct FireOptions final : Options {
  Index hidden = 32;
  double threshold = 0;

  void visit(OptionVisitor& option) override {
    option("hidden", hidden, at_least(1), "hidden dimension of the MLP");
    option("threshold", threshold, at_least(0),
           "initial value of the threshold L; 0: (tokens + 1/2) / 4, never an integer");
  }
};

class Fire final : public ScoreBias {
 public:
  using OwnOptions = FireOptions;
  Fire(const FireOptions& own, const EncodingContext& context, Parameters& parameters)
      : ScoreBias(context, true), network_(context, own.hidden, count(), parameters) {
    // Between whole numbers, so that training does not start on the kink of the maximum.
    threshold_ = static_cast<real>(own.threshold > 0 ? own.threshold : (static_cast<double>(count()) + 0.5) / 4);
    fill_distances(context);
    row_.shape_zero(2, count());
    d_pairs_.shape_zero(heads(), count());
    const auto declare = [&](const char* name, double start) {
      return &parameters.add({.name = context.prefix + name,
                              .role = Role::position,
                              .kind = ParameterKind::gain,
                              .rows = 1,
                              .columns = 1,
                              .fan_in = 1,
                              .given = {start}});
    };
    c_ = declare(".c", 0.1);
    l_ = declare(".threshold", 1.0);
  }

  void finish() override {
    real* u = row_.view().row(0);
    real* du = row_.view().row(1);
    for (Index i = 0; i < count(); ++i) {
      const View<real> d_pairs = d_pairs_.view().slice_columns(0, i + 1);
      for (Index head = 0; head < heads(); ++head)
        for (Index j = 0; j <= i; ++j) {
          d_pairs(head, j) = d_bias()(row_of(head, i), column_of(j));
          if (!causal() && j < i) d_pairs(head, j) += d_bias()(row_of(head, j), column_of(i));
        }
      fill_inputs(i, u);
      network_.backward(u, d_pairs, du);
      add_scale_gradients(i, u, du);
    }
  }

 protected:
  // Pairs with j <= i: without a mask the bias is symmetric, with one the other half is never seen.
  void fill_bias(View<real> bias) const override {
    real* u = row_.view().row(0);
    for (Index i = 0; i < count(); ++i) {
      fill_inputs(i, u);
      const Index from_head_to_head = (row_of(1, i) - row_of(0, i)) * bias.stride;
      network_.forward(u, {bias.row(row_of(0, i)) + column_of(0), heads(), i + 1, from_head_to_head});
      if (causal()) continue;
      for (Index head = 0; head < heads(); ++head)
        for (Index j = 0; j < i; ++j) bias(row_of(head, j), column_of(i)) = bias(row_of(head, i), column_of(j));
    }
  }

 private:
  void fill_distances(const EncodingContext& context) {
    const Table distances = context.arrangement.as_distances("fire");
    const double largest = *std::max_element(distances.values.begin(), distances.values.end());
    const bool index = context.arrangement.kind() == Arrangement::Kind::index;
    const View<real> to = distance_.shape(count(), count());
    const View<real> reach = reach_.shape(1, count());
    for (Index i = 0; i < count(); ++i) {
      reach(0, i) = static_cast<real>(index ? static_cast<double>(i) : largest);
      for (Index j = 0; j < count(); ++j) to(i, j) = static_cast<real>(distances(i, j));
    }
  }

  real psi(real x) const { return std::log(std::abs(c_->value(0, 0)) * x + 1); }
  real threshold() const { return std::abs(l_->value(0, 0)) * threshold_; }
  real scale_of(Index i) const { return std::max(threshold(), reach_.view()(0, i)); }

  /// u[j] = psi(distance(i, j)) / (psi(scale) + guard), j <= i
  void fill_inputs(Index i, real* u) const {
    const real normaliser = psi(scale_of(i)) + guard;
    const real* distance = distance_.view().row(i);
    for (Index j = 0; j <= i; ++j) u[j] = psi(distance[j]) / normaliser;
  }

  // u = psi(d) / n, n = psi(s) + guard, s = max(L, reach)  =>  dc, and dL where the threshold is in force
  void add_scale_gradients(Index i, const real* u, const real* du) {
    const real c = std::abs(c_->value(0, 0));
    const real scale = scale_of(i);
    const real normaliser = psi(scale) + guard;
    const real* distance = distance_.view().row(i);
    real d_c = 0;
    real d_normaliser = 0;
    for (Index j = 0; j <= i; ++j) {
      d_c += du[j] * (distance[j] / (c * distance[j] + 1)) / normaliser;
      d_normaliser -= du[j] * u[j] / normaliser;
    }
    d_c += d_normaliser * scale / (c * scale + 1);
    c_->gradient(0, 0) += std::copysign(real(1), c_->value(0, 0)) * d_c;
    if (threshold() > reach_.view()(0, i))
      l_->gradient(0, 0) += std::copysign(threshold_, l_->value(0, 0)) * d_normaliser * c / (c * scale + 1);
  }

  ScalarNetwork network_;
  real threshold_ = 0;  // what L starts with
  Tensor distance_;     // (count, count)
  Tensor reach_;        // (1, count): what stands against L in the maximum
  mutable Tensor row_;  // scratch (2, count): u, du of the pairs of one row
  Tensor d_pairs_;      // scratch (heads, count)
  Parameter* c_;        // (1, 1)
  Parameter* l_;        // (1, 1)
};

}  // namespace

SEXTANT_DEFINE_POSITION(fire, Fire)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
