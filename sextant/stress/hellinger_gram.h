// Inner products of the roots of positional word distributions, G = S S^T with S = sqrt(P): the Hellinger distance is
// d(s,t)^2 = G_ss + G_tt - 2 G_st = 2 - 2 BC (Cirrincione, arXiv 2604.05217). Estimators that fight the bias of finite
// samples are weighted sums of such products, G = sum_i w_i (L_i R_i^T + R_i L_i^T) / 2. Nobody needs (n, n) numbers:
// rows come in panels, and products with vectors cost as much as there are entries.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sextant/core/view.h"
#include "sextant/stress/position_counts.h"

namespace sextant::stress {

/// What one token is worth at the positions where it stands.
struct TokenRoots {
  explicit TokenRoots(Index positions)
      : room_of_places(static_cast<std::size_t>(positions)),
        room_of_left(room_of_places.size()),
        room_of_right(room_of_places.size()) {}

  std::size_t size = 0;
  const std::int32_t* places = nullptr;  // ascending
  const double* left = nullptr;
  const double* right = nullptr;  // left itself where both matrices are the same

  std::vector<std::int32_t> room_of_places;  // for numbers that are nowhere else
  std::vector<double> room_of_left, room_of_right;
};

/// Two sparse matrices (positions, tokens) with values at the same places, token by token.
class RootMatrices {
 public:
  virtual ~RootMatrices() = default;
  virtual Index positions() const = 0;
  virtual std::size_t tokens() const = 0;
  /// Token i has the entries start(i) .. start(i + 1).
  virtual std::size_t start(std::size_t token) const = 0;
  /// Whether both are the same.
  virtual bool alike() const = 0;
  /// Replaces `roots` by those of a token at positions >= first.
  virtual void load(std::size_t token, Index first, TokenRoots& roots) const = 0;
  /// These entries are not needed for now.
  virtual void drop(std::size_t, std::size_t) const {}
  /// Whether they may be held in memory as they are.
  virtual bool in_memory() const { return true; }
};

struct GramTerm {
  double weight = 1;
  std::shared_ptr<const RootMatrices> roots;
};

class HellingerGram {
 public:
  explicit HellingerGram(std::vector<GramTerm> terms);

  Index count() const { return terms_.front().roots->positions(); }
  std::size_t entries() const;
  /// G_tt: (n).
  std::vector<double> diagonal() const;
  /// Rows first, first + 1, ... of G, in the columns from `first` on; the columns before are not touched.
  void fill_rows(Index first, View<double> rows) const;
  /// The same with all roots in memory, for many products; terms whose counts are in a file are left as they are.
  HellingerGram with_stored_roots() const;
  /// result = G vector.
  void apply(std::span<const double> vector, std::span<double> result) const;

 private:
  std::vector<GramTerm> terms_;
};

/// Plug-in: w S S^T of all documents. Roots are taken from the counts, which are shared, whenever they are needed.
GramTerm plug_in_term(const PositionCounts& counts, double weight = 1);

/// Cross-half: S_A S_B^T for every split of the counts, each with 1 / splits. Its noise is independent in both factors,
/// so no distance is made of noise alone.
std::vector<GramTerm> cross_half_terms(const PositionCounts& counts);

}  // namespace sextant::stress
