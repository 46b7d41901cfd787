// Puzzles of one's own, after Ito et al. (arXiv 2406.08272): a random Latin square; cells removed in random order as
// long as each stays deducible; a random blank cell as target; kept if it belongs to a condition, has one answer and
// is far enough from a given set of puzzles. Few 4x4 puzzles are far from 108 others, so one that is not gets further
// chances with its rows, columns and symbols exchanged, which changes nothing else about it.
#pragma once

#include <span>

#include "sextant/core/random.h"
#include "sextant/data/latin/latin_puzzle.h"

namespace sextant::data {

struct LatinGeneration {
  Index size = 4;
  Index rows = 3000;      // of each condition
  Index givens_from = 3;  // cells given in a puzzle, least and most
  Index givens_to = 11;
  double distance = 0.8;  // Jaccard distances to `far_from` are above this
  std::uint64_t seed = 1;
  std::uint32_t part = 0;              // tells apart the sets of one seed
  std::uint64_t patience = 5'000'000;  // candidates without a new puzzle before it gives up
};

/// Candidate number `number` without its condition: a square, its cells removed, a target with its answer.
LatinPuzzle draw_latin_candidate(const LatinGeneration& generation, std::uint64_t number);

/// The same puzzle with rows, columns and symbols in other, random orders: numbers `next`, next + 1, ... of `random`.
LatinPuzzle exchange_lines(const LatinPuzzle& puzzle, const Random& random, std::uint64_t& next);

/// All different; condition after condition. An Error where the request cannot be met.
std::vector<LatinPuzzle> generate_latin_puzzles(const LatinGeneration& generation,
                                                std::span<const LatinPuzzle> far_from);

}  // namespace sextant::data
