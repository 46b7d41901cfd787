// Depth-first search over the open pairs of a Latin square.
#include "sextant/data/latin/latin_search.h"

#include <bit>

#include "sextant/core/error.h"

namespace sextant::data {
namespace {

constexpr std::uint32_t bit(Index number) { return std::uint32_t{1} << number; }

/// Number `index` of the bits that are set.
Index set_bit(std::uint32_t bits, std::uint64_t index) {
  for (; index > 0; --index) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace

LatinSearch::LatinSearch(Index size, std::optional<Random> random)
    : size_(size), random_(random), cells_(static_cast<std::size_t>(size * size), std::uint8_t{0}) {
  require(size >= 1 && size <= largest_latin_size, "Latin square: size {} given, expected 1 to {}", size,
          largest_latin_size);
  for (auto& kind : open_)
    for (auto& other : kind) other.fill(bit(size) - 1);
}

std::uint32_t LatinSearch::candidates(Index row, Index column) const {
  return open_[0][2][static_cast<std::size_t>(row)] & open_[1][2][static_cast<std::size_t>(column)];
}

bool LatinSearch::place(Index row, Index column, Index symbol) {
  if ((candidates(row, column) & bit(symbol)) == 0) return false;
  exchange({row, column, symbol});
  return true;
}

/// Adds a triple, or takes it away again.
void LatinSearch::exchange(const std::array<Index, 3>& triple) {
  for (std::size_t kind = 0; kind < 3; ++kind)
    for (std::size_t other = 0; other < 3; ++other)
      if (kind != other) open_[kind][other][static_cast<std::size_t>(triple[kind])] ^= bit(triple[other]);
  auto& cell = cells_[static_cast<std::size_t>(triple[0] * size_ + triple[1])];
  cell = cell == 0 ? static_cast<std::uint8_t>(triple[2] + 1) : std::uint8_t{0};
}

/// The open pair with the fewest answers; nothing where no pair is open.
std::optional<LatinSearch::Question> LatinSearch::hardest_question() const {
  constexpr std::array<std::array<std::size_t, 3>, 3> kinds = {{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}};
  Question best;
  best.count = size_ + 1;
  for (const auto& [first, second, third] : kinds)
    for (Index i = 0; i < size_; ++i) {
      const auto line = static_cast<std::size_t>(i);
      for (std::uint32_t rest = open_[first][second][line]; rest != 0; rest &= rest - 1) {
        const Index j = std::countr_zero(rest);
        const std::uint32_t answers = open_[first][third][line] & open_[second][third][static_cast<std::size_t>(j)];
        const Index count = std::popcount(answers);
        if (count >= best.count) continue;
        best.triple[first] = i;
        best.triple[second] = j;
        best.asked = static_cast<Index>(third);
        best.answers = answers;
        best.count = count;
        if (count <= 1) return best;  // nothing can be harder: wrong, or forced
      }
    }
  return best.count > size_ ? std::nullopt : std::optional(best);
}

bool LatinSearch::complete() {
  const auto question = hardest_question();
  if (!question) return true;
  std::array<Index, 3> triple = question->triple;
  std::uint32_t answers = question->answers;
  for (Index left = question->count; left > 0; --left) {
    const std::uint64_t chosen = random_ && left > 1 ? random_->below(drawn_++, static_cast<std::uint64_t>(left)) : 0;
    const Index answer = set_bit(answers, chosen);
    answers ^= bit(answer);
    triple[static_cast<std::size_t>(question->asked)] = answer;
    exchange(triple);
    if (complete()) return true;
    exchange(triple);
  }
  return false;
}

std::uint32_t possible_answers(const LatinPuzzle& puzzle) {
  LatinSearch search(puzzle.size);
  for (Index row = 0; row < puzzle.size; ++row)
    for (Index column = 0; column < puzzle.size; ++column)
      if (const Index given = puzzle.given(row, column); given > 0 && !search.place(row, column, given - 1)) return 0;
  const Index row = puzzle.target / puzzle.size;
  const Index column = puzzle.target % puzzle.size;
  std::uint32_t possible = 0;
  for (std::uint32_t rest = search.candidates(row, column); rest != 0; rest &= rest - 1) {
    LatinSearch attempt = search;
    attempt.place(row, column, std::countr_zero(rest));
    if (attempt.complete()) possible |= rest & -rest;
  }
  return possible;
}

}  // namespace sextant::data
