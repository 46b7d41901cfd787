// What a pass scored: sums over rows, to be added up over chunks and divided at the end.
#pragma once

#include "sextant/core/index.h"

namespace sextant::nn {

struct Score {
  double loss = 0;       // summed over scored rows (squared error: and over outputs)
  double auxiliary = 0;  // losses of the model's own (load balancing), as they count in the mean
  Index correct = 0;     // cross-entropy only
  Index rows = 0;        // scored rows
  Index terms = 0;       // what the mean loss divides by: rows, or rows * outputs for squared error

  void add(const Score& other) {
    loss += other.loss;
    auxiliary += other.auxiliary;
    correct += other.correct;
    rows += other.rows;
    terms += other.terms;
  }
  double mean_loss() const { return terms ? loss / static_cast<double>(terms) : 0; }
  double accuracy() const { return rows ? static_cast<double>(correct) / static_cast<double>(rows) : 0; }
};

}  // namespace sextant::nn
