// Lines of a puzzle as sets of symbols.
#include "sextant/data/latin/latin_condition.h"

#include <bit>

namespace sextant::data {
namespace {

using Symbols = std::uint32_t;  // bit s - 1 = symbol s

enum class Direction { row, column };

Direction across(Direction direction) { return direction == Direction::row ? Direction::column : Direction::row; }

Index given_along(const LatinPuzzle& puzzle, Direction direction, Index line, Index place) {
  return direction == Direction::row ? puzzle.given(line, place) : puzzle.given(place, line);
}

Symbols symbols_in(const LatinPuzzle& puzzle, Direction direction, Index line) {
  Symbols symbols = 0;
  for (Index place = 0; place < puzzle.size; ++place)
    if (const Index given = given_along(puzzle, direction, line, place)) symbols |= Symbols{1} << (given - 1);
  return symbols;
}

/// Number of the target's row or column.
Index target_line(const LatinPuzzle& puzzle, Direction direction) {
  return direction == Direction::row ? puzzle.target / puzzle.size : puzzle.target % puzzle.size;
}

Index first_of(Symbols symbols) { return std::countr_zero(symbols) + 1; }

/// The symbol that no other blank cell of the target's line can hold; 0 where there is none, or too few are missing.
Index excluded_elsewhere(const LatinPuzzle& puzzle, Direction direction, Symbols missing) {
  if (std::popcount(missing) < 3) return 0;
  const Index line = target_line(puzzle, direction);
  const Index own_place = target_line(puzzle, across(direction));
  Symbols excluded = missing;
  for (Index place = 0; place < puzzle.size; ++place)
    if (place != own_place && given_along(puzzle, direction, line, place) == 0)
      excluded &= symbols_in(puzzle, across(direction), place);
  return excluded == 0 ? 0 : first_of(excluded);
}

}  // namespace

std::optional<LatinVerdict> classify(const LatinPuzzle& puzzle) {
  const Symbols all = (Symbols{1} << puzzle.size) - 1;
  const auto missing = [&](Direction direction) {
    return all & ~symbols_in(puzzle, direction, target_line(puzzle, direction));
  };
  const Symbols row = missing(Direction::row);
  const Symbols column = missing(Direction::column);
  for (const Symbols line : {row, column})
    if (std::popcount(line) == 1) return LatinVerdict{LatinCondition::binary, first_of(line)};
  if (std::popcount(row & column) == 1) return LatinVerdict{LatinCondition::ternary, first_of(row & column)};
  Index answer = excluded_elsewhere(puzzle, Direction::row, row);
  if (answer == 0) answer = excluded_elsewhere(puzzle, Direction::column, column);
  if (answer == 0) return std::nullopt;
  return LatinVerdict{LatinCondition::quaternary, answer};
}

}  // namespace sextant::data
