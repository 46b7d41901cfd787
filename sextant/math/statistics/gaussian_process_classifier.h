// Gaussian-process classification of runs on a grid.
#pragma once

#include <span>
#include <vector>

#include "sextant/core/table.h"

namespace sextant::math {

// Binary classification by a Gaussian process: P(positive | x) = Phi(f(x)), f ~ GP(0, k), with
//   k(x, x') = s^2 (1 + m(r)),   m(r) = (1 + sqrt5 r + 5 r^2/3) exp(-sqrt5 r),   r^2 = sum_a ((x_a - x'_a) / l_a)^2
// (Matern 5/2, and a constant of unknown height). The posterior of f is made Gaussian by expectation propagation
// (Rasmussen & Williams 2006, section 3.6): Laplace's method is far too unsure where labels never err.

/// What was seen at one point.
struct LabelCounts {
  Index positive = 0;
  Index negative = 0;
  Index total() const { return positive + negative; }
};

struct ProcessScales {
  double signal = 1;            // s
  std::vector<double> lengths;  // l, one per coordinate
};

/// A Gaussian over the values of f at some points.
struct LatentGaussian {
  std::vector<double> mean;
  Table covariance;  // (n, n)
};

/// Only the diagonal of that.
struct LatentMarginals {
  std::vector<double> mean;
  std::vector<double> variance;
};

class GaussianProcessClassifier {
 public:
  /// points: (n, coordinates), all different, with what was seen at each.
  GaussianProcessClassifier(Table points, std::span<const LabelCounts> counts, ProcessScales scales);

  /// log P(labels | scales), as expectation propagation approximates it.
  double log_evidence() const { return log_evidence_; }
  const ProcessScales& scales() const { return scales_; }
  LatentMarginals predict(const Table& points) const;
  LatentGaussian predict_jointly(const Table& points) const;

 private:
  Table points_;
  ProcessScales scales_;
  std::vector<double> weights_;          // K^-1 (posterior mean at the points)
  std::vector<double> root_precisions_;  // square roots of the precisions that the labels contribute
  Table factor_;                         // lower Cholesky factor of 1 + R K R, R = diagonal of root_precisions_
  double log_evidence_ = 0;
};

/// k between two sets of points: (rows of a, rows of b).
Table process_covariance(const Table& a, const Table& b, const ProcessScales& scales);

// The labels seen at one point, as expectation propagation stands for them: each factor Phi(+-f) of the likelihood
// becomes C exp(-precision f^2 / 2 + shift f), its "site" (Rasmussen & Williams 2006, section 3.6). Equal labels at
// one point have equal sites, so a point needs two, however many labels it has.

/// exp(-precision f^2 / 2 + shift f)
struct Site {
  double precision = 0;
  double shift = 0;
};

class LabelSite {
 public:
  explicit LabelSite(LabelCounts counts) : counts_(counts) {}

  /// All labels of the point together.
  Site total() const;
  /// Fits the sites to the rest of the world, which says N(mean, variance) of f after these labels are counted too.
  void refit(double mean, double variance);
  /// The sum of log C over all labels, for the same N(mean, variance).
  double log_constant(double mean, double variance) const;

 private:
  LabelCounts counts_;
  Site positive_;
  Site negative_;
};

}  // namespace sextant::math
