// t-SNE.
#pragma once

#include <cstdint>

#include "sextant/core/table.h"

namespace sextant::math {

// Exact t-SNE (van der Maaten & Hinton 2008): points in the plane whose neighbourhoods are those of the distances
// given. For some hundred points; the cost of a step is n^2.

struct TsneRequest {
  double perplexity = 0;  // the number of neighbours that count, between 1 and n - 1; 0: choose_perplexity(n)
  Index steps = 1000;
  std::uint32_t starts = 5;  // the first from the principal coordinates, the others random
  std::uint64_t seed = 0;
};

struct Tsne {
  Table points;           // (n, 2), centred
  double perplexity = 0;  // that was used
  double divergence = 0;  // KL(P || Q) in nats: what the plane could not hold
};

/// 30, as is usual, or a third of the other points where there are fewer than 91.
double choose_perplexity(Index points);

/// The same request, the same bytes. `distances` is (n, n) with n >= 4.
Tsne tsne(const Table& distances, const TsneRequest& request = {});

/// P: Gaussian neighbourhoods, each as wide as the perplexity says; symmetric, sum 1.
Table neighbour_probabilities(const Table& distances, double perplexity);

/// KL(P || Q) with Q the Student neighbourhoods of the points.
double neighbour_divergence(const Table& probabilities, const Table& points);

}  // namespace sextant::math
