// The scan of Mamba and the causal convolution in double: values against plain loops, gradients against central
// differences, for sizes that fill vectors, tiles and parts of a sample, and sizes that do not.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sextant/core/random.h"
#include "sextant/math/causal_convolution.h"
#include "sextant/math/selective_scan.h"

namespace sextant::test {
namespace {

Tensor normal(Index rows, Index columns, std::uint32_t part, real scale = 1) {
  Tensor result(rows, columns);
  const Random random(1, Stream::analysis, 0, part);
  for (Index i = 0; i < result.size(); ++i)
    result.data()[i] = scale * static_cast<real>(random.normal(static_cast<std::uint64_t>(i)));
  return result;
}

real inner(const Tensor& a, const Tensor& b) {
  real sum = 0;
  for (Index i = 0; i < a.size(); ++i) sum += a.data()[i] * b.data()[i];
  return sum;
}

/// d, in a few places, against the slope of `loss` in x.
void expect_slopes(const std::string& what, Tensor& x, const Tensor& d, const std::function<real()>& loss) {
  for (Index i = 0; i < x.size(); i += 1 + x.size() / 13) {
    const real before = x.data()[i], step = 1e-6;
    x.data()[i] = before + step;
    const real above = loss();
    x.data()[i] = before - step;
    const real below = loss();
    x.data()[i] = before;
    EXPECT_NEAR(d.data()[i], (above - below) / (2 * step), 1e-6) << what << " " << i;
  }
}

/// Two samples, so that what is kept of the first must outlast the second.
struct ScanCase {
  ScanCase(Index length_in, Index channels, Index states)
      : length(length_in),
        u(normal(2 * length, channels, 1)),
        step(normal(2 * length, channels, 2, 0.3)),
        b(normal(2 * length, states, 3)),
        c(normal(2 * length, states, 4)),
        rates(normal(channels, states, 5)),
        skip(normal(1, channels, 6)),
        weights(normal(2 * length, channels, 7)),
        y(2 * length, channels),
        scan(channels, states) {
    for (Tensor* tensor : {&step, &rates})
      for (Index i = 0; i < tensor->size(); ++i) tensor->data()[i] = std::abs(tensor->data()[i]);
    for (Index i = 0; i < rates.size(); ++i) rates.data()[i] *= -1;
    scan.reserve(2 * length);
  }

  SelectiveScan::Rows rows(Index sample) const {
    const auto part = [&](const Tensor& all) { return all.view().slice_rows(sample * length, length); };
    return {sample * length, part(u), part(step), part(b), part(c), skip.data()};
  }
  real loss() {
    scan.prepare(rates.view());
    for (const Index sample : {0, 1}) scan.forward(rows(sample), y.view().slice_rows(sample * length, length));
    return inner(y, weights);
  }

  Index length;
  Tensor u, step, b, c, rates, skip, weights, y;
  SelectiveScan scan;
};

class Scan : public testing::TestWithParam<std::tuple<Index, Index, Index>> {};

TEST_P(Scan, ValuesAreThoseOfPlainLoops) {
  const auto [length, channels, states] = GetParam();
  ScanCase one(length, channels, states);
  one.loss();
  for (Index i = 0; i < channels; ++i)
    for (const Index sample : {0, 1}) {
      std::vector<real> h(static_cast<std::size_t>(states), 0);
      for (Index t = sample * length; t < (sample + 1) * length; ++t) {
        real sum = one.skip.data()[i] * one.u.view()(t, i);
        for (Index n = 0; n < states; ++n) {
          real& state = h[static_cast<std::size_t>(n)];
          state = std::exp(one.step.view()(t, i) * one.rates.view()(i, n)) * state +
                  one.step.view()(t, i) * one.u.view()(t, i) * one.b.view()(t, n);
          sum += one.c.view()(t, n) * state;
        }
        ASSERT_NEAR(one.y.view()(t, i), sum, 1e-11) << t << " " << i;
      }
    }
}

TEST_P(Scan, GradientsAgreeWithCentralDifferences) {
  const auto [length, channels, states] = GetParam();
  ScanCase one(length, channels, states);
  one.loss();
  Tensor du(2 * length, channels), d_step(2 * length, channels), db(2 * length, states), dc(2 * length, states);
  Tensor d_skip, d_rates;
  d_skip.shape_zero(1, channels);
  d_rates.shape_zero(channels, states);
  for (const Index sample : {0, 1}) {
    const auto part = [&](auto&& all) { return all.view().slice_rows(sample * length, length); };
    one.scan.backward(one.rows(sample), part(one.weights), {part(du), part(d_step), part(db), part(dc), d_skip.data()});
  }
  one.scan.add_rate_gradient(d_rates.view());
  const auto loss = [&] { return one.loss(); };
  expect_slopes("u", one.u, du, loss);
  expect_slopes("step", one.step, d_step, loss);
  expect_slopes("b", one.b, db, loss);
  expect_slopes("c", one.c, dc, loss);
  expect_slopes("skip", one.skip, d_skip, loss);
  expect_slopes("rates", one.rates, d_rates, loss);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Scan,
                         testing::Values(std::tuple(1, 1, 1), std::tuple(16, 8, 8), std::tuple(17, 5, 11),
                                         std::tuple(40, 19, 16)));

TEST(CausalConvolution, ValuesAndGradients) {
  for (const Index length : {1, 7, 8, 9, 21})
    for (const Index channels : {1, 8, 13}) {
      // two samples, with room for longer ones
      Tensor x = normal(2 * length, channels, 1), kernel = normal(length, channels, 2);
      const Tensor weights = normal(2 * length, channels, 3);
      Tensor y(2 * length, channels), dx, d_kernel(length, channels);
      dx.shape_zero(2 * length, channels);
      CausalConvolution convolution;
      convolution.reserve(30, channels);
      const auto each = [&](const auto& act) {
        for (const Index first : {Index(0), length})
          act([&](auto&& all) { return all.view().slice_rows(first, length); });
      };
      const auto loss = [&] {
        convolution.set_kernel(kernel.view());
        each([&](const auto& part) { convolution.forward(part(x), part(y)); });
        return inner(y, weights);
      };
      loss();
      each([&](const auto& part) { convolution.backward(part(x), part(weights), part(dx)); });
      convolution.copy_kernel_gradient(d_kernel.view());
      for (Index t = 0; t < length; ++t)
        for (Index j = 0; j < channels; ++j) {
          real sum = 0;
          for (Index l = 0; l <= t; ++l) sum += kernel.view()(l, j) * x.view()(length + t - l, j);
          ASSERT_NEAR(y.view()(length + t, j), sum, 1e-12) << length << " " << channels;
        }
      expect_slopes("x", x, dx, loss);
      expect_slopes("kernel", kernel, d_kernel, loss);
    }
}

}  // namespace
}  // namespace sextant::test
