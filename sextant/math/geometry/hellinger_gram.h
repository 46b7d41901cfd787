// Inner products of the roots of positional word distributions, G = S S^T with S = sqrt(P): the Hellinger distance is
// d(s,t)^2 = G_ss + G_tt - 2 G_st = 2 - 2 BC (Cirrincione, arXiv 2604.05217). Estimators that fight the bias of finite
// samples are weighted sums of such products, G = sum_i w_i (L_i R_i^T + R_i L_i^T) / 2. Nobody needs (n, n) numbers:
// rows come in panels, and products with vectors cost as much as there are entries.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sextant/core/view.h"
#include "sextant/math/geometry/position_counts.h"

namespace sextant {

/// Which (position, token) have a value, by token.
struct TokenPattern {
  Index positions = 0;
  std::vector<std::size_t> starts;
  std::vector<std::int32_t> places;
};

/// Two sparse matrices (positions, tokens) of one pattern, values in its order.
struct GramTerm {
  double weight = 1;
  std::shared_ptr<const TokenPattern> pattern;
  std::vector<double> left;
  std::vector<double> right;  // empty: the same as left
};

class HellingerGram {
 public:
  explicit HellingerGram(std::vector<GramTerm> terms);

  Index count() const { return terms_.front().pattern->positions; }
  std::size_t entries() const;
  /// G_tt: (n).
  std::vector<double> diagonal() const;
  /// Rows first, first + 1, ... of G, in the columns from `first` on; the columns before are not touched.
  void fill_rows(Index first, View<double> rows) const;
  /// result = G vector.
  void apply(std::span<const double> vector, std::span<double> result) const;

 private:
  std::vector<GramTerm> terms_;
};

/// Plug-in: w S S^T of one part of the counts.
GramTerm plug_in_term(const PositionCounts& counts, double weight = 1);

/// Cross-half: S_A S_B^T for every split of the counts, each with 1 / splits. Its noise is independent in both factors,
/// so no distance is made of noise alone.
std::vector<GramTerm> cross_half_terms(const PositionCounts& counts);

}  // namespace sextant
