// The mean decomposition of activations (Song & Zhong, arXiv 2310.04861): over samples c and positions t,
//   h_ct = mu + pos_t + ctx_c + resid_ct,   pos_t = mean_c h_ct - mu,   ctx_c = mean_t h_ct - mu,
// whatever encoding made them. The four parts are orthogonal, so their shares of the scatter add up to 1.
#pragma once

#include "sextant/core/table.h"

namespace sextant::stress {

class MeanDecomposition {
 public:
  /// One sample: (positions, width), the same for all.
  void add(const Table& activations);

  Index samples() const { return samples_; }
  Table positions() const;  // pos_t, (positions, width)
  struct Shares {
    double position = 0, context = 0, residual = 0;  // of sum |h - mu|^2
    double mean = 0;                                 // |mu|^2 / mean |h|^2
  };
  Shares shares() const;

 private:
  Table sums_;  // over samples
  Index samples_ = 0;
  double squares_ = 0;          // sum |h|^2
  double context_squares_ = 0;  // sum over samples of |mean_t h|^2
};

}  // namespace sextant::stress
