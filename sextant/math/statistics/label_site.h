// The labels seen at one point, as expectation propagation stands for them: each factor Phi(+-f) of the likelihood
// becomes C exp(-precision f^2 / 2 + shift f), its "site" (Rasmussen & Williams 2006, section 3.6). Equal labels at
// one point have equal sites, so a point needs two, however many labels it has.
#pragma once

#include "sextant/math/statistics/gaussian_process_classifier.h"

namespace sextant::math {

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
