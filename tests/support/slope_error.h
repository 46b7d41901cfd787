// Analytic gradients against central differences, along one random direction of every tensor.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/model_test.h"

namespace sextant::test::inline SEXTANT_PRECISION {

/// d loss / d step along `direction` from where `values` are, fourth order: the error of the plain difference would
/// hide a wrong digit.
inline double central_difference(Transformer& model, const Batch& batch, const Pass& pass, std::span<real> values,
                                 std::span<const real> direction, double step) {
  const std::vector<real> kept(values.begin(), values.end());
  const auto loss_at = [&](double shift) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = kept[i] + shift * direction[i];
    const Score score = model.forward(batch, pass);
    return score.loss + score.auxiliary;
  };
  const double slope = (8 * (loss_at(step) - loss_at(-step)) - (loss_at(2 * step) - loss_at(-2 * step))) / (12 * step);
  std::ranges::copy(kept, values.begin());
  return slope;
}

/// A random sign times 0.5 to 1.5 for every element: the slope along it holds every element's gradient, and errors of
/// several do not cancel.
inline std::vector<real> draw_direction(std::size_t size, const Random& random) {
  std::vector<real> direction(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double draw = random.uniform(i);
    direction[i] = draw < 0.5 ? 0.5 + 2 * draw : 0.5 - 2 * draw;
  }
  return direction;
}

/// Gradients gathered over chunks of `chunk` samples: the largest |analytic - numeric| slope over all tensors, relative
/// to the largest gradient of the tensor (and at least to 1e-3 of the model's largest, below which differences of
/// losses hold no digits).
inline double worst_slope_error(Transformer& model, const Batch& batch, Index chunk, std::string& where) {
  const Pass pass{.training = true, .seed = 5, .step = 9};
  loss_and_gradients(model, batch, chunk, pass);
  const std::vector<real> analytic(model.parameters().gradients().begin(), model.parameters().gradients().end());
  double largest = 0;
  for (const real g : analytic) largest = std::max(largest, std::abs(g));
  EXPECT_GT(largest, 1e-6);
  double worst = 0;
  for (Parameter& parameter : model.parameters().list()) {
    if (!parameter.trainable) continue;
    const std::span<real> values(parameter.value.data, static_cast<std::size_t>(parameter.size()));
    const auto direction =
        draw_direction(values.size(), Random(7, Stream::analysis, 0, static_cast<std::uint32_t>(parameter.offset)));
    double scale = 1e-3 * largest, exact = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double gradient = analytic[static_cast<std::size_t>(parameter.offset) + i];
      scale = std::max(scale, std::abs(gradient));
      exact += gradient * direction[i];
    }
    const auto error_with = [&](double step) {
      return std::abs(central_difference(model, batch, pass, values, direction, step) - exact) / scale;
    };
    double error = error_with(1e-4);
    for (const double step : {1e-5, 1e-6})  // a wider step may straddle the kink of a ReLU, a narrower one rounds more
      if (error > 1e-8) error = std::min(error, error_with(step));
    if (error > worst) {
      worst = error;
      where = parameter.name;
    }
  }
  return worst;
}

}  // namespace sextant::test::inline SEXTANT_PRECISION
