#include "sextant/math/linear/kernel_alignment.h"

#include <cmath>
#include <vector>

#include "sextant/core/error.h"

namespace sextant::math {
namespace {

/// Takes the mean over samples off every output's entries; `step` is the distance between neighbouring entries.
void centre(double* values, Index step, Index samples, Index outputs) {
  for (Index output = 0; output < outputs; ++output) {
    double mean = 0;
    for (Index s = 0; s < samples; ++s) mean += values[(s * outputs + output) * step] / static_cast<double>(samples);
    for (Index s = 0; s < samples; ++s) values[(s * outputs + output) * step] -= mean;
  }
}

}  // namespace

double matrix_cosine(const Table& a, const Table& b) {
  require(a.rows == b.rows && a.columns == b.columns,
          "cosine: expected two matrices of the same shape, given ({}, {}) and ({}, {})", a.rows, a.columns, b.rows,
          b.columns);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    aa += a.values[i] * a.values[i];
    bb += b.values[i] * b.values[i];
    ab += a.values[i] * b.values[i];
  }
  return ab / std::sqrt(aa * bb);
}

double centred_alignment(const Table& kernel, std::span<const double> target, Index outputs) {
  const Index n = kernel.rows;
  require(kernel.columns == n && static_cast<Index>(target.size()) == n && outputs >= 1 && n % outputs == 0,
          "kernel alignment: expected a square kernel and a target of matching size, given ({}, {}), {} and {} outputs",
          n, kernel.columns, target.size(), outputs);
  Table k = kernel;
  std::vector<double> y(target.begin(), target.end());
  const Index samples = n / outputs;
  centre(y.data(), 1, samples, outputs);
  for (Index i = 0; i < n; ++i) centre(k.values.data() + i * n, 1, samples, outputs);
  for (Index j = 0; j < n; ++j) centre(k.values.data() + j, n, samples, outputs);
  double along = 0, kernel_square = 0, target_square = 0;
  for (Index i = 0; i < n; ++i) {
    target_square += y[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(i)];
    for (Index j = 0; j < n; ++j) {
      kernel_square += k(i, j) * k(i, j);
      along += y[static_cast<std::size_t>(i)] * k(i, j) * y[static_cast<std::size_t>(j)];
    }
  }
  return along / (std::sqrt(kernel_square) * target_square);
}

}  // namespace sextant::math
