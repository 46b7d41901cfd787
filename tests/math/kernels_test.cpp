// The float kernels against plain loops in double.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sextant/core/random.h"
#include "sextant/math/activation.h"
#include "sextant/math/dropout.h"
#include "sextant/math/gates.h"
#include "sextant/math/norm.h"
#include "sextant/math/product.h"
#include "sextant/math/softmax.h"
#include "sextant/math/tensor.h"

namespace sextant::test {
namespace {

void fill_normal(View<real> x, std::uint32_t part) {
  const Random random(1, Stream::analysis, 0, part);
  std::uint64_t n = 0;
  for (Index i = 0; i < x.rows; ++i)
    for (Index j = 0; j < x.columns; ++j) x(i, j) = static_cast<real>(random.normal(n++));
}

// All three products, sizes odd and even, small and large, inside wider matrices, replacing and adding.
TEST(Product, AgreesWithPlainLoops) {
  for (const Index m : {1, 7, 16, 50})
    for (const Index n : {1, 9, 27, 32, 100})
      for (const Index k : {1, 5, 64})
        for (const Write write : {Write::replace, Write::add}) {
          Tensor a(m, k + 3), at(k, m + 1), b(k, n + 2), bt(n, k + 1), c(m, n + 4);
          fill_normal(a.view(), 1);
          fill_normal(b.view(), 2);
          const auto a_part = a.view().slice_columns(1, k);
          const auto b_part = b.view().slice_columns(2, n);
          const auto at_part = at.view().slice_columns(1, m);
          const auto bt_part = bt.view().slice_columns(1, k);
          for (Index i = 0; i < m; ++i)
            for (Index p = 0; p < k; ++p) at_part(p, i) = a_part(i, p);
          for (Index j = 0; j < n; ++j)
            for (Index p = 0; p < k; ++p) bt_part(j, p) = b_part(p, j);
          for (int form = 0; form < 3; ++form) {
            fill_normal(c.view(), 3);
            const Tensor before = c;
            const auto target = c.view().slice_columns(2, n);
            if (form == 0) multiply(a_part, b_part, target, write, 0.5F);
            if (form == 1) multiply_transposed(a_part, bt_part, target, write, 0.5F);
            if (form == 2) transposed_multiply(at_part, b_part, target, write, 0.5F);
            for (Index i = 0; i < m; ++i)
              for (Index j = 0; j < n + 4; ++j) {
                double expected = before.view()(i, j);
                if (j >= 2 && j < n + 2) {
                  double sum = 0;
                  for (Index p = 0; p < k; ++p)
                    sum += static_cast<double>(a_part(i, p)) * static_cast<double>(b_part(p, j - 2));
                  expected = 0.5 * sum + (write == Write::add ? expected : 0);
                }
                ASSERT_NEAR(c.view()(i, j), expected, 1e-5) << form << " " << m << " " << n << " " << k;
              }
          }
        }
}

TEST(Product, CountsItsOperations) {
  Tensor a(3, 4), b(4, 5), c(3, 5);
  const std::uint64_t before = product_operations();
  multiply(a.view(), b.view(), c.view(), Write::replace);
  EXPECT_EQ(product_operations() - before, 2U * 3 * 4 * 5);
}

double gelu(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }
double gelu_tanh(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

TEST(Activation, GeluAndItsSlopeAreExactToAFewUnits) {
  for (const Activation activation : {Activation::gelu, Activation::gelu_tanh}) {
    const auto exact = activation == Activation::gelu ? gelu : gelu_tanh;
    Tensor x(1, 4001), slope(1, 4001);  // not a multiple of any vector
    for (Index j = 0; j < 4001; ++j) x.view()(0, j) = static_cast<real>(-10 + 0.005 * static_cast<double>(j));
    const Tensor input = x;
    activate(activation, x.view(), nullptr, slope.view());
    for (Index j = 0; j < 4001; ++j) {
      const double a = input.view()(0, j);
      EXPECT_NEAR(x.view()(0, j), exact(a), 3e-7 * std::max(1.0, std::abs(a))) << a;
      const double derivative = (exact(a + 1e-5) - exact(a - 1e-5)) / 2e-5;
      EXPECT_NEAR(slope.view()(0, j), derivative, 1e-6) << a;
    }
  }
}

TEST(Activation, AddsTheBiasFirstAndKeepsNotANumber) {
  const real bias[3] = {1, -5, std::numeric_limits<real>::quiet_NaN()};
  Tensor x(1, 3), slope(1, 3);
  x.view()(0, 0) = 1;
  x.view()(0, 1) = 1;
  x.view()(0, 2) = 1;
  activate(Activation::gelu, x.view(), bias, slope.view());
  EXPECT_NEAR(x.view()(0, 0), gelu(2), 1e-6);
  EXPECT_NEAR(x.view()(0, 1), gelu(-4), 1e-6);
  EXPECT_TRUE(std::isnan(x.view()(0, 2)));
}

TEST(Gates, SoftplusAndSiluAreExactToAFewUnits) {
  std::vector<real> x, slope(41), silu_slope(41);
  for (int i = -20; i <= 20; ++i) x.push_back(static_cast<real>(i) * 1.1F);
  std::vector<real> y = x, z = x;
  softplus(41, y.data(), slope.data());
  silu(41, z.data(), silu_slope.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto v = static_cast<double>(x[i]), share = 1 / (1 + std::exp(-v));
    EXPECT_NEAR(y[i] / std::log1p(std::exp(v)), 1, 1e-6) << v;
    EXPECT_NEAR(slope[i] / share, 1, 1e-6) << v;
    EXPECT_NEAR(z[i], v * share, 1e-6 * std::abs(v)) << v;
    EXPECT_NEAR(silu_slope[i], share * (1 + v * (1 - share)), 2e-6) << v;
  }
}

TEST(Softmax, SumsToOneHidesTheRestAndAgrees) {
  for (const Index visible : {1, 3, 8, 9, 20}) {
    Tensor row(1, 21);
    fill_normal(row.view(), 4);
    row.view()(0, 0) += 100;  // large scores must not overflow
    const Tensor input = row;
    softmax_row(row.data(), visible, 21);
    double sum = 0;
    for (Index j = 0; j < visible; ++j) sum += std::exp(static_cast<double>(input.view()(0, j) - input.view()(0, 0)));
    for (Index j = 0; j < 21; ++j) {
      const double exact =
          j < visible ? std::exp(static_cast<double>(input.view()(0, j) - input.view()(0, 0))) / sum : 0;
      EXPECT_NEAR(row.view()(0, j), exact, 2e-7);
    }
  }
}

TEST(Softmax, KeepsNotANumber) {
  real row[3] = {0, std::numeric_limits<real>::quiet_NaN(), 1};
  softmax_row(row, 3, 3);
  EXPECT_TRUE(std::isnan(row[1]));
}

TEST(Norm, ReplacesMeanAndDeviation) {
  Tensor x(4, 37), residual(4, 37), sum(4, 37), unit(4, 37), y(4, 37);
  fill_normal(x.view(), 5);
  fill_normal(residual.view(), 6);
  std::vector<real> gain(37, 2), shift(37, 3), bias(37, 0.5), inverse(4);
  add_and_normalise(NormKind::layer, x.view(), bias.data(), residual.view(), sum.view(), gain.data(), shift.data(), 0,
                    unit.view(), inverse.data(), y.view());
  for (Index i = 0; i < 4; ++i) {
    double mean = 0, square = 0;
    for (Index j = 0; j < 37; ++j) {
      EXPECT_FLOAT_EQ(sum.view()(i, j), x.view()(i, j) + 0.5F + residual.view()(i, j));
      mean += unit.view()(i, j) / 37;
      square += static_cast<double>(unit.view()(i, j)) * static_cast<double>(unit.view()(i, j)) / 37;
      EXPECT_FLOAT_EQ(y.view()(i, j), 2 * unit.view()(i, j) + 3);
    }
    EXPECT_NEAR(mean, 0, 1e-6);
    EXPECT_NEAR(square, 1, 1e-5);
  }
}

TEST(Dropout, KeepsTheRateTheMeanAndItsChoice) {
  Tensor x(100, 100);
  std::fill_n(x.data(), 10000, real(1));
  const Random random(3, Stream::dropout, 5, 2);
  drop(x.view(), 0.3, random, 0);
  Index zeros = 0;
  for (Index i = 0; i < 10000; ++i) {
    zeros += x.data()[i] == 0 ? 1 : 0;
    EXPECT_TRUE(x.data()[i] == 0 || std::abs(x.data()[i] - 1 / 0.7F) < 1e-6F);
  }
  EXPECT_NEAR(static_cast<double>(zeros) / 10000, 0.3, 0.02);
  Tensor later(1, 100);  // row 17 alone meets the numbers that it met among the others
  std::fill_n(later.data(), 100, real(1));
  drop(later.view(), 0.3, random, 17);
  for (Index j = 0; j < 100; ++j) EXPECT_EQ(later.view()(0, j), x.view()(17, j));
}

}  // namespace
}  // namespace sextant::test
