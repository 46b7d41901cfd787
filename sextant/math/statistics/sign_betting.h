// How much evidence differences give that they lean above 0, valid whenever one stops looking. Before each difference a
// gambler with a capital of 1 bets on its sign. Where the distribution of every difference is symmetric about 0, or
// leans below, the capital is a supermartingale, so that it ever reaches C with probability 1/C at most (Ville 1939;
// Ramdas, Grunwald, Vovk & Shafer, Statistical Science 38, 2023). Nothing else is assumed of the distribution:
// differences between runs of two settings that do equally well are symmetric, whether runs are normal, skewed, or
// succeed or fail.
#pragma once

#include <array>
#include <span>

#include "sextant/core/index.h"

namespace sextant::math {

/// Several gamblers side by side, who bet a constant share of their capital: on the sign alone, or the less, the
/// smaller the difference is beside the largest so far, its size being known before its sign.
class SignBetting {
 public:
  void add(double difference);

  /// Of all gamblers together; 1 before the first difference.
  double capital() const;
  /// The most that it ever was: 1 over it is a p-value at every time.
  double greatest() const { return greatest_; }

 private:
  struct Gambler {
    double share;
    bool by_size;
    double capital;  // at first its part of the whole
  };
  std::array<Gambler, 5> gamblers_{
      {{1.0, false, 0.25}, {0.9, false, 0.25}, {0.5, false, 0.25}, {0.9, true, 0.125}, {0.5, true, 0.125}}};
  double largest_ = 0;  // size of a difference so far
  double greatest_ = 1;
};

/// The greatest capital after all of them.
double evidence_above_zero(std::span<const double> differences);

/// The fewest differences, all above 0 and of one size, after which the capital is `wanted` or more.
Index fewest_differences(double wanted);

}  // namespace sextant::math
