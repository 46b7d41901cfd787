// Completes a partial Latin square, or finds that nobody can: exact, depth first. A square is a set of triples (row,
// column, symbol) in which every pair of two kinds occurs once; the search always answers the pair with the fewest
// third members left (as Knuth's algorithm X does), so that what follows at once is followed at once.
#pragma once

#include <optional>
#include <vector>

#include "sextant/core/random.h"
#include "sextant/data/latin/latin_puzzle.h"

namespace sextant::data {

class LatinSearch {
 public:
  /// An empty square. With a source of random numbers answers are tried in random order.
  explicit LatinSearch(Index size, std::optional<Random> random = std::nullopt);

  /// Fills a blank cell; symbols are 0..size-1. False, and nothing done, where the row or the column has the symbol.
  bool place(Index row, Index column, Index symbol);
  /// True where the square can be completed: then it is.
  bool complete();

  /// (size, size) of 0 = blank or 1..size.
  const std::vector<std::uint8_t>& cells() const { return cells_; }
  /// As bits, the symbols that neither row nor column has.
  std::uint32_t candidates(Index row, Index column) const;

 private:
  /// Two members of a triple and, as bits, what the third may be.
  struct Question {
    std::array<Index, 3> triple{};
    Index asked = 0;  // the kind of the third: 0 row, 1 column, 2 symbol
    std::uint32_t answers = 0;
    Index count = 0;
  };
  std::optional<Question> hardest_question() const;
  void exchange(const std::array<Index, 3>& triple);

  using Lines = std::array<std::uint32_t, largest_latin_size>;
  Index size_;
  std::optional<Random> random_;
  std::uint64_t drawn_ = 0;
  std::vector<std::uint8_t> cells_;
  std::array<std::array<Lines, 3>, 3> open_{};  // [kind][other][line]: bits of the other kind's lines not yet met
};

/// As bits (1 << symbol - 1), what the target can be in some completion of the puzzle.
std::uint32_t possible_answers(const LatinPuzzle& puzzle);

}  // namespace sextant::data
