// Learnable Fourier features of the coordinates (Li et al., NeurIPS 2021, arXiv 2106.02795): with angles a = x W^T /
// gamma, P = network([cos a, sin a] / sqrt(F)), a network with one hidden layer and GELU. W is trained; where it starts
// with N(0, 1), as under the default initialiser, this is the paper's W ~ N(0, gamma^-2): gamma plays the part of
// sigma. position.sigma is the spread of the network's output weights, as for every position. A CLS token has a zero
// row.
#include <cmath>

#include "sextant/math/product.h"
#include "sextant/positions/additive_table.h"
#include "sextant/positions/position.h"
#include "sextant/positions/row_network.h"

namespace sextant::positions::inline SEXTANT_PRECISION {
namespace {

struct FourierOptions final : Options {
  Index features = 64;
  Index hidden = 32;
  double gamma = 10;

  void visit(OptionVisitor& option) override {
    option("features", features, at_least(2), "number of Fourier features, half of them cosines; even");
    option("hidden", hidden, at_least(1), "hidden dimension of the MLP");
    option("gamma", gamma, positive(), "coordinates are divided by it: frequencies start with N(0, gamma^-2)");
  }
};

class Fourier final : public AdditiveTable {
 public:
  using OwnOptions = FourierOptions;
  Fourier(const FourierOptions& own, const EncodingContext& context, Parameters& parameters)
      : AdditiveTable(context),
        half_(own.features / 2),
        network_(context, {.inputs = own.features, .hidden = own.hidden, .outputs = context.width}, parameters) {
    require(own.features % 2 == 0, "fourier: {} features given, expected an even number: a cosine and a sine each",
            own.features);
    const Table points = context.arrangement.as_coordinates("fourier");
    const View<real> scaled = points_.shape(count(), points.columns);
    for (Index token = 0; token < count(); ++token)
      for (Index axis = 0; axis < points.columns; ++axis)
        scaled(token, axis) = static_cast<real>(points(token, axis) / own.gamma);
    frequencies_ = &parameters.add({.name = context.prefix + ".frequencies",
                                    .role = Role::position,
                                    .kind = ParameterKind::embedding,
                                    .rows = half_,
                                    .columns = points.columns,
                                    .fan_in = points.columns,
                                    .carries_sigma = false});
    table_.shape_zero(length(), width());
  }

  void prepare() override {
    fill(kept_, features_, table_.view());
    d_table_.shape_zero(length(), width());
  }
  void finish() override {
    const View<real> d_features = d_features_.shape(count(), 2 * half_);
    network_.backward(features_.view(), d_table_.view().slice_rows(first_token(), count()), kept_, d_features);
    // features = [cos a, sin a] / sqrt(F)  =>  da = cos a d_sin - sin a d_cos, the features themselves being scaled
    const View<real> d_angles = d_angles_.shape(count(), half_);
    const View<const real> features = features_.view();
    for (Index token = 0; token < count(); ++token)
      for (Index k = 0; k < half_; ++k)
        d_angles(token, k) =
            features(token, k) * d_features(token, half_ + k) - features(token, half_ + k) * d_features(token, k);
    transposed_multiply(d_angles, points_.view(), frequencies_->gradient, Write::add);
  }
  Geometry geometry() const override {
    RowNetwork::Kept kept;
    Tensor features, table;
    fill(kept, features, table.shape_zero(length(), width()));
    return {Geometry::Kind::vectors, token_rows(table.view()), "rows of the network of Fourier features"};
  }

 protected:
  View<const real> table() const override { return table_.view(); }
  View<real> d_table() override { return d_table_.view(); }

 private:
  void fill(RowNetwork::Kept& kept, Tensor& features, View<real> table) const {
    const View<real> rows = features.shape(count(), 2 * half_);
    const View<real> angles = rows.slice_columns(0, half_);
    multiply_transposed(points_.view(), frequencies_->value, angles, Write::replace);
    const real scale = 1 / std::sqrt(static_cast<real>(2 * half_));
    for (Index token = 0; token < count(); ++token)
      for (Index k = 0; k < half_; ++k) {
        const real angle = angles(token, k);
        rows(token, half_ + k) = scale * std::sin(angle);
        rows(token, k) = scale * std::cos(angle);
      }
    network_.forward(rows, table.slice_rows(first_token(), count()), kept);
  }

  Index half_;  // of the features: cosines, then sines
  RowNetwork network_;
  RowNetwork::Kept kept_;
  Tensor points_;           // (count, axes), divided by gamma
  Tensor features_;         // (count, features)
  Tensor d_features_;       // the same
  Tensor d_angles_;         // (count, features / 2)
  Tensor table_;            // (length, width)
  Tensor d_table_;          // the same
  Parameter* frequencies_;  // (features / 2, axes)
};

}  // namespace

SEXTANT_DEFINE_POSITION(fourier, Fourier)

}  // namespace sextant::positions::inline SEXTANT_PRECISION
